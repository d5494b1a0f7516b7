import type { ReadyResult, Speakers, Take } from '@fonema/contract'
import type { SyllableKind } from '@fonema/speech'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { AudioFailed } from '../AudioFailed.tsx'
import { type AudioPlayer, createAudioPlayer } from '../audio-player.ts'
import { type Recording, useAudioLink } from '../useAudioLink.ts'
import type { Span } from '../window-peaks.ts'
import { SoundPanel } from './SoundPanel.tsx'
import classes from './SoundView.module.css'
import type { Sound } from './sound.ts'
import { usePlaying } from './usePlaying.ts'
import { useSound } from './useSound.ts'
import type { View } from './view.ts'

export type Words = NonNullable<ReadyResult['data']['words']>
/** A piece to play when the page is opened by a link to it. `key` differs for each visit. */
export type Moment = { piece: Span; key: string }

/** Where the picture's time axis is, for tracks that share it. */
export type TrackPlace = { view: View; plot: number; axis: number }

export type SoundViewProps = {
  recording: Recording
  /** The marked part of the file. All times below start there. */
  span: Span
  name: string
  /** Gaps in the file, in seconds from its start. */
  gaps: Take['gaps']
  words: Readonly<Words>
  /** Who speaks when, where several people speak. */
  speakers?: Speakers['segments'] | undefined
  language: string
  syllables: SyllableKind
  /** Why no pitch is shown; null: it is. */
  pitchWithheld: string | null
  moment: Moment | null
  /** More tracks on the same time axis, below the words. */
  below?: ((place: TrackPlace) => ReactNode) | undefined
  /** Drawn over the picture, from its left edge at the start of the view. */
  over?: ((place: TrackPlace) => ReactNode) | undefined
  /** Called with the player, so that other parts of the page can follow it; with null when it unmounts. */
  onPlayer?: ((player: AudioPlayer | null) => void) | undefined
}

/** Plays a stored take and shows its sound. Each take needs its own view: give it a key. */
export function SoundView(props: SoundViewProps) {
  const { recording, span, name, syllables, moment, onPlayer } = props
  const { t } = useTranslation()
  const element = useRef<HTMLAudioElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  const link = useAudioLink(recording)
  const sound = useSound(recording, span, syllables)
  const { start, end } = span

  useEffect(() => {
    if (element.current === null) return
    const made = createAudioPlayer(element.current, link, { start, end })
    setPlayer(made)
    onPlayer?.(made)
    return () => {
      onPlayer?.(null)
      made.close()
    }
  }, [link, start, end, onPlayer])

  // A link leads to a moment: show and play it. If the browser refuses to play by itself, it stays selected.
  useEffect(() => {
    if (moment === null || player === null) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    group.current?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
    player.playPiece(moment.piece)
  }, [moment, player])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; this is outside one.
    <div ref={group} className={classes.sound} role="group" aria-label={t('responses__result__player', { name })}>
      {/* biome-ignore lint/a11y/useMediaCaption: a participant's own answer; its words are in the track below. */}
      <audio ref={element} preload="metadata" />
      {player !== null && <Loaded {...props} player={player} sound={sound} />}
    </div>
  )
}

type LoadedProps = SoundViewProps & { player: AudioPlayer; sound: Sound }

function Loaded(props: LoadedProps) {
  const hasFailed = usePlaying(props.player, ({ status }) => status) === 'failed'
  return hasFailed ? <AudioFailed player={props.player} /> : <SoundPanel {...props} />
}
