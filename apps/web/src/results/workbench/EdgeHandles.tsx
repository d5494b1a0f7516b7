import { type PointerEvent, useState } from 'react'
import type { TrackPlace } from '../../takes/sound/SoundView.tsx'
import { timeAt, xOf } from '../../takes/sound/view.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import classes from './EdgeHandles.module.css'
import type { Edge } from './edits.ts'
import type { Piece } from './pieces.ts'

type EdgeHandlesProps = {
  /** Null: it has no edges. */
  piece: Piece | null
  place: TrackPlace
  /** The nearest moment to which an edge may be moved. */
  limit: (edge: Edge, seconds: number) => number
  /** Called once, when the pointer is lifted. */
  onMove: (edge: Edge, seconds: number) => void
}

const edges = ['start', 'end'] as const

/** The edges of a piece over the picture of the sound, to drag. Only for pointers: keys move the edges too. */
export function EdgeHandles({ piece, place: { view, plot }, limit, onMove }: EdgeHandlesProps) {
  const [dragged, setDragged] = useState<{ edge: Edge; seconds: number; grip: number } | null>(null)
  if (piece === null) return null

  const handlersOf = (edge: Edge) => {
    const momentOf = (event: PointerEvent<HTMLDivElement>, grip: number) => {
      const { left } = event.currentTarget.parentElement!.getBoundingClientRect()
      return limit(edge, timeAt(view, event.clientX - left - grip, plot))
    }
    return {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        // The picture below would begin a selection.
        event.stopPropagation()
        event.preventDefault()
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { left } = event.currentTarget.parentElement!.getBoundingClientRect()
        const grip = event.clientX - left - xOf(view, piece[edge], plot)
        setDragged({ edge, seconds: piece[edge], grip })
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        if (dragged?.edge === edge) setDragged({ ...dragged, seconds: momentOf(event, dragged.grip) })
      },
      onPointerUp(event: PointerEvent<HTMLDivElement>) {
        event.stopPropagation()
        if (dragged?.edge !== edge) return
        setDragged(null)
        if (dragged.seconds !== piece[edge]) onMove(edge, dragged.seconds)
      },
      onPointerCancel: () => setDragged(null),
    }
  }

  const shown = dragged === null ? piece : { ...piece, [dragged.edge]: dragged.seconds }
  const left = xOf(view, shown.start, plot)
  return (
    <div className={classes.edges} aria-hidden>
      <i className={classes.piece} style={{ left, width: xOf(view, shown.end, plot) - left }} />
      {edges.map((edge) => {
        const x = xOf(view, shown[edge], plot)
        if (x < -1 || x > plot + 1) return null
        return (
          <div
            key={edge}
            className={classes.handle}
            data-edge={edge}
            style={{ transform: `translateX(${x}px)` }}
            {...handlersOf(edge)}
          >
            {dragged?.edge === edge && <span>{`${formatDecimals(dragged.seconds, currentLanguage(), 2)} s`}</span>}
          </div>
        )
      })}
    </div>
  )
}
