import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDebianPackages, findCommand } from '../debian-packages.mjs'

export type Proxy = { url: string; close(): Promise<void> }

/** Starts Caddy with deploy/Caddyfile in front of the given web processes, over HTTP, for this machine only. */
export async function openProxy(targets: readonly string[], port?: number): Promise<Proxy> {
  ensureDebianPackages([{ command: 'caddy', package: 'caddy' }])
  const caddy = findCommand('caddy')
  if (caddy === undefined) throw new Error('Several machines need the proxy Caddy, which is not installed.')
  const own = port ?? (await freePort())
  const deployed = await readFile(path.join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')
  const upstreams = targets.map((target) => new URL(target).host).join(' ')
  // The grace period ends connections that clients keep open.
  const global = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n\tgrace_period 1s\n}\n'
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, global + deployed.replace(/reverse_proxy web-1:8080 .*\{/, `reverse_proxy ${upstreams} {`))
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { HOME: folder, PUBLIC_HOST: `http://:${own}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${own}`
  while ((await fetch(`${url}/api/health`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) {
      await close()
      throw new Error(`Caddy did not start: ${said}`)
    }
    await sleep(50)
  }
  return { url, close }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
