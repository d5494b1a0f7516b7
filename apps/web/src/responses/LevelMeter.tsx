import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './LevelMeter.module.css'
import { isActive, levelColour } from './recorder/level.ts'
import type { Meter, Readable } from './recorder/types.ts'

/** The microphone's level as a bar, in the colours of the specification. */
export function LevelMeter({ meter }: { meter: Readable<Meter> }) {
  const { t } = useTranslation()
  const { level } = useSyncExternalStore(meter.subscribe, meter.getSnapshot)
  const state = isActive(level) ? levelColour(level) : 'silent'
  const text = t(stateTexts[state])
  return (
    <div className={classes.meter}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers let hardly anything of their own meter be drawn. */}
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
        {/* The root spreads quiet speech over the bar; the colours keep their limits. */}
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
