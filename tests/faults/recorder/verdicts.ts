import path from 'node:path'
import { type Quality, verdictReasons } from '@fonema/contract'
import { measureTake } from '../../../apps/server/src/analysis/jobs.ts'
import { contentFolder } from '../../../apps/server/src/app.ts'
import { openCatalogue } from '../../../apps/server/src/content/catalogue.ts'
import { readContent } from '../../../apps/server/src/content/files.ts'
import { systemClock as clock } from '../../../apps/server/src/platform/clock.ts'
import { openLocalStore } from '../../../apps/server/src/platform/objects/object-store.ts'
import { signIn, startSession, toRecording, upload } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { verdictCases } from './verdict-cases.ts'

/** Every reason of the verdict, from a recording that has it and one just beyond the threshold. */
export const verdicts: Scenario = {
  name: 'verdicts',
  title: 'Each reason of the verdict is found in a recording that has it, and not in one just beyond the threshold',
  async run({ clinic, short, random }) {
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const item = session.items.toSorted((a, b) => a.min_duration - b.min_duration)[0]!
    const failures: string[] = []
    let take = 0
    const reasons = short ? verdictReasons.toSorted(() => random() - 0.5).slice(0, 3) : verdictReasons
    const cases = verdictCases().filter(({ reason }) => reasons.includes(reason))
    for (const { reason, has, samples, sampleRateHz, fields } of cases) {
      take++
      const sixteenBits = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
      const recording = toRecording(sixteenBits, sampleRateHz)
      const { status, body } = await upload(clinic.baseUrl, examiner, session.pathOf(item), recording, {
        take: String(take),
        ...fields,
      })
      if (status !== 201) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
      await measure(clinic, recording.sha256)
      const { body: seen } = await examiner.get(session.path)
      const [answer] = seen.responses as { quality: Quality | null }[]
      const found = answer?.quality?.reasons
      const expected = has ? found?.includes(reason) : found?.length === 0
      const name = has ? reason : `beside ${reason}`
      if (!expected) failures.push(`${name}: ${JSON.stringify(answer?.quality)}`)
    }
    await server.kill()
    return { counts: { recordings: take, 'judged otherwise': failures.length }, failures }
  },
}

/** No worker waits for what the measuring plans. */
const noQueue = { add: async () => {} }

/** Runs the job that measures the take, as a worker would. */
async function measure({ database, organizationId, dataDir }: Clinic, sha256: string) {
  const store = await openLocalStore(path.join(dataDir, 'files'))
  const { id } = await database.tenant(organizationId, (tx) =>
    tx.selectFrom('takes').select('id').where('sha256', '=', sha256).executeTakeFirstOrThrow(),
  )
  const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
  await measureTake(
    { database, store, clock, queue: noQueue, catalogue },
    { organization_id: organizationId, take_id: id },
  )
}
