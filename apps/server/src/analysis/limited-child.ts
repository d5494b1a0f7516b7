import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const pageBytes = 4096
const watchEveryMs = 250

export type ChildLimits = { seconds: number; memoryMb: number }

/**
 * Runs a program of ours in a process of its own, at low priority and within limits; typed arrays and models lie outside
 * V8's heap, so the memory is watched from outside.
 *
 * @param request sent to the program as its one message
 * @param onMessage told whatever the program says
 * @returns the limit that it went beyond; null when it ended by itself, whether it did its work or fell
 */
export function runLimitedChild(
  program: string,
  request: object,
  { seconds, memoryMb }: ChildLimits,
  onMessage: (message: unknown) => void,
): Promise<'time_limit' | 'memory_limit' | null> {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // The recorder may run on this very machine: a sample lost for want of a processor is lost for good.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let beyond: 'time_limit' | 'memory_limit' | null = null
    const end = (limit: typeof beyond) => {
      beyond ??= limit
      child.kill('SIGKILL')
    }
    const timer = setTimeout(end, seconds * 1000, 'time_limit')
    const watch = setInterval(async () => {
      if ((await residentMb(child.pid)) > memoryMb) end('memory_limit')
    }, watchEveryMs)
    child.on('message', onMessage)
    child.once('error', () => end(null))
    child.once('close', () => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(beyond)
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
