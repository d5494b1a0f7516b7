import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Clinic } from '../clinic.ts'
import { openClinic } from '../clinic.ts'
import type { Scenario, ScenarioResult } from '../scenario.ts'
import { countLeftovers } from '../stored.ts'
import { type Mount, mountSmall, withoutMounts } from './mounts.ts'
import { openUploads, type Uploads } from './uploads.ts'

/** F6, F7: no space for recordings, for the database, for the log; a read-only file system. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  title: 'The disk of the recordings, the database or the log is full, or read-only',
  async run({ clinic, short, random }) {
    const times = short ? 2 : 10
    const probe = mountSmall(path.join(clinic.dataDir, 'probe'), 1)
    if (probe === undefined) return { counts: {}, failures: [], leftOut: withoutMounts }
    probe.unmount()
    const parts: Record<string, ScenarioResult> = {
      recordings: await fillRecordings(clinic, times, random),
      log: await fillLog(clinic, times),
      ...(!short && { database: await fillDatabase(times) }),
    }
    return {
      counts: Object.fromEntries(
        Object.entries(parts).map(([name, { counts }]) => [name, JSON.stringify(counts).replaceAll('"', '')]),
      ),
      failures: Object.entries(parts).flatMap(([name, { failures }]) =>
        failures.map((failure) => `${name}: ${failure}`),
      ),
    }
  },
}

async function fillRecordings(clinic: Clinic, times: number, random: () => number): Promise<ScenarioResult> {
  const files = path.join(clinic.dataDir, 'files')
  const disk = mountSmall(files, 24)!
  try {
    const server = await clinic.startServer()
    const uploads = await openUploads(clinic)
    await uploads.record()
    for (let i = 0; i < times; i++) {
      disk.fill(Math.floor(random() * 8_000))
      if (await uploads.record()) uploads.refuse('acknowledged on a full disk')
      await expectNoneStaged(files, uploads)
      disk.free()
      if (!(await uploads.record())) uploads.refuse('not accepted although there was space again')
    }
    for (let i = 0; i < times; i++) {
      if (!disk.readOnly(true)) uploads.refuse('the disk did not become read-only')
      if (await uploads.record()) uploads.refuse('acknowledged on a read-only disk')
      disk.readOnly(false)
      if (!(await uploads.record())) uploads.refuse('not accepted although the disk was writable again')
    }
    const leftovers = await countLeftovers(clinic)
    const { counts, failures } = await uploads.result(server)
    await server.kill()
    const left = Object.entries(leftovers).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
    return { counts: { 'full and read-only': times, ...counts }, failures: [...failures, ...left] }
  } finally {
    disk.unmount()
  }
}

async function expectNoneStaged(files: string, uploads: Uploads) {
  const staged = await readdir(path.join(files, 'staging'))
  if (staged.length > 0) uploads.refuse(`${staged.length} partial files on a full disk`)
}

async function fillLog(clinic: Clinic, times: number): Promise<ScenarioResult> {
  const folder = path.join(clinic.dataDir, 'log')
  const disk = mountSmall(folder, 1)!
  const log = openSync(path.join(folder, 'log'), 'a')
  try {
    const server = await clinic.startServer({ stdout: log, environment: { LOG_LEVEL: 'info' } })
    const uploads = await openUploads(clinic)
    for (let i = 0; i < times; i++) {
      disk.fill()
      for (let call = 0; call < 5; call++)
        if (!(await uploads.record())) uploads.refuse('not accepted because the log was full')
      disk.free()
      if (!(await uploads.record())) uploads.refuse('not accepted after the log was full')
    }
    const { counts, failures } = await uploads.result(server)
    await server.kill()
    return { counts, failures }
  } finally {
    closeSync(log)
    disk.unmount()
  }
}

/** Uses its own clinic, whose database is on the small disk. */
async function fillDatabase(times: number): Promise<ScenarioResult> {
  const disks: Mount[] = []
  const clinic = await openClinic({
    prepare(dataDir) {
      disks.push(mountSmall(path.join(dataDir, 'postgres'), 400)!)
    },
  })
  const [disk] = disks as [Mount]
  const failures = new Set<string>()
  const answers: Record<string, number> = {}
  try {
    const server = await clinic.startServer()
    const uploads = await openUploads(clinic)
    const locales = (await uploads.examiner.get('/cms/locales/')).body as unknown as [{ id: string }]
    const register = async () => {
      const comment = 'x'.repeat(900)
      const body = { code: `D-${randomUUID()}`, locale: locales[0].id, first_name: comment.slice(0, 100) }
      const answer = await uploads.examiner.post('/user/participants/', body)
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
      if (![201, 503, 507].includes(answer.status)) failures.add(`answered ${answer.status}`)
      return answer.status
    }
    for (let i = 0; i < times; i++) {
      disk.fill()
      const end = Date.now() + 20_000
      while ((await register()) === 201 && Date.now() < end) if (await uploads.record()) continue
      disk.free()
      await revive(clinic)
      for (let tries = 0; (await register()) !== 201 && tries < 100; tries++)
        await new Promise((resolve) => setTimeout(resolve, 100))
    }
    if (![503, 507].some((status) => (answers[status] ?? 0) > 0)) failures.add('the disk was never full')
    const result = await uploads.result(server)
    await server.kill()
    return { counts: { full: times, ...answers, ...result.counts }, failures: [...failures, ...result.failures] }
  } finally {
    await clinic.close(() => disk.unmount())
  }
}

/** Without space for its write-ahead log, PostgreSQL ends. Whoever runs it starts it again. */
async function revive(clinic: Clinic) {
  const isThere = await clinic.database.shared
    .selectFrom('locales')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    )
  if (!isThere) await clinic.startPostgres().catch(() => {})
}
