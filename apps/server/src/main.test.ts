import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sharedCompileCache } from '../../../scripts/compile-cache.ts'
import { memoryOf } from '../../../scripts/process-memory.ts'

const program = path.join(import.meta.dirname, 'main.ts')

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-start-'))
  // After a SIGKILL the database ends about a second later.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
  return folder
}

/** A port that was free when it was checked. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...sharedCompileCache(), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended(child)
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return { child, output }
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise<number | null>((resolve) => child.once('exit', resolve))

async function ready(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server ended before it was ready')
}

test('a first start creates a clinic, a second one on its folder or port is refused, SIGTERM ends it', async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const first = start({ DATA_DIR: dataDir, PORT: String(port) })
  await ready(port, first.child)
  const accounts = await readFile(path.join(dataDir, 'demo-accounts.txt'), 'utf8')
  expect((await stat(path.join(dataDir, 'demo-accounts.txt'))).mode & 0o777).toBe(0o600)
  const [email, password] = accounts
    .split('\n')
    .find((line) => line.startsWith('examiner@demo'))!
    .split(' ')
  expect(first.output.text).toContain(`http://127.0.0.1:${port}`)
  expect(first.output.text).toContain(password)

  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/api/user/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  const { access } = (await (await signIn()).json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const participants = await fetch(`http://127.0.0.1:${port}/api/user/participants/`, { headers })
  expect(((await participants.json()) as unknown[]).length).toBeGreaterThan(0)

  const samePort = start({ DATA_DIR: await temporaryFolder(), PORT: String(port) })
  expect(await ended(samePort.child)).toBe(1)
  expect(samePort.output.text).toMatch(new RegExp(`Port ${port} .* is taken`))
  const sameFolder = start({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(await ended(sameFolder.child)).toBe(1)
  expect(sameFolder.output.text).toContain('is running with this data folder')

  first.child.kill('SIGTERM')
  expect(await ended(first.child)).toBe(0)
  const second = start({ DATA_DIR: dataDir, PORT: String(port) })
  await ready(port, second.child)
  expect(second.output.text).not.toContain(password)
  expect((await signIn()).status).toBe(200)
})

test('starts again on the same data after a SIGKILL', async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const environment = { DATA_DIR: dataDir, PORT: String(port), DEMO_PASSWORD: 'Demo-2026!' }
  const first = start(environment)
  await ready(port, first.child)
  first.child.kill('SIGKILL')
  await ended(first.child)
  const second = start(environment)
  await ready(port, second.child)
})

test.runIf(process.platform === 'linux')('a clinic at rest holds at most 250 MB with its database', async () => {
  const port = await freePort()
  const { child } = start({ DATA_DIR: await temporaryFolder(), PORT: String(port), DEMO: 'off' })
  await ready(port, child)
  const { whole, database } = memoryOf(child.pid!)
  expect(database).toBeGreaterThan(10)
  expect(whole).toBeLessThan(250)
})

test('the server survives a crash of its embedded database, restarts it, and still stops on SIGTERM', async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const { child, output } = start({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off' })
  await ready(port, child)
  const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const [postmaster] = (await readFile(pidFile, 'utf8')).split('\n')
  process.kill(Number(postmaster), 'SIGKILL')
  await expect.poll(() => output.text, { timeout: 60_000 }).toContain('"event":"database_restarted"')
  await ready(port, child)
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
  expect(output.text).not.toContain('unhandled_rejection')
})

test('names each wrong variable, and requires SECRET_KEY with DATABASE_URL', async () => {
  const wrong = start({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', DATA_DIR: await temporaryFolder() })
  expect(await ended(wrong.child)).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL']) expect(wrong.output.text).toContain(name)
  const keyless = start({ DATABASE_URL: 'postgres://x/y', DATA_DIR: await temporaryFolder() })
  expect(await ended(keyless.child)).toBe(1)
  expect(keyless.output.text).toContain('SECRET_KEY')
  expect(keyless.output.text).not.toContain('    at ')
})
