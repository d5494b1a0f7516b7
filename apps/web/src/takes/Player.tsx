import { useEffect, useRef, useState } from 'react'
import { useAccess } from '../api/current-user.ts'
import { useTranslation } from '../ui/i18n.ts'
import { type AudioPlayer, createAudioPlayer } from './audio-player.ts'
import { DownloadRecording } from './DownloadRecording.tsx'
import classes from './Player.module.css'
import { PlayerControls } from './PlayerControls.tsx'
import { type Recording, useAudioLink } from './useAudioLink.ts'
import { Waveform } from './Waveform.tsx'
import type { Span } from './window-peaks.ts'

type PlayerProps = {
  recording: Recording
  /** The part of the file to play; null: all of it. */
  span: Span | null
  name: string
  /** Called with the player, so that other parts of the page can follow it; with null when it unmounts. */
  onPlayer?: ((player: AudioPlayer | null) => void) | undefined
}

/** Each recording needs its own player: give it a key. */
export function Player({ recording, span, name, onPlayer }: PlayerProps) {
  const { t } = useTranslation()
  const mayDownload = useAccess({ feature: 'downloadProtocolRes' })
  const element = useRef<HTMLAudioElement>(null)
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  const link = useAudioLink(recording)

  useEffect(() => {
    if (element.current === null) return
    const made = createAudioPlayer(element.current, link, span)
    setPlayer(made)
    onPlayer?.(made)
    return () => {
      onPlayer?.(null)
      made.close()
    }
  }, [link, span, onPlayer])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; this is outside one.
    <div className={classes.player} role="group" aria-label={t('responses__result__player', { name })}>
      {/* biome-ignore lint/a11y/useMediaCaption: a participant's own answer. */}
      <audio ref={element} preload="metadata" />
      {player !== null && (
        <PlayerControls
          player={player}
          waveform={(seconds) => <Waveform recording={recording} span={span} seconds={seconds} />}
          aside={mayDownload && <DownloadRecording recording={recording} name={name} />}
        />
      )}
    </div>
  )
}
