import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('installs a fresh clone once, and again when the lockfile changes', async () => {
  const clone = makeClone()
  const first = await clone.prepare()
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toContain('Installing dependencies')
  expect(clone.calls('npm')).toEqual([expect.stringMatching(/^ci .*--include=dev .*--ignore-scripts .*--no-audit/)])
  expect(await clone.prepare()).toMatchObject({ status: 0, stdout: '' })
  expect(clone.calls('npm')).toHaveLength(1)

  clone.write('package-lock.json', lockfile('2.0.0'))
  expect(await clone.prepare()).toMatchObject({ status: 0 })
  expect(clone.calls('npm')).toHaveLength(2)
})

test('keeps a manual installation that matches the lockfile', async () => {
  const clone = makeClone()
  await clone.prepare()
  rmSync(join(clone.root, 'node_modules/.fonema-lock-hash'))
  await clone.prepare()
  expect(clone.calls('npm')).toHaveLength(1)

  rmSync(join(clone.root, 'node_modules/.fonema-lock-hash'))
  clone.write('node_modules/.package-lock.json', lockfile('0.9.0'))
  await clone.prepare()
  expect(clone.calls('npm')).toHaveLength(2)
})

test('repeats an interrupted installation', async () => {
  const clone = makeClone()
  await clone.prepare({ FAKE_NPM: 'half' })
  expect(await clone.prepare()).toMatchObject({ status: 0 })
  expect(clone.calls('npm')).toHaveLength(2)
})

test.each([
  ['npm error code EAI_AGAIN', /registry cannot be reached/],
  ['npm error code ENOSPC', /disk is full/],
  ['npm error code EUSAGE', /does not fit package.json/],
  ['npm error code EACCES', /may not write/],
  ['npm error something new', /see above/],
])('explains "%s" in the last line', async (output, line) => {
  const { status, stderr } = await makeClone().prepare({ FAKE_NPM: output })
  expect(status).toBe(1)
  expect(stderr).toContain(output)
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^Fonema cannot start\. Dependencies could not be installed: /)
  expect(stderr.trim().split('\n').at(-1)).toMatch(line)
})

test('reports that npm is missing', async () => {
  const { status, stderr } = await makeClone().prepare({ npm_execpath: '', PATH: '/nowhere' })
  expect(status).toBe(1)
  expect(stderr).toBe('Fonema cannot start. npm was not found. Install Node with npm: https://nodejs.org\n')
})

test.each([
  ["Object.defineProperty(process, 'platform', { value: 'win32' })", /Windows/],
  ["Object.defineProperty(process, 'arch', { value: 'ia32' })", /64-bit/],
  ['process.report.getReport = () => ({ header: {} })', /no glibc/],
  ["process.report.getReport = () => ({ header: { glibcVersionRuntime: '2.27' } })", /2.28 or newer/],
])('explains why a machine is not supported (%s)', async (disguise, line) => {
  const clone = makeClone()
  clone.write('disguise.cjs', disguise)
  const { status, stderr } = await clone.prepare({}, ['--require', join(clone.root, 'disguise.cjs')])
  expect(status).toBe(1)
  expect(stderr).toMatch(line)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(clone.calls('npm')).toEqual([])
})

test('reports a Node that is too old for the server', async () => {
  const clone = makeClone()
  await clone.prepare()
  clone.writeProgram('node_modules/.bin/node', '#!/bin/sh\necho v20.1.0\n')
  const { status, stderr } = await clone.prepare()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Fonema cannot start\. Fonema needs Node 24 or newer and found v20\.1\.0\. .*\n$/)
})

test('builds the web only when a source has changed', async () => {
  const clone = makeClone()
  expect(await clone.build()).toMatchObject({ status: 0 })
  expect(readFileSync(join(clone.root, 'apps/web/dist/index.html'), 'utf8')).toBe('one')
  expect(await clone.build()).toMatchObject({ status: 0, stdout: '' })
  expect(clone.calls('vite')).toHaveLength(1)

  const changes = [
    'apps/web/src/main.tsx',
    'apps/web/src/new.css',
    'packages/contract/src/index.ts',
    'package-lock.json',
  ]
  for (const [index, path] of changes.entries()) {
    clone.write(path, path === 'package-lock.json' ? lockfile('2.0.0') : 'changed')
    await clone.build()
    expect(clone.calls('vite'), path).toHaveLength(index + 2)
  }
  clone.write('apps/web/src/main.test.tsx', 'a test is not in the pages')
  clone.write('packages/content/protocols/speech.en-US.json', 'only the server reads it')
  await clone.build()
  expect(clone.calls('vite')).toHaveLength(changes.length + 1)
  expect(readdirSync(join(clone.root, 'apps/web')).sort()).toEqual(['dist', 'src'])
})

test('a failed build keeps the former pages, reports the cause, and is repeated', async () => {
  const clone = makeClone()
  await clone.build()
  clone.write('apps/web/src/main.tsx', 'two')
  const failed = await clone.build({ FAKE_VITE: 'Unexpected token' })
  expect(failed.status).toBe(1)
  expect(failed.stderr).toMatch(/Unexpected token\nFonema cannot start\. The web pages could not be built: /)
  expect(readFileSync(join(clone.root, 'apps/web/dist/index.html'), 'utf8')).toBe('one')
  expect(readdirSync(join(clone.root, 'apps/web')).sort()).toEqual(['dist', 'src'])
  await clone.build()
  expect(readFileSync(join(clone.root, 'apps/web/dist/index.html'), 'utf8')).toBe('two')
})

