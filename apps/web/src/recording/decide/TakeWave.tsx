import type { Mark } from '../judge/marks.ts'
import type { TakeSound } from '../judge/messages.ts'
import classes from './TakeWave.module.css'

const width = 1000
const height = 100
/** A shorter mark would not be seen. */
const narrowest = 6

/** The take as bars, and its problems as bands with a line at each end, so that they are seen without colours. */
export function TakeWave({ sound, marks, seconds }: { sound: TakeSound; marks: readonly Mark[]; seconds: number }) {
  const { peaks, durationSeconds } = sound
  const xOf = (at: number) => (durationSeconds === 0 ? 0 : (width * at) / durationSeconds)
  const step = width / Math.max(1, peaks.length)
  const bar = (i: number) => {
    const half = Math.max(0.8, (Math.sqrt(peaks[i]!) * height) / 2)
    return `M${(step * (i + 0.5)).toFixed(1)} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`
  }
  const played = Math.round(xOf(seconds) / step)
  const path = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => bar(from + i)).join('')
  return (
    <svg className={classes.wave} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ kind, span }) => {
        const x = xOf(span.start)
        const length = Math.max(narrowest, xOf(span.end) - x)
        const left = Math.min(x, width - length)
        return (
          <g key={`${kind}-${span.start}`} data-kind={kind} className={classes.mark}>
            <rect x={left} y={0} width={length} height={height} />
            <path d={`M${left} 0v${height}M${left + length} 0v${height}`} />
          </g>
        )
      })}
      <path className={classes.bars} d={path(played, peaks.length)} />
      <path className={classes.played} d={path(0, played)} />
    </svg>
  )
}
