import type { Ref } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import type { AudioPlayer } from '../audio-player.ts'
import classes from './SoundView.module.css'
import { usePlaying } from './usePlaying.ts'

/** The position for keyboards and screen readers. Pointers use the picture; without a picture it is visible. */
export function PositionSlider({ player, ref }: { player: AudioPlayer; ref: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const seconds = usePlaying(player, (playing) => Math.round(playing.seconds * 10) / 10)
  const duration = usePlaying(player, ({ durationSeconds }) => durationSeconds)
  const isLoading = usePlaying(player, ({ status }) => status === 'loading')
  return (
    <input
      ref={ref}
      type="range"
      className={classes.position}
      aria-label={t('responses__result__position')}
      aria-valuetext={t('responses__result__position_of', {
        seconds: formatDecimals(seconds, currentLanguage(), 1),
        total: formatDecimals(duration, currentLanguage(), 1),
      })}
      min={0}
      max={duration}
      step={0.01}
      value={Math.min(seconds, duration)}
      disabled={isLoading}
      onChange={({ currentTarget }) => player.seek(currentTarget.valueAsNumber)}
    />
  )
}
