import { ActionIcon, NativeSelect } from '@mantine/core'
import { useAccess } from '../../api/current-user.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { FitIcon, LoopIcon, PauseIcon, PlayIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.tsx'
import { formatDecimals, formatTickValue } from '../../ui/numbers.ts'
import { type AudioPlayer, rates } from '../audio-player.ts'
import { clockTime } from '../clock-time.ts'
import { DownloadRecording } from '../DownloadRecording.tsx'
import type { Recording } from '../useAudioLink.ts'
import { KeysHelp } from './KeysHelp.tsx'
import type { SoundAction } from './keys.ts'
import classes from './SoundView.module.css'
import { usePlaying } from './usePlaying.ts'

type ToolbarProps = {
  player: AudioPlayer
  recording: Recording
  name: string
  act: (action: SoundAction) => void
  canZoom: boolean
}

export function Toolbar({ player, recording, name, act, canZoom }: ToolbarProps) {
  const { t } = useTranslation()
  const mayDownload = useAccess({ feature: 'downloadProtocolRes' })
  const isPlaying = usePlaying(player, (playing) => playing.isPlaying)
  const isLoading = usePlaying(player, ({ status }) => status === 'loading')
  const isLooping = usePlaying(player, (playing) => playing.isLooping)
  const rate = usePlaying(player, (playing) => playing.rate)
  const button = { variant: 'subtle', color: 'gray' } as const
  return (
    <div className={classes.toolbar}>
      <ActionIcon
        variant="filled"
        radius="xl"
        size={52}
        disabled={isLoading}
        aria-label={t(isPlaying ? 'responses__result__pause' : 'responses__result__play')}
        onClick={player.toggle}
      >
        {isPlaying ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
      </ActionIcon>
      <Clock player={player} />
      <div className={classes.selectedPlace}>
        <Selected player={player} />
      </div>
      <div className={classes.tools}>
        <NativeSelect
          className={classes.rate}
          aria-label={t('responses__sound__speed')}
          title={t('responses__sound__speed')}
          value={String(rate)}
          data={rates.map((each) => ({
            value: String(each),
            label: `${formatTickValue(each, currentLanguage())} ×`,
          }))}
          onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
        />
        <ActionIcon
          {...button}
          variant={isLooping ? 'light' : 'subtle'}
          color={isLooping ? 'accent' : 'gray'}
          aria-pressed={isLooping}
          aria-label={t('responses__sound__loop')}
          title={t('responses__sound__loop')}
          onClick={() => act({ do: 'loop' })}
        >
          <LoopIcon />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={!canZoom}
          aria-label={t('responses__sound__zoom_out')}
          title={t('responses__sound__zoom_out')}
          onClick={() => act({ do: 'zoom', by: -1 })}
        >
          <ZoomOutIcon />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={!canZoom}
          aria-label={t('responses__sound__zoom_in')}
          title={t('responses__sound__zoom_in')}
          onClick={() => act({ do: 'zoom', by: 1 })}
        >
          <ZoomInIcon />
        </ActionIcon>
        <ActionIcon
          {...button}
          disabled={!canZoom}
          aria-label={t('responses__sound__whole')}
          title={t('responses__sound__whole')}
          onClick={() => act({ do: 'fit' })}
        >
          <FitIcon />
        </ActionIcon>
        <KeysHelp />
      </div>
      {mayDownload && (
        <div className={classes.download}>
          <DownloadRecording recording={recording} name={name} />
        </div>
      )}
    </div>
  )
}

/** Renders ten times a second while it plays, and nothing else does. */
function Clock({ player }: { player: AudioPlayer }) {
  const time = usePlaying(player, ({ seconds }) => clockTime(seconds, currentLanguage()))
  const total = usePlaying(player, ({ durationSeconds }) => clockTime(durationSeconds, currentLanguage()))
  return (
    <span className={classes.clock}>
      <strong>{time}</strong> / {total}
    </span>
  )
}

function Selected({ player }: { player: AudioPlayer }) {
  const { t } = useTranslation()
  const selection = usePlaying(player, (playing) => playing.selection)
  if (selection === null) return null
  const { start, end } = selection
  const language = currentLanguage()
  return (
    <span className={classes.selected}>
      {t('responses__sound__selected', {
        from: clockTime(start, language),
        to: clockTime(end, language),
        length: formatDecimals(end - start, language, 2),
      })}
      <button
        type="button"
        aria-label={t('responses__sound__clear')}
        title={t('responses__sound__clear')}
        onClick={() => player.select(null)}
      >
        ×
      </button>
    </span>
  )
}
