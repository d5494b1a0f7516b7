import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const pageBytes = 4096
const ticksPerSecond = 100
const watchEveryMs = 250
/** What it waits for, a busy machine's other work above all, may take so many times as long as its own work. */
const patience = 4

/** `seconds` of the processor's time. */
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
    const timer = setTimeout(end, patience * seconds * 1000, 'time_limit')
    const watch = setInterval(async () => {
      const taken = await takenBy(child.pid)
      if (taken.residentMb > memoryMb) end('memory_limit')
      else if (taken.processorSeconds > seconds) end('time_limit')
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

/** Nothing where the system does not tell: patience ends everywhere. */
async function takenBy(pid: number | undefined): Promise<{ residentMb: number; processorSeconds: number }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // Behind the program's name, which may hold blanks: proc(5) counts from 3 there.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return {
      residentMb: (field(24) * pageBytes) / 1024 / 1024,
      processorSeconds: (field(14) + field(15)) / ticksPerSecond,
    }
  } catch {
    return { residentMb: 0, processorSeconds: 0 }
  }
}
