import type { Span } from '../window-peaks.ts'

/** The part of a take that is on the screen, in seconds from the start of the take. */
export type View = { start: number; length: number }

/** Two or three periods of a low voice fill the screen: more would show nothing. */
const shortestSeconds = 0.05
/** So many pixels for a second leave room for most words. */
const readablePixelsPerSecond = 64

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Moves a view into the take. */
export function fitted({ start, length }: View, duration: number): View {
  const fitting = clamp(length, Math.min(shortestSeconds, duration), duration)
  return { start: clamp(start, 0, duration - fitting), length: fitting }
}

export const wholeView = (duration: number): View => ({ start: 0, length: duration })

/** The whole take, or as much of its beginning as is readable. */
export const firstView = (duration: number, widthPx: number): View =>
  fitted({ start: 0, length: Math.max(2, widthPx / readablePixelsPerSecond) }, duration)

/** Zooms so that the moment `around` stays where it is. A factor above 1 shows more detail. */
export function zoomed(view: View, factor: number, around: number, duration: number): View {
  const length = clamp(view.length / factor, Math.min(shortestSeconds, duration), duration)
  const share = (around - view.start) / view.length
  return fitted({ start: around - share * length, length }, duration)
}

export const panned = (view: View, bySeconds: number, duration: number): View =>
  fitted({ start: view.start + bySeconds, length: view.length }, duration)

/** The same view while it shows the moment; otherwise the page that begins a little before it. */
export const following = (view: View, seconds: number, duration: number): View =>
  seconds >= view.start && seconds <= view.start + view.length
    ? view
    : fitted({ start: seconds - view.length / 20, length: view.length }, duration)

/** The same view while it shows all of the piece; otherwise one with the piece in its middle. */
export function showing(view: View, { start, end }: Span, duration: number): View {
  if (start >= view.start && end <= view.start + view.length) return view
  const length = Math.max(view.length, (end - start) * 1.5)
  return fitted({ start: (start + end - length) / 2, length }, duration)
}

export const xOf = (view: View, seconds: number, widthPx: number): number =>
  ((seconds - view.start) / view.length) * widthPx

export const timeAt = (view: View, x: number, widthPx: number): number => view.start + (x / widthPx) * view.length

/** Round distances between the ticks of a time axis. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120]

/** The times of an axis' ticks, at least `apartPx` apart, and the decimals that tell them apart. */
export function timeTicks(view: View, widthPx: number, apartPx: number): { times: number[]; decimals: number } {
  const step = steps.find((each) => (each / view.length) * widthPx >= apartPx) ?? steps.at(-1)!
  const first = Math.ceil(view.start / step - 1e-6)
  const last = Math.floor((view.start + view.length) / step + 1e-6)
  return {
    times: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step),
    decimals: step < 0.1 ? 2 : step < 1 ? 1 : 0,
  }
}
