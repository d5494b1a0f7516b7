import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { buildImage } from '../../scripts/release/build-image.ts'
import { demoPassword, freePort } from '../e2e/start-server.ts'
import { startContainer, type Unpacked, unpackImage } from './container.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'fonema-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let unpacked: Unpacked
beforeAll(() => {
  // `IMAGE`: one that was built before.
  const file = process.env.IMAGE ?? buildImage(process.arch === 'arm64' ? 'arm64' : 'amd64', folder)
  unpacked = unpackImage(file, folder)
})

/** Answers with the status of `/api/ready` once it is 200. */
async function start(name: string, environment: Record<string, string>) {
  const port = await freePort()
  const place = path.join(folder, name)
  mkdirSync(place)
  const settings = { ...environment, HOST: '127.0.0.1', PORT: String(port) }
  const container = await startContainer(unpacked, { folder: place, environment: settings })
  onTestFinished(container.remove)
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(
    async () => {
      if (container.hasEnded()) return
      expect((await fetch(`${url}/api/ready`)).status).toBe(200)
    },
    { timeout: 120_000, interval: 200 },
  )
  expect(container.hasEnded(), container.lines.join('\n')).toBe(false)
  return { container, url, dataDir: path.join(place, 'data') }
}

test('is not root, has no file that makes somebody root, and no package manager', () => {
  const { image, rootfs } = unpacked
  expect(image.config.User).toBe('10001:10001')
  expect(image.config.StopSignal).toBe('SIGTERM')
  const privileged = spawnSync('find', [rootfs, '-perm', '/6000', '-type', 'f'], { encoding: 'utf8' }).stdout
  expect(privileged).toBe('')
  for (const program of ['apt', 'dpkg', 'su', 'mount', 'curl'])
    expect([program, existsSync(path.join(rootfs, 'usr/bin', program))]).toEqual([program, false])
  const ofUser = spawnSync('find', [rootfs, '-uid', '10001', '-not', '-path', `${rootfs}/data`], { encoding: 'utf8' })
  expect(ofUser.stdout).toBe('')
})

test('carries a list of its software: packages of npm, of the pages and of Debian', () => {
  const { components } = JSON.parse(readFileSync(path.join(unpacked.rootfs, 'app/sbom.cdx.json'), 'utf8'))
  const names = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'jose', 'react', 'ffmpeg', 'libc6']))
  expect(names.filter((name: string) => /vitest|playwright|darwin|win32|musl/.test(name))).toEqual([])
  const installed = spawnSync(
    'find',
    ['node_modules', '-name', 'package.json', '-path', '*/node_modules/*/package.json'],
    {
      cwd: path.join(unpacked.rootfs, 'app'),
      encoding: 'utf8',
    },
  ).stdout
  const unlisted = [...installed.matchAll(/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/gm)]
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('@fonema/'))
    .filter((name) => {
      const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
      return !components.some(
        (one: { name: string; group?: string }) => one.name === name || (one.group === scope && one.name === short),
      )
    })
  expect(unlisted).toEqual([])
})

test('on a read-only root: an examiner signs in, records, and reads the result; SIGTERM ends it in time', async () => {
  const postgres = await startDebianPostgres({ dataDir: path.join(folder, 'database') })
  onTestFinished(postgres.stop)
  const { container, url, dataDir } = await start('recording', {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a key of the clinic that nobody else has',
    DEMO_PASSWORD: demoPassword,
  })
  // The image's own check, as an engine runs it.
  expect(() => container.exec(...unpacked.image.config.Healthcheck!.Test.slice(1))).not.toThrow()
  const program = `const { writeFileSync } = require('node:fs')
    const codes = ['/app/x', '/etc/x', '/x', '/data/x', '/tmp/x'].map((file) => {
      try { return writeFileSync(file, '') ?? 'written' } catch ({ code }) { return code }
    })
    console.log(process.getuid(), ...codes)`
  const [node] = unpacked.image.config.Entrypoint
  expect(container.exec(node!, '-e', program).trim()).toBe('10001 EROFS EROFS EROFS written written')

  const journey = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'e2e-recording', 'tests/e2e/recording.test.ts', '-t', 'records a whole protocol'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_CLINIC: JSON.stringify({ url, dataDirs: [dataDir] }) },
    },
  )
  const [status] = await once(journey, 'close')
  expect(status).toBe(0)

  const stopped = await container.stop()
  expect(stopped).toEqual({ status: 0, seconds: expect.any(Number) })
  // The time that compose.yaml and the chart give it.
  expect(stopped.seconds).toBeLessThan(45)
})

test('alone, with its own database in the volume, it sets up a clinic', async () => {
  const { container } = await start('alone', { DEMO: 'off' })
  expect(container.lines.join('\n')).toMatch(/http:\/\/127\.0\.0\.1:\d+\/setup\//)
  expect(await container.stop()).toMatchObject({ status: 0 })
})
