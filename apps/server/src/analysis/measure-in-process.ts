import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Quality } from '@fonema/contract'
import { type ChildLimits, runLimitedChild } from './limited-child.ts'
import { failed, type MeasureMessage, type Measurement, type MeasurementRequest } from './measurement.ts'

const program = path.join(import.meta.dirname, 'measure-process.ts')

/** Two minutes plus the audio's length. */
export const measuringLimits: ChildLimits = { seconds: 120, perAudioSecond: 1, memoryMb: 1024 }

/**
 * Measures a recording in a child process, within limits.
 *
 * @param onJudged called with the verdict as soon as it is known; not called when the process was ended before
 * @returns `time_limit`, `memory_limit` or `crashed` for every function when the process was ended or crashed
 */
export async function measureInProcess(
  request: MeasurementRequest,
  limits: ChildLimits,
  onJudged: (quality: Quality) => void = () => {},
): Promise<Measurement> {
  let measurement: Measurement | undefined
  // Only formats other than WAV and FLAC need ffmpeg. An upload is always WAV or FLAC.
  const beside = request.examiner === null ? request.references : [...request.references, request.examiner]
  const read = [request.file, ...beside.map(({ file }) => file)]
  const reach = { read, programs: !(await isPlain(request.file)) }
  const beyond = await runLimitedChild(program, request, limits, reach, (received) => {
    const message = received as MeasureMessage
    if (message.kind === 'measured') measurement ??= message.measurement
    else if (message.quality !== null) onJudged(message.quality)
  })
  return measurement ?? failed(request.functions, beyond ?? 'crashed')
}

/** Whether a file can be read without ffmpeg. */
export async function isPlain(name: string): Promise<boolean> {
  const file = await open(name)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['RIFF', 'fLaC'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}
