import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedCompileCache } from '../compile-cache.ts'
import { freePort, openProxy } from './proxy.ts'

const program = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

export type Role = 'web' | 'worker'
export type Machine = { name: string; role: Role; process: ChildProcess; ended: Promise<void>; url: string | undefined }

export type Cluster = {
  /** The address of the proxy in front of all web processes. */
  url: string
  machines: Machine[]
  stop(): Promise<void>
}

type ClusterOptions = {
  /** DATABASE_URL, SECRET_KEY, S3_… and all other settings of the processes. */
  environment: Record<string, string>
  /** Each process gets its own folder in it: they share no disk. */
  dataDir: string
  count: Record<Role, number>
  port?: number
  onLine?: (machine: string, line: string) => void
}

/** Web and worker processes that share only a database and an S3 store, with a proxy in front of the web processes. */
export async function startCluster({ environment, dataDir, count, port, onLine }: ClusterOptions): Promise<Cluster> {
  const machines: Machine[] = []
  const stop = async () => {
    for (const { process: child } of machines) child.kill('SIGTERM')
    await Promise.all(machines.map(({ ended }) => ended))
  }
  const boot = async (role: Role, number: number, more: Record<string, string> = {}) => {
    const name = `${role}-${number}`
    const own = role === 'web' ? await freePort() : undefined
    const child = spawn(process.execPath, ['--max-semi-space-size=16', program, role], {
      env: {
        PATH: process.env.PATH,
        ...sharedCompileCache(),
        ...environment,
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: path.join(dataDir, name),
        PORT: String(own ?? 0),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter(Boolean)) onLine?.(name, line)
      })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const url = own === undefined ? undefined : `http://127.0.0.1:${own}`
    const machine = { name, role, process: child, ended, url }
    machines.push(machine)
    return machine
  }

  try {
    // The first one migrates, and creates the demonstration clinic if it is enabled; the others find both done.
    await ready(await boot('web', 1))
    const others = await Promise.all(
      Array.from({ length: count.web - 1 }, (_, index) => boot('web', index + 2, { DEMO: 'off' })),
    )
    for (let number = 1; number <= count.worker; number++) await boot('worker', number)
    await Promise.all(others.map(ready))
    const proxy = await openProxy(
      machines.flatMap(({ url }) => url ?? []),
      port,
    )
    return {
      url: proxy.url,
      machines,
      async stop() {
        await proxy.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready({ url, name, process: child }: Machine) {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await sleep(100)
  }
  throw new Error(`${name} did not start`)
}
