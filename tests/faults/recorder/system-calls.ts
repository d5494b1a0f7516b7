import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { recordingOf, signIn, startSession, upload } from '../client.ts'
import type { Clinic, Plant } from '../clinic.ts'
import type { Scenario, ScenarioResult } from '../scenario.ts'
import { attach, CannotAttach, notPermitted, reasonToLeaveOut } from '../strace.ts'
import { acknowledgements, wrongOrder } from '../trace.ts'

const syscalls = [
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'renameat2',
  'read',
  'write',
  'writev',
  'sendto',
  'recvfrom',
]
const durable = ['fsync', 'synchronous_commit', 'full_page_writes']

/** Checks by the system calls of a running server that data reaches the disk before it is acknowledged. */
export const systemCalls: Scenario = {
  name: 'system-calls',
  title: 'fsync, rename, fsync of the folder, commit, answer: in this order on every acknowledging path',
  async run({ clinic }) {
    const leftOut = reasonToLeaveOut()
    if (leftOut !== undefined) return { counts: {}, failures: [], leftOut }
    try {
      return await checkOrder(clinic)
    } catch (error) {
      if (error instanceof CannotAttach) return { counts: {}, failures: [], leftOut: notPermitted }
      throw error
    }
  },
}

async function checkOrder(clinic: Clinic): Promise<ScenarioResult> {
  const failures: string[] = []
  for (const name of durable) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
      clinic.database.shared,
    )
    if (rows[0]?.value !== 'on') failures.push(`the database runs with ${name}=${rows[0]?.value}`)
  }
  const { paths, wrong } = await traceAnswers(clinic)
  failures.push(...wrong)
  const unsynced = await traceAnswers(clinic, 'no-fsync')
  const early = await traceAnswers(clinic, 'late-commit')
  if (unsynced.wrong.length === 0) failures.push('the planted bug (no fsync) was not caught')
  if (early.wrong.length === 0) failures.push('the planted bug (answer before commit) was not caught')
  const counts = {
    'acknowledgements traced': paths,
    'out of order': wrong.length,
    'out of order with the planted bug (no fsync)': unsynced.wrong.length,
    'out of order with the planted bug (answer before commit)': early.wrong.length,
  }
  return { counts, failures }
}

/** Traces every call by which the server acknowledges a part of a recording, one after another. */
async function traceAnswers(clinic: Clinic, plant?: Plant) {
  let server = await clinic.startServer()
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  if (plant !== undefined) {
    // The planted bug must affect the traced calls only, not the sign-in.
    await server.kill()
    server = await clinic.startServer({ plant })
  }
  const skippable = session.items.find((item) => item.skippable)!
  const item = session.items.find((candidate) => candidate !== skippable)!
  const file = path.join(clinic.dataDir, `trace-${plant ?? 'plain'}`)
  const stopTracing = await attach(server.process.pid!, ['-y', '-s', '200', '-e', `trace=${syscalls}`, '-o', file])

  const seconds = item.min_duration + 1
  const first = recordingOf(seconds)
  const holder = randomUUID()
  const send = (recording = recordingOf(seconds), fields: Record<string, string> = {}) =>
    upload(clinic.baseUrl, examiner, session.pathOf(item), recording, fields)
  const expected = [
    ['a recording', 'file', await send(first)],
    ['the same again', 'commit', await send(first)],
    ['a second take', 'file', await send(undefined, { take: '2' })],
    ['an interrupted take', 'file', await send(recordingOf(0.5), { take: '3', settings: '{"interrupted":true}' })],
    ['a take of another page', 'file', await send(undefined, { holder })],
    ['a skip', 'commit', await examiner.post(session.pathOf(skippable), { skipped_purpose: 'cansancio' })],
    ['a lease', 'commit', await examiner.post(`${session.path}lease/`, { holder })],
  ] as const
  await stopTracing()
  await server.kill()

  const traced = acknowledgements(await readFile(file, 'utf8'))
  const wrong = expected.flatMap(([name, kind, { status }], index) => {
    const acknowledged = traced[index]
    if (acknowledged?.status !== status) return [`${name}: answered ${status}, traced ${acknowledged?.status}`]
    const reason = status >= 300 ? `answered ${status}` : wrongOrder(acknowledged.calls, kind)
    return reason === undefined ? [] : [`${name}: ${reason}`]
  })
  return { paths: expected.length, wrong }
}
