import type { Speakers } from '@fonema/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import type { AudioPlayer } from '../audio-player.ts'
import classes from './SpeakerTrack.module.css'
import { atStart, speakerTexts } from './speaker-names.ts'
import { type View, xOf } from './view.ts'

type Segment = Speakers['segments'][number]
type SpeakerTrackProps = {
  segments: readonly Segment[]
  player: AudioPlayer
  view: View
  plot: number
  axis: number
}

/** So many pixels hold a name. */
const roomForName = 90

/**
 * Who speaks when. A click plays the piece. Tab enters the track once, arrow keys move inside it. Colours have a name and a
 * pattern beside them.
 */
export function SpeakerTrack({ segments, player, view, plot, axis }: SpeakerTrackProps) {
  const { t } = useTranslation()
  const track = useRef<HTMLFieldSetElement>(null)
  const [current, setCurrent] = useState(0)
  const end = view.start + view.length
  const shown = segments
    .map((segment, place) => ({ ...segment, place }))
    .filter(({ start_s, end_s }) => end_s >= view.start && start_s <= end)
  const entry = shown.some(({ place }) => place === current) ? current : shown[0]?.place
  const seconds = (value: number) => formatDecimals(value, currentLanguage(), 1)

  function move(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    const buttons = [...(track.current?.querySelectorAll('button') ?? [])]
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus()
  }

  if (segments.length === 0) return null
  return (
    <fieldset
      ref={track}
      className={classes.track}
      style={{ marginLeft: axis, width: plot }}
      aria-label={t('analysis__speakers__track')}
      onKeyDown={move}
    >
      {shown.map(({ start_s, end_s, speaker, place }) => {
        const left = Math.max(0, xOf(view, start_s, plot))
        const width = Math.min(plot, xOf(view, end_s, plot)) - left
        const name = atStart(t(speakerTexts[speaker]))
        const label = t('analysis__speakers__segment', { name, from: seconds(start_s), to: seconds(end_s) })
        return (
          <button
            key={place}
            type="button"
            tabIndex={place === entry ? 0 : -1}
            data-speaker={speaker}
            aria-label={label}
            title={label}
            style={{ left, width: Math.max(3, width) }}
            onFocus={() => setCurrent(place)}
            onClick={() => player.playPiece({ start: start_s, end: end_s })}
          >
            {width > roomForName ? name : width > 14 ? name[0] : ''}
          </button>
        )
      })}
    </fieldset>
  )
}