test('removes the files of a killed build', async () => {
  const clone = makeClone()
  clone.write('apps/web/dist.new-4194303/index.html', 'half')
  await clone.build()
  expect(readdirSync(join(clone.root, 'apps/web')).sort()).toEqual(['dist', 'src'])
})

test('among simultaneous starts, one installs and builds while the others wait', async () => {
  const clone = makeClone()
  const runs = await Promise.all([1, 2, 3].map(() => clone.build({ FAKE_DELAY_MS: '300' })))
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0])
  expect(clone.calls('npm')).toHaveLength(1)
  expect(clone.calls('vite')).toHaveLength(1)
})

test('continues after a killed start once its npm has ended', async () => {
  const clone = makeClone()
  await clone.prepare({ FAKE_UNTIL: 'release' }, [], { killWhen: () => clone.calls('npm').length > 0 })
  // The next start waits for the orphaned npm, which works on the same folder.
  const onOutput = (text: string) => text.includes('waiting') && clone.write('release', '')
  expect((await clone.prepare({}, [], { onOutput })).status).toBe(0)
  expect(clone.calls('npm')).toHaveLength(1)
})

test('works in CI, without standard input, and when npm is set to production packages only', async () => {
  const clone = makeClone()
  const environment = { CI: 'true', NODE_ENV: 'production', npm_config_omit: 'dev' }
  expect(await clone.prepare(environment, [], {}, '<&-')).toMatchObject({ status: 0, stderr: '' })
})

const systemNode = '/usr/bin/node'
test.runIf(existsSync(systemNode))("runs on the system's own Node", async () => {
  const clone = makeClone()
  expect(await clone.build({}, systemNode)).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(join(clone.root, 'apps/web/dist/index.html'))).toBe(true)
})

function lockfile(version: string): string {
  const foreign = { version, optional: true, os: ['win32'], cpu: ['x64'] }
  const packages = { '': {}, 'node_modules/vite': { version }, 'node_modules/elsewhere': foreign }
  return JSON.stringify({ lockfileVersion: 3, packages })
}

/** Stands in for npm: records its arguments, installs a Node and a vite that copies main.tsx. */
const FAKE_NPM = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } = require('node:fs')
appendFileSync('npm.calls', process.argv.slice(2).join(' ') + '\\n')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.FAKE_DELAY_MS ?? 0))
const isHeld = () => process.env.FAKE_UNTIL && existsSync('package-lock.json') && !existsSync(process.env.FAKE_UNTIL)
while (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
if (!existsSync('package-lock.json')) process.exit(1) // the test is over
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/.bin', { recursive: true })
if (process.env.FAKE_NPM) {
  console.error(process.env.FAKE_NPM)
  process.exit(1)
}
mkdirSync('node_modules/vite/bin', { recursive: true })
copyFileSync('fake-vite.cjs', 'node_modules/vite/bin/vite.js')
copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
symlinkSync(process.env.FAKE_NODE, 'node_modules/.bin/node')
`
const FAKE_VITE = `
const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs')
appendFileSync('vite.calls', process.argv.slice(2).join(' ') + '\\n')
const out = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(out)
if (process.env.FAKE_VITE) {
  console.error(process.env.FAKE_VITE)
  process.exit(1)
}
copyFileSync('apps/web/src/main.tsx', out + '/index.html')
`

type Watch = {
  /** Kills the start as soon as it is true. */
  killWhen?: () => boolean
  /** Gets everything that the start has printed. */
  onOutput?: (text: string) => void
}

/** A clone with the real script, in a path with a space, and stand-ins for npm and vite. */
function makeClone() {
  const root = mkdtempSync(join(tmpdir(), 'fonema clone '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const writeProgram = (path: string, text: string) => {
    rmSync(join(root, path), { force: true }) // removes a link to the real Node
    write(path, text)
    chmodSync(join(root, path), 0o755)
  }
  mkdirSync(join(root, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  write('package-lock.json', lockfile('1.0.0'))
  write('fake-npm.js', FAKE_NPM)
  write('fake-vite.cjs', FAKE_VITE)
  write('apps/web/src/main.tsx', 'one')
  write('packages/contract/src/index.ts', 'contract')

  const run = ({
    environment,
    nodeOptions = [],
    node = process.execPath,
    killWhen,
    onOutput,
    redirect = '',
    args = [],
  }: {
    environment: Record<string, string>
    nodeOptions?: string[]
    node?: string
    redirect?: string
    args?: string[]
  } & Watch) => {
    const words = [node, ...nodeOptions, join(root, 'scripts/prepare.mjs'), ...args]
    const child = spawn('/bin/sh', ['-c', `exec "$@" ${redirect}`, 'sh', ...words], {
      cwd: tmpdir(),
      env: {
        PATH: process.env.PATH,
        npm_execpath: join(root, 'fake-npm.js'),
        npm_node_execpath: process.execPath,
        FAKE_NODE: process.execPath,
        ...environment,
      },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (text) => {
      stdout += text
      onOutput?.(stdout)
    })
    child.stderr.on('data', (text) => {
      stderr += text
    })
    const watching = setInterval(() => {
      if (killWhen?.()) child.kill('SIGKILL')
    }, 20)
    return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
      child.once('close', (status) => {
        clearInterval(watching)
        resolve({ status, stdout, stderr })
      })
    })
  }
  return {
    root,
    write,
    writeProgram,
    calls: (program: 'npm' | 'vite') => {
      const file = join(root, `${program}.calls`)
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    },
    prepare: (environment: Record<string, string> = {}, nodeOptions: string[] = [], watch: Watch = {}, redirect = '') =>
      run({ environment, nodeOptions, redirect, ...watch }),
    build: (environment: Record<string, string> = {}, node = process.execPath) =>
      run({ environment, node, args: ['--build'] }),
  }
}
