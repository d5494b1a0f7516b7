import { dateLocale } from '@fonema/contract/date-locale'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTimeZone } from '../api/current-user.ts'
import { onShownFromDevice, shownFromDevice } from '../api/device-answers.ts'
import { placeOf } from '../api/query.ts'
import { signOut } from '../api/session.ts'
import { dayIn } from '../ui/dates.ts'
import { dateFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { type KeepOptions, keepAnswers } from './keep-answers.ts'
import { isOpen } from './kept-answers.ts'
import classes from './OfflineStatus.module.css'

const retryMs = 15_000
const dayMs = 24 * 60 * 60_000

/** Keeps answers while it is shown, and says of what time they are: with a network in passing, without one clearly. */
export function OfflineStatus({ choice }: Pick<KeepOptions, 'choice'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const zone = useTimeZone()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const shown = useSyncExternalStore(onShownFromDevice, shownFromDevice)
  const isAway = shown.size > 0

  useEffect(() => {
    const now = Date.now()
    const week = { from: dayIn(zone, new Date(now)), to: dayIn(zone, new Date(now + 6 * dayMs)) }
    return keepAnswers({ client, choice, week, onKept: setSavedAt })
  }, [client, choice, zone])

  useEffect(() => {
    if (!isAway) return
    const retry = async () => {
      // The server would have ended the session by now.
      if (!(await isOpen())) return signOut('idle')
      const places = shownFromDevice()
      await client.invalidateQueries({ predicate: ({ queryKey }) => places.has(placeOf(queryKey)), refetchType: 'all' })
    }
    const onOnline = () => void retry()
    const timer = setInterval(onOnline, retryMs)
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [client, isAway])

  const since = isAway ? Math.min(...shown.values()) : savedAt
  return (
    <p role="status" className={classes.line} data-away={isAway || undefined}>
      {since !== null && (
        <>
          {t(isAway ? 'offline__status__away' : 'offline__status__saved', { time: momentText(since) })}
          {isAway && choice === 'week' && ` ${t('offline__status__week')}`}
        </>
      )}
    </p>
  )
}

/** Without the day when it is today's. */
function momentText(moment: number): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString()
  const style: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : { dateStyle: 'medium', timeStyle: 'short' }
  return dateFormat(dateLocale(currentLanguage()), style).format(moment)
}
