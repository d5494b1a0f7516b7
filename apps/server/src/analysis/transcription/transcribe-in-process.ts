import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TranscriptionOutcome, TranscriptionRequest } from './transcription.ts'

const program = path.join(import.meta.dirname, 'transcribe-process.ts')
const pageBytes = 4096

export type TranscribeLimits = { seconds: number; memoryMb: number }

/** The lowest priority on a busy machine: generous with time, which costs nobody anything. */
export const transcribeLimitsFor = (audioSeconds: number): TranscribeLimits => ({
  seconds: 300 + 10 * audioSeconds,
  memoryMb: 3072,
})

/**
 * Transcribes a recording in a process of its own, within limits.
 *
 * @returns `transcriber_unavailable` when the process fell before its model was loaded: a broken model does that
 */
export function transcribeInProcess(
  request: TranscriptionRequest,
  limits: TranscribeLimits,
): Promise<TranscriptionOutcome> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    let isLoaded = request.engine?.kind !== 'sherpa'
    let outcome: TranscriptionOutcome | undefined
    const end = (error: 'time_limit' | 'memory_limit') => {
      outcome ??= { status: 'failed', error }
      child.kill('SIGKILL')
    }
    const timer = setTimeout(end, limits.seconds * 1000, 'time_limit')
    const watch = setInterval(async () => {
      if ((await residentMb(child.pid)) > limits.memoryMb) end('memory_limit')
    }, 500)
    child.on('message', (message) => {
      if (message === 'loaded') isLoaded = true
      else outcome ??= message as TranscriptionOutcome
    })
    child.once('error', () => child.kill('SIGKILL'))
    child.once('close', () => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(outcome ?? { status: 'failed', error: isLoaded ? 'crashed' : 'transcriber_unavailable' })
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
