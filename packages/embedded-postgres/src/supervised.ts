import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { Account } from './account.ts'

/**
 * Runs the command given as arguments and ties its life to descriptor 4, whose other end only the server holds. When
 * that end closes, even because the server was killed, the command gets SIGINT (PostgreSQL's fast shutdown), after five
 * seconds SIGQUIT (immediate), then SIGKILL. Each is repeated, because a starting program misses signals. There are two
 * shells, so that the watch survives when the first one is killed.
 */
const SUPERVISOR = `
exec 5<&0
"$@" <&5 5<&- 4<&- &
child=$!
exec 0</dev/null 5<&-
(
  while read -r _ <&4; do :; done
  ticks=0
  while [ $ticks -lt 120 ] && kill -0 $child 2>/dev/null; do
    if [ $ticks -lt 50 ]; then kill -INT $child; elif [ $ticks -lt 100 ]; then kill -QUIT $child; else kill -KILL $child; fi
    ticks=$((ticks + 1))
    sleep 0.1
  done
) >/dev/null 2>&1 &
watcher=$!
exec 4<&-
wait $child
status=$?
kill $watcher 2>/dev/null
exit $status
`

/** Where the child finds the cluster: see `runSupervised`. */
export const CLUSTER = '/proc/self/fd/3'

export type Supervised = {
  /** Resolves when the command, or at least its supervisor, has ended; never rejects. */
  ended: Promise<{ status: number | null; error?: Error }>
  /** Requests a fast shutdown; `ended` resolves when it is done. */
  end(): void
  /** The last lines of its output. */
  lastLines: string[]
}

const LINES_KEPT = 20

/**
 * Runs one of PostgreSQL's programs as `account` on a cluster. This process opens the cluster and passes it as an open
 * folder, /proc/self/fd/3. So the cluster may be below folders that the account cannot enter, such as /root or a data
 * folder with keys: their permissions are never widened.
 */
export function runSupervised(options: {
  command: string
  args: string[]
  account: Account
  clusterDir: string
  stdin?: string
  onLine?: (line: string) => void
}): Supervised {
  const cluster = openSync(options.clusterDir, 'r')
  let child: ChildProcess
  try {
    child = spawn('/bin/sh', ['-c', SUPERVISOR, 'fonema-database', options.command, ...options.args], {
      ...options.account.switchTo,
      cwd: '/',
      // Its own session: Ctrl-C in the terminal is for the server, which stops the database after its last request.
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'pipe', 'pipe', cluster, 'pipe'],
    })
  } finally {
    closeSync(cluster)
  }
  const lifeline = child.stdio[4] as Writable // a 'pipe' in stdio above
  lifeline.on('error', () => {}) // the supervisor has gone; `ended` resolves
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.stdin ?? '')

  const lastLines: string[] = []
  const keep = (line: string) => {
    if (lastLines.push(line) > LINES_KEPT) lastLines.shift()
    options.onLine?.(line)
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, keep)

  const ended = new Promise<{ status: number | null; error?: Error }>((resolve) => {
    child.once('error', (error) => resolve({ status: null, error }))
    child.once('exit', (status) => {
      lifeline.end() // if only the first shell was killed, the second one and PostgreSQL still run
      const patience = setTimeout(() => resolve({ status }), 500) // a remaining process keeps the output open
      child.once('close', () => {
        clearTimeout(patience)
        resolve({ status })
      })
    })
  })
  return { ended, end: () => lifeline.end(), lastLines }
}

function eachLine(stream: NodeJS.ReadableStream, use: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) use(line)
  })
  stream.on('end', () => {
    if (rest) use(rest)
  })
}
