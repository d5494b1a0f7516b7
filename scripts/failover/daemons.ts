import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chooseAccount } from '@fonema/embedded-postgres'

export const PGBOUNCER = '/usr/sbin/pgbouncer'

/** Programs of Debian that make several database machines, as the documents advise. */
export const FAILOVER_NEEDS = [
  { file: PGBOUNCER, package: 'pgbouncer' },
  { file: '/usr/sbin/haproxy', package: 'haproxy' },
  { command: 'patroni', package: 'patroni' },
  // What Patroni speaks to etcd with; it only recommends the package.
  { file: '/usr/lib/python3/dist-packages/etcd', package: 'python3-etcd' },
  { command: 'etcd', package: 'etcd-server' },
  { command: 'pgbackrest', package: 'pgbackrest' },
]

/** Database programs refuse to run as root. */
const account = () => chooseAccount(undefined).switchTo

/** A command that runs as an ordinary account and ends with its parent. */
export function asAccount(...command: string[]): string[] {
  const ids = account()
  const switching = ids ? ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups'] : []
  return ['setpriv', ...switching, '--pdeathsig', 'KILL', ...command]
}

function giveTo(place: string): string {
  const ids = account()
  if (ids) chownSync(place, ids.uid, ids.gid)
  return place
}

/** A temporary folder whose path the account can enter. The account cannot list it. */
export function createFolder(prefix: string) {
  const folder = mkdtempSync(path.join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export function folderOfAccount(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return giveTo(folder)
}

export function fileOfAccount(file: string, content: string | Uint8Array): string {
  writeFileSync(file, content, { mode: 0o600 })
  return giveTo(file)
}

export type Daemon = { process: ChildProcess; output: { text: string }; kill(): Promise<void> }

/** Keeps the end of what the program says, for the message when it does not start. */
export function startDaemon([command = '', ...words]: string[], environment: Record<string, string> = {}): Daemon {
  const child = spawn(command, words, {
    env: { PATH: `/usr/sbin:/usr/bin:/sbin:/bin:${process.env.PATH}`, LC_ALL: 'C.UTF-8', ...environment },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output.text = (output.text + chunk).slice(-20_000)
    })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  return {
    process: child,
    output,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A file of deploy/failover with other values, such as the ports of a trial. Each must be there. */
export function deployed(name: string, changes: readonly (readonly [line: RegExp, instead: string])[]): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../deploy/failover', name), 'utf8')
  return changes.reduce((changed, [line, instead]) => {
    if (!line.test(changed)) throw new Error(`deploy/failover/${name} has no ${line}`)
    return changed.replace(line, () => instead)
  }, text)
}
