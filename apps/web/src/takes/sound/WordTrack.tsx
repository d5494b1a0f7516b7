import type { Curves } from '@fonema/speech'
import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import type { AudioPlayer } from '../audio-player.ts'
import classes from './SoundView.module.css'
import type { Words } from './SoundView.tsx'
import { type Piece, piecesIn, piecesOf } from './track.ts'
import type { View } from './view.ts'
import { wordAt } from './word-at.ts'

type WordTrackProps = {
  words: Readonly<Words>
  pauses: Curves['pauses']
  player: AudioPlayer
  view: View
  plot: number
  axis: number
  language: string
}

/**
 * Words and pauses at their times. A click plays one; the one that sounds is marked. Tab enters the track once, arrow
 * keys move inside it.
 */
export const WordTrack = memo(function WordTrack({
  words,
  pauses,
  player,
  view,
  plot,
  axis,
  language,
}: WordTrackProps) {
  const { t } = useTranslation()
  const track = useRef<HTMLFieldSetElement>(null)
  const all = piecesOf(words, pauses)
  const shown = piecesIn(all, view, plot)
  const [current, setCurrent] = useState(0)
  const entry = shown.some(({ place }) => place === current) ? current : shown[0]?.place

  // Changes the elements directly: the position changes sixty times a second.
  useEffect(() => {
    const light = () => {
      const { seconds, isPlaying } = player.getSnapshot()
      const index = isPlaying || seconds > 0 ? wordAt(all, seconds) : -1
      for (const lit of track.current?.querySelectorAll('[data-lit]') ?? []) lit.removeAttribute('data-lit')
      track.current?.querySelector(`[data-place="${index}"]`)?.setAttribute('data-lit', '')
    }
    light()
    return player.subscribe(light)
  })

  // After a move beyond the edge, the new page has the button.
  useEffect(() => {
    const focused = document.activeElement
    if (track.current?.contains(focused) && focused?.getAttribute('data-place') !== String(current))
      track.current.querySelector<HTMLElement>(`[data-place="${current}"]`)?.focus()
  }, [current])

  function move(event: KeyboardEvent) {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: all.length - 1 }[event.key]
    const piece = to === undefined ? undefined : all[to]
    if (to === undefined || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    if (piece === undefined) return
    setCurrent(to)
    // The view follows the position.
    player.seek(piece.start)
  }

  const onFocus = ({ target }: FocusEvent) => {
    const place = target.getAttribute('data-place')
    if (place !== null) setCurrent(Number(place))
  }

  if (all.length === 0) return null
  const nameOf = ({ text, start, end }: Piece) =>
    text === null
      ? t('responses__sound__pause', { seconds: formatDecimals(end - start, currentLanguage(), 1) })
      : undefined
  return (
    <fieldset
      ref={track}
      className={classes.track}
      style={{ marginLeft: axis, width: plot }}
      aria-label={t('responses__sound__track')}
      onKeyDown={move}
      onFocus={onFocus}
    >
      {shown.map(({ left, width, room, row, ...piece }) => (
        <button
          key={piece.place}
          type="button"
          lang={piece.text === null ? undefined : language}
          tabIndex={piece.place === entry ? 0 : -1}
          data-place={piece.place}
          data-kind={piece.text === null ? 'pause' : 'word'}
          data-row={row}
          aria-label={nameOf(piece)}
          title={nameOf(piece) ?? piece.text ?? undefined}
          style={{ left, width: Math.max(3, width) }}
          onClick={() => player.playPiece(piece)}
        >
          {piece.text !== null && <i className={classes.bar} style={{ width: Math.max(3, width) }} />}
          {piece.text === null
            ? width > 44 && `${formatDecimals(piece.end - piece.start, currentLanguage(), 1)} s`
            : room > 9 && (
                <span className={classes.said} style={{ maxWidth: room }}>
                  {piece.text}
                </span>
              )}
        </button>
      ))}
    </fieldset>
  )
})
