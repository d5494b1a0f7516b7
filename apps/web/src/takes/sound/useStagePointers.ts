import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../ui/useLatest.ts'
import type { AudioPlayer } from '../audio-player.ts'
import type { Span } from '../window-peaks.ts'
import { syllableAt } from './hit.ts'
import { panned, timeAt, type View, zoomed } from './view.ts'

/** A pointer that moves less than this clicks, px. */
const clickPx = 4
/** How near a click must be to a syllable, px. */
const syllablePx = 12
/** A shorter selection is a click that slipped, s. */
const shortestSelection = 0.02

type Stage = {
  player: AudioPlayer
  view: View | null
  duration: number
  plot: number
  syllables: readonly number[]
  /** Where a click plays a syllable, px from the top. */
  lane: { top: number; bottom: number }
  onView: (view: View) => void
  onClick: () => void
}

type Point = { x: number; y: number }

/** A click seeks or plays a syllable, a drag selects, two fingers zoom and pan, so do the wheel with Ctrl and sideways. */
export function useStagePointers(stage: Stage) {
  const latest = useLatest(stage)
  const overlay = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const began = useRef<(Point & { seconds: number }) | null>(null)
  const [drag, setDrag] = useState<Span | null>(null)

  useEffect(() => {
    const element = overlay.current
    if (element === null) return
    // React's own listener cannot prevent the page from zooming.
    const onWheel = (event: WheelEvent) => {
      const { view, duration, plot, onView } = latest.current
      if (view === null) return
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        const x = event.clientX - element.getBoundingClientRect().left
        onView(zoomed(view, Math.exp(-event.deltaY / 300), timeAt(view, x, plot), duration))
      } else if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY)))
        onView(panned(view, (sideways / plot) * view.length, duration))
      else return
      event.preventDefault()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [latest])

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const secondsAt = (x: number) =>
    stage.view === null ? 0 : Math.max(0, Math.min(timeAt(stage.view, x, stage.plot), stage.duration))
  const pieceTo = (x: number): Span | null => {
    if (began.current === null || Math.abs(x - began.current.x) < clickPx) return null
    const [from, to] = [began.current.seconds, secondsAt(x)]
    return { start: Math.min(from, to), end: Math.max(from, to) }
  }

  function pinch(event: PointerEvent, point: Point) {
    const before = [...pointers.current.values()]
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    const { view, plot, duration, onView } = stage
    if (view === null || other === undefined) return
    const [a, b] = before as [Point, Point]
    const spread = Math.abs(a.x - b.x)
    const factor = Math.abs(point.x - other.x) / Math.max(1, spread)
    const middle = (point.x + other.x) / 2
    const moved = ((a.x + b.x) / 2 - middle) / plot
    onView(zoomed(panned(view, moved * view.length, duration), factor || 1, timeAt(view, middle, plot), duration))
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || stage.view === null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const point = pointOf(event)
      pointers.current.set(event.pointerId, point)
      // A second finger turns a selection into a zoom.
      began.current = pointers.current.size === 1 ? { ...point, seconds: secondsAt(point.x) } : null
      setDrag(null)
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!pointers.current.has(event.pointerId)) return
      const point = pointOf(event)
      if (pointers.current.size === 2) pinch(event, point)
      else setDrag(pieceTo(point.x))
      pointers.current.set(event.pointerId, point)
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      if (!pointers.current.delete(event.pointerId)) return
      const point = pointOf(event)
      const piece = pieceTo(point.x)
      const isClick = began.current !== null && piece === null
      began.current = null
      setDrag(null)
      const { player, syllables, lane, view, plot, onClick } = stage
      if (piece !== null && piece.end - piece.start >= shortestSelection) player.select(piece)
      else if (isClick && view !== null) {
        const isSyllable = point.y >= lane.top && point.y < lane.bottom
        const near = (syllablePx / plot) * view.length
        const syllable = isSyllable ? syllableAt(syllables, secondsAt(point.x), near) : null
        if (syllable === null) player.seek(secondsAt(point.x))
        else player.playPiece(syllable)
      }
      onClick()
    },
    onPointerCancel(event: PointerEvent<HTMLDivElement>) {
      pointers.current.delete(event.pointerId)
      began.current = null
      setDrag(null)
    },
  }
  return { drag, handlers, overlay }
}
