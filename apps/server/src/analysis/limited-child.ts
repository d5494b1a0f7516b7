import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { longestS } from '@fonema/audio'
import { findSandbox, infoDescriptor, type Reach, sandboxed } from './sandbox.ts'

const pageBytes = 4096
const ticksPerSecond = 100
const watchEveryMs = 250
/** What it waits for, a busy machine's other work above all, may take so many times as long as its own work. */
const patience = 4

/** `seconds` of the processor's time, and `perAudioSecond` more for each second of sound that the child has decoded. */
export type ChildLimits = { seconds: number; perAudioSecond: number; memoryMb: number }

/** A child says once how much sound the file really holds: what a header declares sets no limit. */
export type Decoded = { decodedSeconds: number }

/**
 * Runs a program of ours in a process of its own: in a sandbox, without this process's environment, at low priority and
 * within limits. Typed arrays and models lie outside V8's heap, so the memory is watched from outside.
 *
 * @param request sent to the program as its one message
 * @param onMessage gets whatever the program sends, but for `Decoded`
 * @returns the limit that it went beyond; null when it ended by itself, whether it did its work or fell
 */
export async function runLimitedChild(
  program: string,
  request: object,
  limits: ChildLimits,
  reach: Reach,
  onMessage: (message: unknown) => void,
  sandbox = findSandbox(),
): Promise<'time_limit' | 'memory_limit' | null> {
  const nodeArguments = [`--max-old-space-size=${limits.memoryMb}`, program]
  const [command, ...rest] = sandboxed(await sandbox, nodeArguments, reach)
  const child = spawn(command, rest, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
  })
  return new Promise((resolve) => {
    let beyond: 'time_limit' | 'memory_limit' | null = null
    let seconds = limits.seconds
    const started = performance.now()
    const end = (limit: typeof beyond) => {
      beyond ??= limit
      child.kill('SIGKILL')
    }
    const pid = watchedPid(child)
    const watch = setInterval(async () => {
      const taken = await takenBy(pid())
      if (taken.residentMb > limits.memoryMb) end('memory_limit')
      else if (taken.processorSeconds > seconds) end('time_limit')
      else if (performance.now() - started > patience * seconds * 1000) end('time_limit')
    }, watchEveryMs)
    child.on('message', (message) => {
      if (!isDecoded(message)) return onMessage(message)
      seconds = limits.seconds + limits.perAudioSecond * Math.min(message.decodedSeconds, longestS)
    })
    child.once('error', () => end(null))
    child.once('close', () => {
      clearInterval(watch)
      resolve(beyond)
    })
    child.send(request, () => {}) // a child that fell before it could read closes anyway
  })
}

const isDecoded = (message: unknown): message is Decoded =>
  typeof message === 'object' && message !== null && 'decodedSeconds' in message && Number(message.decodedSeconds) > 0

/** The process that does the work: bwrap stays between it and us, and reports its number. */
function watchedPid(child: ChildProcess): () => number | undefined {
  let { pid } = child
  let info = ''
  const lower = () => {
    try {
      // The recorder may run on this very machine: a sample lost for want of a processor is lost for good.
      if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already.
    }
  }
  lower()
  const pipe = child.stdio[infoDescriptor] as Readable
  pipe.on('error', () => {})
  pipe.on('data', (chunk: Buffer) => {
    info += chunk.toString()
    const inner = /"child-pid": (\d+)/.exec(info)?.[1]
    if (inner === undefined || pid === Number(inner)) return
    pid = Number(inner)
    lower()
  })
  return () => pid
}

/** Nothing where the system does not say: patience ends everywhere. */
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
