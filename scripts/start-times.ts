// npm run tool -- start-times [--runs 3] [--idle 60]: seconds until a clinic answers, from an empty folder and on its second
// start, beside those of its database alone, and what both hold in memory after a while without calls. Needs the built
// pages. A page of memory that several processes share counts once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { freePort } from '../tests/e2e/start-server.ts'
import { memoryOf } from './process-memory.ts'
import { quantile } from './slow-machine/tablet.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, idle: { type: 'string', default: '60' } },
})
const load = loadavg()[0]!
const times = {
  empty: [] as number[],
  again: [] as number[],
  databaseEmpty: [] as number[],
  databaseAgain: [] as number[],
}
const memory = { whole: [] as number[], database: [] as number[] }

for (let run = 0; run < Number(values.runs); run++) {
  const bare = await mkdtemp(path.join(tmpdir(), 'fonema-start-'))
  times.databaseEmpty.push(await timeDatabase(bare))
  times.databaseAgain.push(await timeDatabase(bare))
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-start-'))
  const first = await startClinic(folder)
  times.empty.push(first.seconds)
  await first.stop()
  const second = await startClinic(folder)
  times.again.push(second.seconds)
  try {
    await sleep(Number(values.idle) * 1000)
    const { whole, database } = memoryOf(second.process.pid!)
    memory.whole.push(whole)
    memory.database.push(database)
  } finally {
    await second.stop()
  }
  for (const used of [bare, folder]) await rm(used, { recursive: true, force: true })
}

const median = (numbers: readonly number[], digits: number) => quantile(numbers, 0.5).toFixed(digits)
console.log(`Median of ${values.runs} runs, load of the machine before: ${load.toFixed(1)}`)
for (const [what, whole, database] of [
  ['from an empty folder', times.empty, times.databaseEmpty],
  ['second start', times.again, times.databaseAgain],
] as const)
  console.log(`${what.padEnd(22)} ${median(whole, 1)} s, its database alone ${median(database, 1)} s`)
console.log(
  `after ${values.idle} s without calls  ${median(memory.whole, 0)} MB, ${median(memory.database, 0)} of them the database`,
)
if (load > availableParallelism() / 4) console.log('The machine was busy: do not publish these figures.')

async function timeDatabase(dataDir: string): Promise<number> {
  const from = performance.now()
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const seconds = (performance.now() - from) / 1000
  await postgres.stop()
  return seconds
}

async function startClinic(dataDir: string) {
  const from = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'apps/server/src/main.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('Fonema is ready')) continue
    const seconds = (performance.now() - from) / 1000
    child.stdout.resume()
    return { process: child, seconds, stop: () => end(child) }
  }
  throw new Error('The clinic ended before it was ready')
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
