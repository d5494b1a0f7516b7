import { spawn } from 'node:child_process'
import { AudioError } from './audio.ts'

/** Far more than decoding audio needs. A hostile file that needs more ends only its own process. */
const memoryKiB = 1024 * 1024
const longestComplaint = 2000

type Limits = { readonly read: (chunk: Buffer) => void; readonly timeS: number }

/**
 * Runs a program with a limit of time and of memory, and passes its output to `read`.
 *
 * @throws {AudioError} when the program is missing, exceeds the time limit, or fails
 */
export function runLimited(command: string, args: readonly string[], { read, timeS }: Limits): Promise<void> {
  // The shell limits itself, then becomes the program. Without `ulimit -v` on this system, it runs without the limit.
  const limited = ['-c', `ulimit -v ${memoryKiB} 2>/dev/null; exec "$@"`, 'sh', command, ...args]
  const child = spawn('/bin/sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, 1000 * timeS)
  child.stdout.on('data', read)
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < longestComplaint) complaint += chunk.toString()
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (timedOut) fail(new AudioError('time_limit', `${command} took more than ${Math.round(timeS)} s`))
      else if (code === 127) fail(new AudioError('ffmpeg_missing', 'this format needs ffmpeg, which is not installed'))
      else if (code !== 0) fail(new AudioError('decode_failed', lastLine(complaint)))
      else done()
    })
  })
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1) || undefined
}
