import { spawn } from 'node:child_process'
import {
  chmodSync,
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
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureDebianPackages } from './debian-packages.mjs'
import { DEBIAN_POSTGRES, startDebianPostgres } from './debian-postgres.mjs'

test('reports no need for what is installed', () => {
  const lines: string[] = []
  const needs = [
    { command: 'sh', package: 'dash' },
    { file: '/bin/sh', package: 'dash' },
  ]
  expect(ensureDebianPackages(needs, { log: (line) => lines.push(line) })).toEqual([])
  expect(lines).toEqual([])
})

test('without root, prints one command that installs everything, and runs nothing', () => {
  const apt = fakeApt('exit 1')
  const lines: string[] = []
  const needs = [
    { command: 'fonema-absent-1', package: 'one' },
    { command: 'sh', package: 'dash' },
    { file: '/nowhere/absent', package: 'two' },
    { command: 'fonema-absent-3', package: 'one' },
  ]
  const missing = ensureDebianPackages(needs, { isRoot: false, log: (line) => lines.push(line) })
  expect(missing).toEqual([needs[0], needs[2], needs[3]])
  expect(lines).toEqual([
    expect.stringContaining('sudo apt-get update && sudo apt-get install -y --no-install-recommends one two'),
  ])
  expect(apt.calls()).toEqual([])
})

test('as root, installs what is missing, after an update if the first attempt fails', () => {
  const apt = fakeApt(`
    case "$*" in
      *install*) [ -e "$DIR/updated" ] || exit 100; touch "$DIR/fonema-tool"; chmod +x "$DIR/fonema-tool" ;;
      *update*) touch "$DIR/updated" ;;
    esac`)
  const need = { command: 'fonema-tool', package: 'tool' }
  expect(ensureDebianPackages([need], { isRoot: true, log: () => {} })).toEqual([])
  expect(apt.calls().at(-1)).toMatch(/install -y --no-install-recommends tool$/)
  expect(apt.calls().filter((call) => call.endsWith('update'))).toHaveLength(1)
})

test('installs the others when one package cannot be installed, and does not throw', () => {
  fakeApt(`
    case "$*" in
      *missing*) exit 100 ;;
      *install*) touch "$DIR/fonema-tool"; chmod +x "$DIR/fonema-tool" ;;
    esac`)
  const missing = { command: 'fonema-missing', package: 'missing' }
  const lines: string[] = []
  const needs = [missing, { command: 'fonema-tool', package: 'tool' }]
  expect(ensureDebianPackages(needs, { isRoot: true, log: (line) => lines.push(line) })).toEqual([missing])
  expect(lines.at(-1)).toContain('Could not be installed: fonema-missing')
})

const debianTest = test.runIf(existsSync(DEBIAN_POSTGRES))

debianTest('PostgreSQL 15 accepts only its password over TCP, and leaves no files behind', async () => {
  const dataDir = makeDir()
  const { url, stop } = await startDebianPostgres({ dataDir })
  expect(await versionAt(url)).toMatch(/^15\./)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(versionAt(wrong.href)).rejects.toThrow('password authentication failed')
  await stop()
  await expect(versionAt(url)).rejects.toThrow()
  expect(readdirSync(dataDir)).toEqual([])
})

debianTest('PostgreSQL 15 ends with the process that started it', async () => {
  const script = `
    import { startDebianPostgres } from ${JSON.stringify(join(import.meta.dirname, 'debian-postgres.mjs'))}
    console.log((await startDebianPostgres({ dataDir: process.argv[1] })).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, makeDir()])
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  expect(await versionAt(url)).toMatch(/^15\./)
  child.kill('SIGKILL')
  await sleep(2_000)
  await expect(versionAt(url)).rejects.toThrow()
})

async function versionAt(connectionString: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<{ server_version: string }>('SHOW server_version')).rows[0]!.server_version
  } finally {
    await client.end()
  }
}

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fonema-debian-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Puts a fake apt-get first in the path, which records its calls. */
function fakeApt(script: string) {
  const dir = makeDir()
  mkdirSync(dir, { recursive: true })
  const calls = join(dir, 'calls')
  writeFileSync(join(dir, 'apt-get'), `#!/bin/sh\nDIR='${dir}'\necho "$*" >> '${calls}'\n${script}\n`)
  chmodSync(join(dir, 'apt-get'), 0o755)
  vi.stubEnv('PATH', `${dir}:${process.env.PATH}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return { calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []) }
}
