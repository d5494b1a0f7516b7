// Runs an image as an engine would, without one: its layers become a folder, its configuration a container of runc.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type ImageConfig = {
  architecture: string
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    WorkingDir: string
    Volumes: Record<string, object>
    StopSignal: string
    Healthcheck?: { Test: string[] }
  }
}
export type Unpacked = { rootfs: string; image: ImageConfig }

/** @param file an image as `docker save` writes it */
export function unpackImage(file: string, folder: string): Unpacked {
  const archive = path.join(folder, 'archive')
  const rootfs = path.join(folder, 'rootfs')
  for (const one of [archive, rootfs]) mkdirSync(one, { recursive: true })
  execFileSync('tar', ['-xf', file, '-C', archive])
  const [manifest] = JSON.parse(readFileSync(path.join(archive, 'manifest.json'), 'utf8'))
  for (const layer of manifest.Layers) execFileSync('tar', ['-xf', path.join(archive, layer), '-C', rootfs])
  const image: ImageConfig = JSON.parse(readFileSync(path.join(archive, manifest.Config), 'utf8'))
  execFileSync('rm', ['-r', archive])
  return { rootfs, image }
}

type Options = {
  /** The container's folders: its configuration, and `data` for the volume. */
  folder: string
  environment: Record<string, string>
  role?: 'all' | 'web' | 'worker'
}

/**
 * A container as strict as the chart's: the image's user, no capability, a read-only root, and only the volume and /tmp
 * writable. It shares the machine's network, so that it reaches the database.
 */
export async function startContainer({ rootfs, image: { config } }: Unpacked, { folder, environment, role }: Options) {
  const name = path.basename(folder)
  const [uid, gid] = config.User.split(':').map(Number)
  const volumes = Object.keys(config.Volumes).map((place) => {
    const source = path.join(folder, path.basename(place))
    mkdirSync(source, { recursive: true, mode: 0o700 })
    chownSync(source, uid!, gid!)
    return { destination: place, type: 'bind', source, options: ['bind', 'rw', 'nosuid', 'nodev'] }
  })
  const temporary = (destination: string, mode: string, ...more: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', `mode=${mode}`, ...more],
  })
  const specification = {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...(role === undefined ? config.Cmd : [role])],
      env: [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)],
      cwd: config.WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    hostname: 'fonema',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
      temporary('/dev', '755'),
      temporary('/dev/shm', '1777', 'nodev'),
      temporary('/tmp', '1777', 'nodev'),
      ...volumes,
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/sysrq-trigger'],
      readonlyPaths: ['/proc/sys', '/proc/irq', '/proc/bus'],
    },
  }
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(specification))
  const runc = ['--root', path.join(folder, 'state')]
  const child: ChildProcess = spawn('runc', [...runc, 'run', '--bundle', folder, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text) => lines.push(...text.split('\n').filter(Boolean)))
  const ended = once(child, 'exit').then(([status]) => status as number)
  return {
    lines,
    ended,
    hasEnded: () => child.exitCode !== null,
    /** Runs a program inside, as `docker exec` does. */
    exec: (...command: string[]) =>
      execFileSync('runc', [...runc, 'exec', name, ...command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    /** Sends the image's signal. @returns the status and how long it took */
    async stop() {
      const begun = performance.now()
      if (child.exitCode === null) execFileSync('runc', [...runc, 'kill', name, config.StopSignal])
      return { status: await ended, seconds: (performance.now() - begun) / 1000 }
    },
    /** Ends it if it still runs, without a chance to stop. */
    async remove() {
      if (child.exitCode === null) execFileSync('runc', [...runc, 'kill', name, 'KILL'])
      await ended
    },
  }
}
