import { Alert, Button, Slider, VisuallyHidden } from '@mantine/core'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { PauseIcon, PlayIcon, VolumeIcon } from '../ui/icons.tsx'
import classes from './StimulusPlayer.module.css'
import { clampVolume, storedVolume, storeVolume } from './volume.ts'

export type PlayerState = 'paused' | 'playing' | 'ended' | 'failed'

type StimulusPlayerProps = {
  kind: 'audio' | 'video'
  src: string
  title: string
  isLocked: boolean
  isNext: boolean
  /** The address of a video's subtitles, and their language. */
  subtitles?: string | null
  lang?: string | undefined
  /** What a video shows, in words. */
  about?: string | null
  onState: (state: PlayerState) => void
}

/** Plays a stimulus. It has no seeking: the participant hears or sees all of it. */
export function StimulusPlayer({
  kind,
  src,
  title,
  isLocked,
  isNext,
  subtitles,
  lang,
  about,
  onState,
}: StimulusPlayerProps) {
  const { t } = useTranslation()
  const media = useRef<HTMLMediaElement>(null)
  const volumeId = useId()
  const [state, setState] = useState<PlayerState>('paused')
  const [progress, setProgress] = useState(0)
  const [volume, setVolume] = useState(storedVolume)

  const change = (next: PlayerState) => {
    setState(next)
    onState(next)
  }

  useEffect(() => {
    if (isLocked) media.current?.pause()
  }, [isLocked])

  useEffect(() => {
    if (media.current) media.current.volume = volume / 100
  }, [volume])

  async function play() {
    // An interrupted play is not a failure. A real failure also fires the error event.
    await media.current?.play().catch((error: DOMException) => error.name !== 'AbortError' && change('failed'))
  }

  function retry() {
    change('paused')
    media.current?.load()
    void play()
  }

  const element = {
    src,
    preload: 'auto',
    className: kind === 'video' ? classes.video : classes.audio,
    onPlay: () => change('playing'),
    onPause: () => !media.current?.ended && change('paused'),
    onEnded: () => change('ended'),
    onError: () => change('failed'),
    onTimeUpdate: () => setProgress(progressOf(media.current)),
  } as const

  const isPlaying = state === 'playing'
  const again = state === 'ended'
  const names = kind === 'video' ? videoNames : audioNames
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; this is outside one.
    <div className={classes.player} role="group" aria-label={t(names.group, { title })}>
      {kind === 'video' ? (
        <video ref={media as Ref<HTMLVideoElement>} {...element} playsInline aria-label={about || undefined}>
          {subtitles != null && <track kind="subtitles" src={subtitles} srcLang={lang} default />}
        </video>
      ) : (
        <audio ref={media as Ref<HTMLAudioElement>} {...element} />
      )}
      {state === 'failed' ? (
        <Alert color="red" role="alert" title={t('responses__stimulus__failed')}>
          <Button variant="default" onClick={retry}>
            {t('base__state__retry')}
          </Button>
        </Alert>
      ) : (
        <div className={classes.controls}>
          <Button
            className={classes.play}
            variant={isNext && !isPlaying ? 'filled' : 'light'}
            disabled={isLocked}
            leftSection={isPlaying ? <PauseIcon /> : <PlayIcon />}
            onClick={() => (isPlaying ? media.current?.pause() : void play())}
          >
            {t(isPlaying ? 'responses__stimulus__pause' : again ? names.again : names.play)}
          </Button>
          <div className={classes.progress} aria-hidden="true">
            <div className={classes.played} style={{ inlineSize: `${progress * 100}%` }} />
          </div>
          <div className={classes.volume}>
            <span id={volumeId} className={classes.volumeIcon}>
              <VolumeIcon />
              <VisuallyHidden component="span">{t('responses__stimulus__volume')}</VisuallyHidden>
            </span>
            <Slider
              className={classes.slider}
              min={0}
              max={100}
              step={5}
              value={volume}
              label={(value) => `${value} %`}
              thumbProps={{ 'aria-labelledby': volumeId }}
              onChange={(value) => setVolume(clampVolume(value))}
              onChangeEnd={storeVolume}
            />
          </div>
        </div>
      )}
    </div>
  )
}

const audioNames = {
  group: 'responses__stimulus__audio_group',
  play: 'responses__stimulus__play_audio',
  again: 'responses__stimulus__play_audio_again',
} as const

const videoNames = {
  group: 'responses__stimulus__video_group',
  play: 'responses__stimulus__play_video',
  again: 'responses__stimulus__play_video_again',
} as const

function progressOf(media: HTMLMediaElement | null): number {
  return media !== null && media.duration > 0 ? Math.min(1, media.currentTime / media.duration) : 0
}
