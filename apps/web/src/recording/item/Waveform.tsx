import { useSyncExternalStore } from 'react'
import type { Readable } from '../../ui/readable.ts'
import { type Zone, zoneOf } from '../level/zones.ts'
import { waveformLength } from '../recorder/level.ts'
import type { Meter } from '../recorder/types.ts'
import classes from './Waveform.module.css'

const height = 48
const step = 4
const zones: readonly Zone[] = ['silent', 'quiet', 'good', 'clipping']

/** The last 100 levels, the newest on the right; while recording in the colours of their zones. */
export function Waveform({ meter, isRecording = false }: { meter: Readable<Meter>; isRecording?: boolean }) {
  const { levels } = useSyncExternalStore(meter.subscribe, meter.getSnapshot)
  const pathOf = (isShown: (level: number) => boolean) =>
    levels
      .map((level, i) => {
        if (!isShown(level)) return ''
        const x = (waveformLength - levels.length + i) * step + step / 2
        const half = Math.max(1, (Math.sqrt(level) * height) / 2)
        return `M${x} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`
      })
      .join('')
  return (
    <svg
      className={classes.waveform}
      viewBox={`0 0 ${waveformLength * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {isRecording ? (
        zones.map((zone) => <path key={zone} data-zone={zone} d={pathOf((level) => zoneOf(level) === zone)} />)
      ) : (
        <path d={pathOf(() => true)} />
      )}
    </svg>
  )
}
