import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildBundle } from '../../scripts/release/build-bundle.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'fonema-offline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = path.join(folder, 'program')
const data = path.join(folder, 'data')
const url = 'http://127.0.0.1:8080'

let bundle: string
beforeAll(() => {
  const model = path.join(folder, 'chosen-model')
  cpSync(path.join(root, 'packages/content/demo/model'), model, { recursive: true })
  // `BUNDLE`: one that was built before, with this model.
  const file = process.env.BUNDLE ?? buildBundle(process.arch === 'arm64' ? 'arm64' : 'x64', folder, [model])
  execFileSync('tar', ['-xzf', file, '-C', folder])
  bundle = path.join(folder, readdirSync(folder).find((name) => name.startsWith('fonema-') && !name.endsWith('.gz'))!)
})

/** A machine of its own: nothing but a loopback, and no program of this checkout. */
const offline = (command: string) => ['--net', 'sh', '-c', `ip link set lo up && cd / && ${command}`]
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder }
const node = path.join(program, 'node_modules/.bin/node')

test('refuses a bundle with a changed file and installs nothing', () => {
  const changed = path.join(bundle, 'app/package.json')
  const kept = path.join(folder, 'package.json')
  cpSync(changed, kept)
  appendFileSync(changed, '\n')
  const { status, stderr } = spawnSync('sh', [path.join(bundle, 'install.sh'), '--program', program, '--data', data], {
    encoding: 'utf8',
  })
  cpSync(kept, changed)
  expect([status, stderr]).toEqual([1, expect.stringContaining('The bundle is damaged; nothing was installed.')])
  expect(existsSync(program)).toBe(false)
})

test('installs and starts where there is no network: set-up, sign-in, health and the chosen model', async () => {
  const run = (command: string) => spawnSync('unshare', offline(command), { encoding: 'utf8', env: environment })
  // No route leads anywhere.
  expect(run('ip route get 192.0.2.1').status).not.toBe(0)
  const installed = run(`${bundle}/install.sh --program ${program} --data ${data}`)
  expect(installed.status, installed.stderr).toBe(0)
  expect(readdirSync(path.join(data, 'models'))).toEqual(['chosen-model'])
  rmSync(bundle, { recursive: true })

  const settings = `DEMO=off DATA_DIR=${data} TRANSCRIBER_MODEL=chosen-model`
  const server: ChildProcess = spawn(
    'unshare',
    offline(`cd ${program} && ${settings} exec ${node} --max-semi-space-size=16 apps/server/src/main.ts`),
    { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void server.kill('SIGKILL'))
  let output = ''
  server.stdout!.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const link = await vi.waitFor(
    () => {
      expect(server.exitCode, output).toBeNull()
      return /\/setup\/([\w-]+)\//.exec(output)![1]!
    },
    { timeout: 240_000, interval: 200 },
  )
  const inside = (script: string) =>
    execFileSync('nsenter', ['--net', `--target=${server.pid}`, node, '--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: environment,
    })
  const smoke = `
    const call = async (place, body) => {
      const answer = await fetch('${url}' + place, body && { method: 'POST', body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' } })
      return { status: answer.status, text: await answer.text() }
    }
    const owner = { email: 'owner@clinic.example', password: 'Largo-Camino-83!' }
    const ready = await call('/api/ready')
    const page = await call('/')
    const script = await call(/src="(\\/[^"]+\\.js)"/.exec(page.text)[1])
    const token = '${link}'
    const { locales } = JSON.parse((await call('/api/setup/validate_token/', { token })).text)
    const clinic = { organization_name: 'Clínica', time_zone: 'Europe/Madrid', first_name: 'Ana', last_name: 'Paz',
      locale: locales[0].id, is_examiner: false, ...owner }
    const setup = await call('/api/setup/', { token, clinic })
    const signIn = await call('/api/user/api/token/', owner)
    console.log(JSON.stringify([ready, page, script, setup, signIn].map(({ status }) => status)), setup.text, signIn.text)`
  const answers = inside(smoke)
  expect(answers).toMatch(/^\[200,200,200,201,200\]/)
  server.kill('SIGTERM')
  await vi.waitFor(() => expect(server.exitCode).toBe(0), { timeout: 60_000, interval: 100 })
})
