import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import os, { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Attempts } from '../../testing/hostile-child.ts'
import { allCompiled } from './compiled.ts'
import { runLimitedChild } from './limited-child.ts'
import { findSandbox, type Reach, type SandboxKind } from './sandbox.ts'

const program = path.join(import.meta.dirname, '../../testing/hostile-child.ts')
const limits = { seconds: 60, perAudioSecond: 0, memoryMb: 1024 }
const hasBwrap = (await findSandbox()) === 'bwrap'

// With a compile cache, as in the server. Other tests of this process may use it too.
const compiled = path.join(import.meta.dirname, '../../../../node_modules/.cache/compiled')
enableCompileCache(compiled)

/** The results of a child that tries to reach what it must not. */
async function tryAll(kind: SandboxKind, reach: Omit<Reach, 'read'> = {}, into?: string): Promise<Attempts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-sandbox-'))
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  await once(server, 'listening')
  const secret = path.join(folder, 'secret.key')
  await writeFile(secret, 'a secret key')
  vi.stubEnv('FONEMA_TEST_SECRET', 'in the environment')
  onTestFinished(() => void vi.unstubAllEnvs())
  const received: unknown[] = []
  const written = path.join(into ?? folder, 'written')
  const request = { secret, written, port: (server.address() as AddressInfo).port }
  // The program is outside the folders of modules that every child may read.
  const readable = { ...reach, read: [program] }
  const beyond = await runLimitedChild(
    program,
    request,
    limits,
    readable,
    (m) => received.push(m),
    Promise.resolve(kind),
  )
  expect(beyond).toBe(null)
  expect(received).toHaveLength(1)
  expect(existsSync(written)).toBe(false)
  return received[0] as Attempts
}

test("a child under Node's permissions reads no secret, writes nothing, starts nothing and inherits no setting", async () => {
  expect(await tryAll('node')).toMatchObject({
    secret: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    environment: '',
    parent: 'ERR_ACCESS_DENIED',
  })
})

test.runIf(hasBwrap)('a child in the sandbox has no network either', async () => {
  expect(await tryAll('bwrap')).toMatchObject({
    secret: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    call: 'ECONNREFUSED',
    environment: 'NODE_COMPILE_CACHE,PWD',
    parent: 'ERR_ACCESS_DENIED',
  })
})

test.runIf(hasBwrap)('a child reads the compiled code of its program and cannot change it', async () => {
  const folder = path.dirname(getCompileCacheDir()!)
  const { write } = await tryAll('bwrap', {}, folder)
  await allCompiled()
  expect(await readdir(getCompileCacheDir()!)).not.toEqual([])
  expect(write).toBe('EROFS')
})

test.runIf(hasBwrap && existsSync('/proc/self/autogroup'))(
  'a child has the lowest priority, and its session a low one',
  async () => {
    const waiting = path.join(import.meta.dirname, '../../testing/waiting-child.ts')
    const ofGroup = (pid: string | undefined) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1)
    const ours = ofGroup('self')
    let seen = ''
    const look = () => {
      const [pid] = readdirSync('/proc').filter((entry) => isNodeWith(entry, waiting))
      seen = `${os.getPriority(Number(pid))} ${ofGroup(pid)}`
      process.kill(Number(pid), 'SIGKILL')
    }
    await runLimitedChild(waiting, {}, limits, { read: [waiting] }, look)
    expect(seen).toBe('19 10')
    expect(ofGroup('self')).toBe(ours)
  },
)

/** Whether it is the process number of a Node that runs this program, not of the bwrap that started it. */
function isNodeWith(entry: string, file: string): boolean {
  if (!/^\d+$/.test(entry)) return false
  try {
    const [command, ...rest] = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0')
    return command === process.execPath && rest.includes(file) && rest.includes('--permission')
  } catch {
    return false // it has ended
  }
}

test.runIf(hasBwrap)('a program started by a child has neither files nor a network in the sandbox', async () => {
  const attempts = await tryAll('bwrap', { programs: true })
  expect(attempts.spawn).toBe('done: ')
  expect(attempts.call).toBe('ECONNREFUSED')
})

test.runIf(hasBwrap)('only a child that must call a server has a network', async () => {
  expect((await tryAll('bwrap', { network: true })).call).toBe('done')
})

test('a child that exceeds a limit ends with every program that it has started', async () => {
  const forking = path.join(import.meta.dirname, '../../testing/forking-child.ts')
  const short = { seconds: 0.1, perAudioSecond: 0, memoryMb: 1024 }
  const reach = { read: [forking], programs: true }
  expect(await runLimitedChild(forking, {}, short, reach, () => {}, Promise.resolve('node'))).toBe('time_limit')
}, 30_000)
