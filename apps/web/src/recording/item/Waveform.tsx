import { useSyncExternalStore } from 'react'
import type { Readable } from '../../ui/readable.ts'
import { waveformLength } from '../recorder/level.ts'
import type { Meter } from '../recorder/types.ts'
import classes from './Waveform.module.css'

const height = 48
const step = 4

/** The last 100 levels, the newest on the right. */
export function Waveform({ meter, isRecording = false }: { meter: Readable<Meter>; isRecording?: boolean }) {
  const { levels } = useSyncExternalStore(meter.subscribe, meter.getSnapshot)
  const path = levels
    .map((level, i) => {
      const x = (waveformLength - levels.length + i) * step + step / 2
      const half = Math.max(1, (Math.sqrt(level) * height) / 2)
      return `M${x} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`
    })
    .join('')
  return (
    <svg
      className={classes.waveform}
      data-recording={isRecording || undefined}
      viewBox={`0 0 ${waveformLength * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
