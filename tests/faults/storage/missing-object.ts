import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scrub } from '@fonema/backup'
import { openLocalStore } from '../../../apps/server/src/platform/objects/object-store.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { openUploads, type Uploads } from './uploads.ts'

type Results = { responses: { feature_extraction_res: { status: string; error: string | null }[] }[] }

/** F16: the database refers to bytes that are gone, and the store has bytes without a row. */
export const missingObject: Scenario = {
  name: 'missing-object',
  longOnly: true,
  title:
    'A recording’s bytes disappear before they are measured, others have no row: the scrub and the result report it',
  async run({ clinic, short }) {
    const times = short ? 1 : 20
    const web = await clinic.startServer()
    const failures: string[] = []
    const counts = { times, 'reported as failed': 0, 'found missing': 0, 'orphans found': 0, 'downloads refused': 0 }
    const uploads: Uploads[] = []
    for (let i = 0; i < times; i++) {
      const upload = await openUploads(clinic)
      await upload.record()
      uploads.push(upload)
    }
    const gone = await removeAll(clinic)
    await leaveOrphan(clinic)
    const worker = await clinic.startServer({ role: 'worker' })
    for (const { examiner, session, item } of uploads) {
      for (let tries = 0; tries < 600; tries++, await sleep(200)) {
        const { body } = await examiner.get(session.path)
        const results = (body as unknown as Results).responses.flatMap((answer) => answer.feature_extraction_res)
        if (results.some(({ status }) => status === 'pending')) continue
        const isReported = results.length > 0 && results.every(({ status }) => status === 'failed')
        if (isReported && results.some(({ error }) => error === 'audio_missing')) counts['reported as failed']++
        break
      }
      const answer = await examiner.get(`${session.pathOf(item).replace(/\/$/, '')}/audio_src/`)
      if (answer.status === 404) counts['downloads refused']++
      else failures.push(`the download answered ${answer.status}`)
    }
    const store = await openLocalStore(path.join(clinic.dataDir, 'files'))
    const report = await scrub({ databaseUrl: clinic.databaseUrl, store })
    counts['found missing'] = report.missing.filter((key) => gone.has(key)).length
    counts['orphans found'] = report.orphans.length
    if (counts['reported as failed'] < times) failures.push('a result was not reported as failed')
    if (counts['found missing'] < gone.size) failures.push('the scrub did not find all missing objects')
    if (counts['orphans found'] !== 1) failures.push('the scrub did not find the bytes without a row')
    await worker.kill()
    await web.kill()
    return { counts, failures }
  },
}

async function removeAll(clinic: Clinic): Promise<Set<string>> {
  const rows = await clinic.database.tenant(clinic.organizationId, (tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('feature_results', 'feature_results.take_id', 'takes.id')
      .select('object_key')
      .distinct()
      .where('feature_results.status', '=', 'pending')
      .execute(),
  )
  const keys = new Set(rows.map(({ object_key }) => object_key))
  for (const key of keys) await rm(path.join(clinic.dataDir, 'files/objects', key), { force: true })
  return keys
}

/** Two days old: younger bytes may still get their row. */
async function leaveOrphan(clinic: Clinic) {
  const file = path.join(clinic.dataDir, 'files/objects', clinic.organizationId, 'takes/orphan.wav')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'bytes without a row')
  const then = Date.now() / 1000 - 2 * 86_400
  await utimes(file, then, then)
}
