import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import type { Quality } from '@fonema/contract'
import { failed, type MeasureMessage, type Measurement, type MeasurementRequest } from './measurement.ts'

const program = path.join(import.meta.dirname, 'measure-process.ts')
const pageBytes = 4096

export type MeasureLimits = { seconds: number; memoryMb: number }

/** Two minutes and the audio's length; typed arrays lie outside V8's heap, so the memory is watched from outside. */
export const limitsFor = (audioSeconds: number): MeasureLimits => ({ seconds: 120 + audioSeconds, memoryMb: 1024 })

/**
 * Measures a recording in a process of its own, within limits.
 *
 * @param onJudged told the verdict as soon as there is one; not when the process was ended before
 * @returns `time_limit`, `memory_limit` or `crashed` for every function when the process had to be ended or fell
 */
export function measureInProcess(
  request: MeasurementRequest,
  limits: MeasureLimits,
  onJudged: (quality: Quality) => void = () => {},
): Promise<Measurement> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // The recorder may run on this very machine: a sample lost for want of a processor is lost for good.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let outcome: Measurement | undefined
    const end = (error: string) => {
      outcome ??= failed(request.functions, error)
      child.kill('SIGKILL')
    }
    const timer = setTimeout(end, limits.seconds * 1000, 'time_limit')
    const watch = setInterval(async () => {
      if ((await residentMb(child.pid)) > limits.memoryMb) end('memory_limit')
    }, 250)
    child.on('message', (said) => {
      const message = said as MeasureMessage
      if (message.kind === 'measured') outcome ??= message.measurement
      else if (message.quality !== null) onJudged(message.quality)
    })
    child.once('error', () => end('crashed'))
    child.once('close', () => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(outcome ?? failed(request.functions, 'crashed'))
    })
    child.send(request)
  })
}

/** 0 where the system does not tell: the time limit holds everywhere. */
async function residentMb(pid: number | undefined): Promise<number> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    return (Number(pages) * pageBytes) / 1024 / 1024
  } catch {
    return 0
  }
}
