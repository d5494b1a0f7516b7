import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Quality } from '@fonema/contract'
import { type ChildLimits, runLimitedChild } from './limited-child.ts'
import { failed, type MeasureMessage, type Measurement, type MeasurementRequest } from './measurement.ts'

const program = path.join(import.meta.dirname, 'measure-process.ts')

/** Two minutes and the audio's length. */
export const measuringLimits: ChildLimits = { seconds: 120, perAudioSecond: 1, memoryMb: 1024 }

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
  // Only what is neither WAV nor FLAC is left to ffmpeg; an upload is always one of them.
  const reach = { read: [request.file], programs: !(await isPlain(request.file)) }
  const beyond = await runLimitedChild(program, request, limits, reach, (said) => {
    const message = said as MeasureMessage
    if (message.kind === 'measured') measurement ??= message.measurement
    else if (message.quality !== null) onJudged(message.quality)
  })
  return measurement ?? failed(request.functions, beyond ?? 'crashed')
}

async function isPlain(name: string): Promise<boolean> {
  const file = await open(name)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['RIFF', 'fLaC'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}
