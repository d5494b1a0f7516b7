import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import type { Readable } from '../../ui/readable.ts'
import { isActive, levelColour } from '../recorder/level.ts'
import type { Meter } from '../recorder/types.ts'
import classes from './LevelMeter.module.css'

type LevelMeterProps = {
  meter: Readable<Meter>
  /** In one line, beside the stimulus. */
  isCompact?: boolean
}

/** The microphone's level as a bar, in the specification's colours. */
export function LevelMeter({ meter, isCompact = false }: LevelMeterProps) {
  const { t } = useTranslation()
  const { level } = useSyncExternalStore(meter.subscribe, meter.getSnapshot)
  const state = isActive(level) ? levelColour(level) : 'silent'
  const text = t(stateTexts[state])
  return (
    <div className={classes.meter} data-compact={isCompact || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers barely allow styling of a meter element. */}
      <div
        role="meter"
        aria-label={t('responses__record__level')}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={Math.round(level * 100) / 100}
        aria-valuetext={text}
        className={classes.bar}
        data-level={state}
      >
        {/* The square root spreads quiet speech over the bar; the colour limits are unchanged. */}
        <div className={classes.level} style={{ inlineSize: `${Math.sqrt(level) * 100}%` }} />
      </div>
      <span className={classes.text} aria-hidden="true">
        {text}
      </span>
    </div>
  )
}

const stateTexts = {
  silent: 'responses__record__level_silent',
  red: 'responses__record__level_low',
  yellow: 'responses__record__level_medium',
  green: 'responses__record__level_good',
} as const
