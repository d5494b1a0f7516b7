import { spawn } from 'node:child_process'
import path from 'node:path'

/** `bwrap`: separate namespaces, without a network. `node`: only Node's permission model. */
export type SandboxKind = 'bwrap' | 'node'

/** What a child needs besides this product's own modules. */
export type Reach = {
  read: readonly string[]
  /** A folder with compiled code, only with bwrap: Node asks for the right to write there, and bwrap refuses the writing. */
  compiled?: string
  network?: boolean
  /** Native code, which Node's permission model cannot restrict. */
  addons?: boolean
  /** Other programs, which Node's permission model cannot restrict either. */
  programs?: boolean
}

const bwrap = '/usr/bin/bwrap'
const root = path.join(import.meta.dirname, '../../../..')
const modules = ['apps/server/src', 'apps/server/package.json', 'packages', 'node_modules', 'package.json'].map(
  (name) => path.join(root, name),
)
/** Programs and shared libraries, but no settings, home folders or data. */
const system = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']
/** The files for resolving names and checking certificates. */
const networkFiles = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl']
/** The file descriptor on which bwrap reports the child's process number. */
export const infoDescriptor = 4

/** The command line of a Node program in the sandbox. */
export function sandboxed(kind: SandboxKind, nodeArguments: readonly string[], reach: Reach): [string, ...string[]] {
  const node = [process.execPath, ...permissions(reach), ...nodeArguments] as const
  return kind === 'bwrap' ? [bwrap, ...namespaces(reach), '--', ...node] : [...node]
}

function permissions({ read, compiled, network, addons, programs }: Reach): string[] {
  // Node 24 does not restrict the network. Later releases do, unless --allow-net is given.
  const knowsNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net')
  return [
    '--permission',
    ...[...modules, ...read].map((name) => `--allow-fs-read=${name}`),
    ...(compiled === undefined ? [] : [`--allow-fs-read=${compiled}`, `--allow-fs-write=${compiled}`]),
    ...(addons ? ['--allow-addons'] : []),
    ...(programs ? ['--allow-child-process'] : []),
    ...(network && knowsNetwork ? ['--allow-net'] : []),
  ]
}

function namespaces({ read, compiled, network }: Reach): string[] {
  const bind = (option: string) => (name: string) => [option, name, name]
  return [
    ...['--unshare-all', ...(network ? ['--share-net'] : []), '--die-with-parent', '--as-pid-1', '--new-session'],
    ...['--cap-drop', 'ALL', '--info-fd', `${infoDescriptor}`, '--dev', '/dev', '--tmpfs', '/tmp'],
    ...[...system, ...(network ? networkFiles : [])].flatMap(bind('--ro-bind-try')),
    ...[process.execPath, ...modules, ...read].flatMap(bind('--ro-bind')),
    ...(compiled === undefined ? [] : ['--ro-bind-try', compiled, compiled]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ]
}

let found: Promise<SandboxKind> | undefined

/** Tests bwrap once: it may be missing, or the system may not allow it to create namespaces. */
export function findSandbox(): Promise<SandboxKind> {
  found ??= new Promise((resolve) => {
    const [command, ...rest] = sandboxed('bwrap', ['--version'], { read: [] })
    const child = spawn(command, rest, {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
      timeout: 10_000,
    })
    child.once('error', () => resolve('node'))
    child.once('close', (code) => resolve(code === 0 ? 'bwrap' : 'node'))
  })
  return found
}

/** One line for the log. */
export const sandboxNotes: Readonly<Record<SandboxKind, string>> = {
  bwrap: 'Recordings are read in a sandbox (bwrap) without network and without other files',
  node: "bwrap is missing or cannot create namespaces: recordings are read under Node's permission model alone (docs/security.md)",
}
