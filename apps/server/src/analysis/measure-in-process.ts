import path from 'node:path'
import type { Quality } from '@fonema/contract'
import { type ChildLimits, runLimitedChild } from './limited-child.ts'
import { failed, type MeasureMessage, type Measurement, type MeasurementRequest } from './measurement.ts'

const program = path.join(import.meta.dirname, 'measure-process.ts')

/** Two minutes and the audio's length. */
export const limitsFor = (audioSeconds: number): ChildLimits => ({ seconds: 120 + audioSeconds, memoryMb: 1024 })

/**
 * Measures a recording in a process of its own, within limits.
 *
 * @param onJudged told the verdict as soon as there is one; not when the process was ended before
 * @returns `time_limit`, `memory_limit` or `crashed` for every function when the process had to be ended or fell
 */
export async function measureInProcess(
  request: MeasurementRequest,
  limits: ChildLimits,
  onJudged: (quality: Quality) => void = () => {},
): Promise<Measurement> {
  let measurement: Measurement | undefined
  const beyond = await runLimitedChild(program, request, limits, (said) => {
    const message = said as MeasureMessage
    if (message.kind === 'measured') measurement ??= message.measurement
    else if (message.quality !== null) onJudged(message.quality)
  })
  return measurement ?? failed(request.functions, beyond ?? 'crashed')
}
