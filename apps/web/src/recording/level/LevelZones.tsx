import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import type { Readable } from '../../ui/readable.ts'
import type { Meter } from '../recorder/types.ts'
import classes from './LevelZones.module.css'
import { clippingAboveDb, heldZone, placeOf, placeOfLevel, quietBelowDb } from './zones.ts'

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

/** The level while recording, on a scale with the zones of the verdict; the word beside it says which. */
export function LevelZones({ meter }: { meter: Readable<Meter> }) {
  const { t } = useTranslation()
  const { level, levels } = useSyncExternalStore(meter.subscribe, meter.getSnapshot)
  const zone = heldZone(levels)
  const text = t(`responses__level__zone__${zone}`)
  return (
    <div className={classes.meter} data-zone={zone}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers barely allow styling of a meter element. */}
      <div
        role="meter"
        aria-label={t('responses__record__level')}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={Math.round(level * 100) / 100}
        aria-valuetext={text}
        className={classes.bar}
      >
        <div className={classes.level} style={{ inlineSize: percent(placeOfLevel(level)) }} />
        <span className={classes.tick} style={{ insetInlineStart: percent(placeOf(quietBelowDb)) }} />
        <span className={classes.tick} style={{ insetInlineStart: percent(placeOf(clippingAboveDb)) }} />
      </div>
      <span className={classes.text} aria-hidden="true">
        {zone === 'good' ? <CheckIcon size={16} /> : <WarningIcon size={16} />}
        {text}
      </span>
    </div>
  )
}
