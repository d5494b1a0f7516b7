import { mostLookedBack, type Quality, type SessionSummary } from '@fonema/contract'
import { sentence } from '@fonema/findings'
import { expect, test } from 'vitest'
import { copyRow } from '../../testing/copy-row.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { newId } from '../platform/ids.ts'
import { fewestRepeats } from '../populations/measurement-error.ts'

const quality = (verdict: Quality['verdict'], ...reasons: Quality['reasons']) => ({
  snr_db: 40,
  clipped_ratio: 0,
  peak_dbfs: -6,
  rms_dbfs: -20,
  sample_rate: 48_000,
  verdict,
  reasons,
})

type Earlier = { device?: string; quality?: object; scores?: Record<string, number> }

/**
 * A session today with a jitter of 20 and a shimmer of 30, and earlier sessions of the person, the latest first, one a day.
 * `others`: so many other people whose two sessions differ by 2; enough of them make the error of both measures known.
 */
async function summaryAfter(earlier: readonly Earlier[], { others = 0 } = {}) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers, 'P-1', 'Voz y articulación')
  const form = formOf(toneWav(4))
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(started.items[0]!),
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  })
  const dayOf = (day: number) => new Date(demo.clock.now().getTime() + day * 86_400_000)
  await demo.database.tenant(demo.organizationId, async (tx) => {
    await tx
      .updateTable('takes')
      .set({ settings: JSON.stringify({ device_label: 'USB' }) })
      .execute()
    await tx
      .updateTable('takes')
      .set({ quality: JSON.stringify(quality('good')) })
      .execute()
    await tx.updateTable('feature_results').set({ status: 'failed', error: 'no_voice' }).execute()
    await tx
      .updateTable('feature_results')
      .set({ status: 'ready', error: null, scores: JSON.stringify({ jitter_local_pct: 20, shimmer_local_pct: 30 }) })
      .where('entry', '=', 'voice_quality')
      .execute()
    const part = await tx
      .selectFrom('takes')
      .innerJoin('feature_results', 'feature_results.take_id', 'takes.id')
      .select(['takes.id as take', 'item_response_id', 'feature_results.id as result'])
      .where('entry', '=', 'voice_quality')
      .executeTakeFirstOrThrow()
    const add = async (person: string, day: number, { device = 'USB', quality: found, scores }: Earlier) => {
      const of = { participant_id: person, date_created: dayOf(day) }
      const session = await copyRow(tx, 'protocol_responses', started.session.id, of)
      const answer = await copyRow(tx, 'item_responses', part.item_response_id, { protocol_response_id: session })
      const own = { item_response_id: answer, object_key: newId<string>(), settings: { device_label: device } }
      const take_id = await copyRow(tx, 'takes', part.take, { ...own, ...(found && { quality: found }) })
      await copyRow(tx, 'feature_results', part.result, { take_id, scores: scores ?? {} })
    }
    for (let i = 0; i < others; i++) {
      const person = await copyRow(tx, 'participants', started.participant.id, { code: `C${i}` })
      for (const more of [0, 2])
        await add(person, more, { scores: { jitter_local_pct: i + more, shimmer_local_pct: i + more } })
    }
    for (const [i, one] of earlier.entries()) await add(started.participant.id, -1 - i, one)
  })
  const summary = (await demo.app.inject({ url: `${started.sessionUrl}summary/`, headers })).json<SessionSummary>()
  const changes = summary.findings.flatMap((one) =>
    one.kind === 'change'
      ? [[one.measure.name, one.before, one.since, sentence(one, 'en', { timeZone: 'UTC' }).lead]]
      : [],
  )
  const unjudged = summary.unjudged
    .filter(({ item, index }) => item === null && index === null)
    .map(({ reason, measures }) => [reason, measures])
  return { summary, changes, unjudged, dayOf }
}

const [jitter, shimmer] = ['jitter_local_pct', 'shimmer_local_pct'] as const
const day = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(date)

test('each measure is compared with the last session that it can be compared with, and the sentence has its date', async () => {
  const earlier: Earlier[] = [
    { device: 'Headset', scores: { [jitter]: 1, [shimmer]: 1 } },
    { quality: quality('poor', 'noisy'), scores: { [jitter]: 2, [shimmer]: 2 } },
    { scores: { [jitter]: 5 } },
    { scores: { [jitter]: 50, [shimmer]: 8 } },
  ]
  const { changes, unjudged, summary, dayOf } = await summaryAfter(earlier, { others: fewestRepeats })
  const [third, fourth] = [dayOf(-3), dayOf(-4)]
  expect(changes.map(([name, before, since]) => [name, before, since]).toSorted()).toEqual([
    [jitter, 5, third.toISOString()],
    [shimmer, 8, fourth.toISOString()],
  ])
  const leadOf = (measure: string) => changes.find(([name]) => name === measure)?.[3]
  expect(leadOf(jitter)).toContain(`than on ${day(third)}`)
  expect(leadOf(shimmer)).toContain(`than on ${day(fourth)}`)
  expect(unjudged).toEqual([])
  expect(summary.previous?.date).toBe(dayOf(-1).toISOString())
}, 60_000)

test('without a comparable session, the reason of the latest one is said', async () => {
  const { changes, unjudged } = await summaryAfter([
    { device: 'Headset', scores: { [jitter]: 1, [shimmer]: 1 } },
    { quality: quality('poor', 'noisy'), scores: { [jitter]: 2, [shimmer]: 2 } },
  ])
  expect(changes).toEqual([])
  expect(unjudged).toEqual([['other_device', 2]])
})

test('earlier sessions are read up to a limit', async () => {
  const comparable = { scores: { [jitter]: 5, [shimmer]: 5 } }
  const after = (count: number) => {
    const others = Array.from({ length: count }, () => ({ ...comparable, device: 'Headset' }))
    return summaryAfter([...others, comparable])
  }
  // A comparable session was found: only the error is missing.
  expect((await after(mostLookedBack - 1)).unjudged).toEqual([['unknown_error', 2]])
  expect((await after(mostLookedBack)).unjudged).toEqual([['other_device', 2]])
})
