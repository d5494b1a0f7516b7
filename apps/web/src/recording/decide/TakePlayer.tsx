import { useEffect, useRef, useState } from 'react'
import { type AudioPlayer, createAudioPlayer } from '../../takes/audio-player.ts'
import { clockTime } from '../../takes/clock-time.ts'
import playerClasses from '../../takes/Player.module.css'
import { PlayerControls } from '../../takes/PlayerControls.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import type { Mark } from '../judge/marks.ts'
import type { TakeSound } from '../judge/messages.ts'
import { useKey } from '../keys.ts'
import classes from './TakePlayer.module.css'
import { TakeWave } from './TakeWave.tsx'

const mostShown = 5

type TakePlayerProps = {
  sound: TakeSound
  marks: readonly Mark[]
  /** The item's. */
  name: string
  isBehind: boolean
  /** The participant hears nothing of the take: it plays only where the examiner sees its controls. */
  isPatientMode: boolean
  onPlayer: (player: AudioPlayer | null) => void
}

/** The take just recorded, to hear and to see: each problem is marked at its place and can be played. */
export function TakePlayer({ sound, marks, name, isBehind, isPatientMode, onPlayer }: TakePlayerProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLAudioElement>(null)
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  // From this page's memory: a take can be heard before it is sent, and without a connection.
  useEffect(() => {
    if (element.current === null) return
    const url = URL.createObjectURL(new Blob([sound.wav], { type: 'audio/wav' }))
    const made = createAudioPlayer(element.current, { current: () => url, fetch: async () => url }, null)
    setPlayer(made)
    onPlayer(made)
    return () => {
      onPlayer(null)
      made.close()
      URL.revokeObjectURL(url)
    }
  }, [sound, onPlayer])
  useEffect(() => {
    if (isPatientMode && player?.getSnapshot().isPlaying) player.toggle()
  }, [isPatientMode, player])
  useKey('toggle', player !== null && !isBehind && !isPatientMode, () => player?.toggle())
  const more = marks.length - mostShown
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; this is outside one.
    <div className={classes.take} role="group" aria-label={t('responses__result__player', { name })}>
      {/* biome-ignore lint/a11y/useMediaCaption: a participant's own answer. */}
      <audio ref={element} preload="metadata" />
      <div className={playerClasses.player} data-compact>
        {player !== null && (
          <PlayerControls
            player={player}
            waveform={(seconds) => <TakeWave sound={sound} marks={marks} seconds={seconds} />}
          />
        )}
      </div>
      {player !== null && marks.length > 0 && (
        <ul className={classes.marks} aria-label={t('responses__sound__problems')}>
          {marks.slice(0, mostShown).map(({ kind, span }) => (
            <li key={`${kind}-${span.start}`}>
              <button
                type="button"
                data-kind={kind}
                onClick={() => player.playPiece({ start: Math.max(0, span.start - 0.25), end: span.end + 0.25 })}
              >
                {t(`responses__decide__mark__${kind}`, { time: clockTime(span.start, currentLanguage()) })}
              </button>
            </li>
          ))}
          {more > 0 && <li>{t('responses__sound__more_problems', { count: more })}</li>}
        </ul>
      )}
    </div>
  )
}
