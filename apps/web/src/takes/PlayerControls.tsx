import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { PauseIcon, PlayIcon } from '../ui/icons.tsx'
import { formatDecimals } from '../ui/numbers.ts'
import { AudioFailed } from './AudioFailed.tsx'
import type { AudioPlayer } from './audio-player.ts'
import { clockTime } from './clock-time.ts'
import classes from './Player.module.css'

const secondsOfKey: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
}

type PlayerControlsProps = { player: AudioPlayer; waveform: (seconds: number) => ReactNode; aside?: ReactNode }

/** The slider lies over the waveform and receives its clicks; without a waveform it is visible itself. */
export function PlayerControls({ player, waveform, aside }: PlayerControlsProps) {
  const { t } = useTranslation()
  const { status, isPlaying, seconds, durationSeconds } = useSyncExternalStore(player.subscribe, player.getSnapshot)

  function onKeyDown(event: KeyboardEvent) {
    const step = secondsOfKey[event.key]
    if (event.key === ' ') player.toggle()
    else if (step !== undefined) player.seek(seconds + step)
    else return
    event.preventDefault()
  }

  if (status === 'failed') return <AudioFailed player={player} />
  return (
    <>
      <ActionIcon
        variant="filled"
        radius="xl"
        size={52}
        disabled={status === 'loading'}
        aria-label={t(isPlaying ? 'responses__result__pause' : 'responses__result__play')}
        onClick={player.toggle}
      >
        {isPlaying ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
      </ActionIcon>
      <div className={classes.track}>
        {waveform(seconds)}
        <input
          type="range"
          className={classes.position}
          aria-label={t('responses__result__position')}
          aria-valuetext={t('responses__result__position_of', {
            seconds: formatDecimals(seconds, currentLanguage(), 1),
            total: formatDecimals(durationSeconds, currentLanguage(), 1),
          })}
          min={0}
          max={durationSeconds}
          step={0.01}
          value={Math.min(seconds, durationSeconds)}
          disabled={status === 'loading'}
          onChange={({ currentTarget }) => player.seek(currentTarget.valueAsNumber)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.end}>
        <span className={classes.time}>
          {clockTime(seconds, currentLanguage())} / {clockTime(durationSeconds, currentLanguage())}
        </span>
        {aside}
      </div>
    </>
  )
}
