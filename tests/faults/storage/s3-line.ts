import { setTimeout as sleep } from 'node:timers/promises'
import type { Clinic, Plant } from '../clinic.ts'
import type { Weather } from '../proxy.ts'
import type { Scenario } from '../scenario.ts'
import { canHaveS3, openS3, type S3, withoutS3 } from './s3-clinic.ts'
import { openUploads } from './uploads.ts'

const weathers: readonly Weather[] = [
  { kind: 'reset' },
  { kind: 'thin', bytesPerSecond: 100_000 },
  { kind: 'silent' },
  { kind: 'cut', afterBytes: 40 },
]

/** F14: the connection to the store is reset, slow, silent, or ends in the middle of an answer. */
export const s3Line: Scenario = {
  name: 's3-line',
  title: 'The connection to the S3 store is reset, slow, silent or cut: nothing unstored is acknowledged or cut short',
  async run({ clinic, short, random }) {
    if (!canHaveS3()) return withoutS3
    const each = short ? 1 : 20
    const s3 = await openS3(clinic)
    const plain = await recordThrough(clinic, s3, random, { each, weathers: short ? weathers.slice(0, 2) : weathers })
    const planted = await recordThrough(clinic, s3, random, {
      each: 1,
      weathers: weathers.slice(0, 1),
      plant: 'lost-put',
    })
    await s3.close()
    const caught = planted.found.lost + planted.found.torn
    return {
      counts: { 'times each': each, ...plain.counts, 'lost with the planted bug (answer although S3 refused)': caught },
      failures: [
        ...plain.failures,
        ...(caught === 0 ? ['the planted bug (answer although S3 refused) was not caught'] : []),
      ],
    }
  },
}

async function recordThrough(
  clinic: Clinic,
  s3: S3,
  random: () => number,
  { each, weathers, plant }: { each: number; weathers: readonly Weather[]; plant?: Plant },
) {
  const server = await clinic.startServer({ environment: s3.environment, plant })
  const uploads = await openUploads(clinic)
  await uploads.record()
  const short = { answers: 0, aborted: 0 }
  for (const weather of weathers)
    for (let i = 0; i < each; i++) {
      // Also while a recording is being sent.
      const recording = uploads.record()
      await sleep(random() * 60)
      s3.line.set(weather)
      await recording
      await uploads.record()
      s3.line.set({ kind: 'fair' })
      await uploads.recovered()
      if (weather.kind === 'cut') await readCutOff()
    }
  /** A body that ends early must abort the answer, not look like a shorter recording. */
  async function readCutOff() {
    s3.line.set({ kind: 'cut', afterBytes: 20_000 })
    const address = `${clinic.baseUrl}/api${uploads.session.pathOf(uploads.item)}audio_src/`
    const answer = await fetch(address, { headers: uploads.examiner.headers() }).catch(() => null)
    const bytes = await answer?.arrayBuffer().catch(() => null)
    s3.line.set({ kind: 'fair' })
    short.answers++
    if (!bytes || answer?.ok !== true) short.aborted++
    else uploads.refuse('a cut body ended as if it were complete')
  }
  const result = await uploads.result(server, s3.direct)
  await server.kill()
  return {
    ...result,
    counts: { ...result.counts, 'downloads cut': short.answers, 'of them aborted': short.aborted },
  }
}
