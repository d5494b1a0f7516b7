import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { postgresProcessesOf } from './processes.ts'

export const weAreRoot = process.geteuid?.() === 0

/** An account of this machine that is neither root nor `nobody`. */
export const ORDINARY_USER = { uid: 1, gid: 1 }

export function makeDataDir(options: { name?: string; owner?: { uid: number; gid: number } } = {}): string {
  const dir = mkdtempSync(join(tmpdir(), options.name ?? 'fonema-postgres-'))
  onTestFinished(async () => {
    // A PostgreSQL whose server was just killed still writes there.
    if (existsSync(clusterOf(dir))) await until(() => !isRunning(dir))
    rmSync(dir, { recursive: true, force: true })
  })
  chmodSync(dir, 0o700)
  if (options.owner) chownSync(dir, options.owner.uid, options.owner.gid)
  return dir
}

let template: string | undefined
afterAll(() => {
  if (template) rmSync(template, { recursive: true, force: true })
})

/** A data folder with an existing database. It is copied, which takes a tenth of the time. */
export async function makeUsedDataDir(): Promise<string> {
  if (!template) {
    template = mkdtempSync(join(tmpdir(), 'fonema-template-'))
    await (await startEmbeddedPostgres({ dataDir: template, log: () => {} })).stop()
  }
  const dir = makeDataDir()
  execFileSync('cp', ['-a', join(template, 'postgres'), dir])
  return dir
}

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster')
}

/** Starts a database, which is stopped at the end of the test. */
export async function start(dataDir: string) {
  const lines: string[] = []
  const database = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  onTestFinished(() => database.stop())
  return Object.assign(database, { lines })
}

export async function query<Row extends QueryResultRow>(
  connectionString: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new Client({ connectionString })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export type Answer = { connectionString?: string; code?: string; message?: string }

/** A separate server process, killed at the end of the test. */
export function serve(dataDir: string, user: { uid: number; gid: number } | object = {}) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'serve.fixture.ts'), dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    errors += text
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const answer = async (): Promise<Answer> => {
    await until(() => output.includes('\n') || child.exitCode !== null)
    if (!output.includes('\n')) throw new Error(`The server process ended: ${errors}`)
    return JSON.parse(output) as Answer
  }
  return { pid: child.pid!, answer, kill: () => child.kill('SIGKILL'), errors: () => errors }
}

/** Waits as long as a busy machine takes: the test's own time limit ends it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

export function isRunning(dataDir: string): boolean {
  return postgresProcessesOf(clusterOf(dataDir)).length > 0
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])
}

export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

export function idsOf(pid: number): { uid: number; gid: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { uid: Number(/^Uid:\s+(\d+)/m.exec(status)![1]), gid: Number(/^Gid:\s+(\d+)/m.exec(status)![1]) }
}
