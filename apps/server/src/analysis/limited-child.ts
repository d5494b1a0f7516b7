import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { longestS } from '@fonema/audio'
import { traced } from '../platform/traces/traces.ts'
import { childOptions, compiledFolder } from './compiled.ts'
import { findSandbox, infoDescriptor, type Reach, sandboxed } from './sandbox.ts'

const pageBytes = 4096
const ticksPerSecond = 100
const watchEveryMs = 250
/**
 * The limit on elapsed time is this many times the limit on processor time, because a busy machine makes the child
 * wait.
 */
const patience = 4

/** `seconds` of processor time, plus `perAudioSecond` for each second of sound that the child has decoded. */
export type ChildLimits = { seconds: number; perAudioSecond: number; memoryMb: number }

/** The child sends this once. Limits use the decoded length, because a file's header may be wrong. */
export type Decoded = { decodedSeconds: number }

/**
 * Runs one of our programs as a child process: in a sandbox, without this process's environment, at low priority and
 * within limits. Typed arrays and models lie outside V8's heap, so memory is watched from outside.
 *
 * @param request sent to the program as its only message
 * @param onMessage called with every message of the program except `Decoded`
 * @returns the limit that was exceeded; null when the process ended by itself, with success or by a crash
 */
export async function runLimitedChild(
  program: string,
  request: object,
  limits: ChildLimits,
  reach: Reach,
  onMessage: (message: unknown) => void,
  sandbox = findSandbox(),
): Promise<'time_limit' | 'memory_limit' | null> {
  const kind = await sandbox
  const nodeArguments = [...childOptions, `--max-old-space-size=${limits.memoryMb}`, program]
  // Node uses compiled code only where it may write. bwrap mounts the folder read-only; without bwrap nothing else does.
  const compiled = kind === 'bwrap' ? compiledFolder(program) : undefined
  const [command, ...rest] = sandboxed(kind, nodeArguments, { ...reach, ...(compiled !== undefined && { compiled }) })
  const child = spawn(command, rest, {
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
    detached: true, // a process group of its own, to be ended as a whole
  })
  const ended = new Promise<'time_limit' | 'memory_limit' | null>((resolve) => {
    let beyond: 'time_limit' | 'memory_limit' | null = null
    let seconds = limits.seconds
    const started = performance.now()
    const end = (limit: typeof beyond) => {
      beyond ??= limit
      endGroup(child)
    }
    const { pid, lower } = watchedPid(child)
    const watch = setInterval(async () => {
      const taken = await takenBy(pid())
      if (taken.residentMb > limits.memoryMb) end('memory_limit')
      else if (taken.processorSeconds > seconds) end('time_limit')
      else if (performance.now() - started > patience * seconds * 1000) end('time_limit')
    }, watchEveryMs)
    child.on('message', (message) => {
      if (!isDecoded(message)) return onMessage(message)
      lower() // by now it has the session that bwrap gave it
      seconds = limits.seconds + limits.perAudioSecond * Math.min(message.decodedSeconds, longestS)
    })
    child.once('error', () => end(null))
    child.once('close', () => {
      clearInterval(watch)
      resolve(beyond)
    })
    child.send(request, () => {}) // a child that crashed before reading this closes anyway
  })
  return traced(path.basename(program, '.ts'), () => ended)
}

/**
 * Ends the child and what it has started. If only bwrap is killed while it starts, its own child may wait forever and keep our
 * pipes open.
 */
function endGroup({ pid }: ChildProcess) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

const isDecoded = (message: unknown): message is Decoded =>
  typeof message === 'object' && message !== null && 'decodedSeconds' in message && Number(message.decodedSeconds) > 0

/** The pid of the process that does the work. bwrap runs between that process and this one, and reports its pid. */
function watchedPid(child: ChildProcess): { pid: () => number | undefined; lower(): void } {
  let { pid } = child
  let info = ''
  const lower = () => {
    try {
      // The recorder may run on this machine. A sample lost because no processor was free is lost for good.
      if (pid === undefined) return
      setPriority(pid, constants.priority.PRIORITY_LOW)
      // Linux may schedule sessions as groups. bwrap starts one, and a priority then only counts within the group.
      // A child that is still in this process's group must leave that group's priority as it is. A tenth of the usual share
      // is left to the group, so that results come while others keep the processor busy.
      if (groupOf(pid) !== groupOf('self'))
        writeFileSync(`/proc/${pid}/autogroup`, `${constants.priority.PRIORITY_BELOW_NORMAL}`)
    } catch {
      // It has already ended, or the system has no such groups.
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
  return { pid: () => pid, lower }
}

/** The name of the scheduler's group, as in `/autogroup-25 nice 0`. */
const groupOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0]

/** Zeros on a system without /proc. The limit on elapsed time works everywhere. */
async function takenBy(pid: number | undefined): Promise<{ residentMb: number; processorSeconds: number }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The fields after the program's name, which may contain spaces. proc(5) numbers the first of them 3.
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
