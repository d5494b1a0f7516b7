import { useEffect, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import classes from './StorageRoom.module.css'
import { type Kept, recordingRoom } from './space.ts'

/** Below this a long session may not fit. */
const littleMinutes = 60

/** How much more can be recorded before something is sent: one calm line, or a warning when it is little. */
export function StorageRoom({ kept, channels = 1 }: { kept: Kept; channels?: number }) {
  const { t } = useTranslation()
  const [ofOne, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    const measure = () => void recordingRoom().then(setMinutes)
    measure()
    // Back from another window, the person may have freed space.
    window.addEventListener('focus', measure)
    return () => window.removeEventListener('focus', measure)
  }, [])
  if (ofOne === null) return null
  const minutes = Math.floor(ofOne / channels)
  const length = lengthOf(minutes)
  if (minutes < littleMinutes)
    return (
      <p className={classes.little} role="status">
        <WarningIcon size={18} />
        {minutes === 0 ? t('responses__storage__none') : t('responses__storage__little', { length })}
      </p>
    )
  return (
    <p className={classes.room}>
      {minutes >= 24 * 60 ? t('responses__storage__most') : t('responses__storage__room', { length })}
      {kept === 'kept' && ` ${t('responses__storage__kept')}`}
    </p>
  )
}

/** Rounded down: whole hours, or five minutes below two hours. */
function lengthOf(minutes: number): string {
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h`
  return minutes >= 10 ? `${minutes - (minutes % 5)} min` : `${minutes} min`
}
