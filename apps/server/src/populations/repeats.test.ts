import type { MeasurementErrors } from '@fonema/contract'
import { expect, test } from 'vitest'
import { copyRow } from '../../testing/copy-row.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { fewestPeople, fewestRepeats } from './measurement-error.ts'

/** A recorded session with two vowels, of which any number of copies can be made with other values. */
async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers, 'P-1', 'Voz y articulación')
  const form = formOf(toneWav(4))
  for (const item of started.items.slice(0, 2))
    await demo.app.inject({
      method: 'POST',
      url: started.itemUrl(item),
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const parts = await inDemo((tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
      .innerJoin('feature_results', 'feature_results.take_id', 'takes.id')
      .select(['takes.id as take', 'item_response_id', 'protocol_item_id', 'feature_results.id as result'])
      .where('entry', '=', 'voice_quality')
      .execute(),
  )
  const [first, second] = started.items
    .slice(0, 2)
    .map((item) => parts.find(({ protocol_item_id }) => protocol_item_id === item.id)!)
  const startedAt = demo.clock.now().getTime()
  /** A session of a person with the jitter of both vowels, some days after the first. */
  const measure = async (
    tx: Tx,
    person: string,
    day: number,
    jitters: readonly number[],
    { device = 'USB', version = 1000, quality }: { device?: string; version?: number; quality?: object } = {},
  ) => {
    const date_created = new Date(startedAt + day * 86_400_000)
    const session = await copyRow(tx, 'protocol_responses', started.session.id, {
      participant_id: person,
      date_created,
    })
    for (const [i, jitter] of jitters.entries()) {
      const part = [first!, second!][i]!
      const answer = await copyRow(tx, 'item_responses', part.item_response_id, { protocol_response_id: session })
      const own = {
        item_response_id: answer,
        object_key: newId<string>(),
        settings: { device_label: device },
        ...(quality && { quality }),
      }
      const take_id = await copyRow(tx, 'takes', part.take, own)
      const scores = { jitter_local_pct: jitter }
      const result = { take_id, status: 'ready', error: null, scores, function_version: version }
      await copyRow(tx, 'feature_results', part.result, result)
    }
  }
  const people = (tx: Tx, n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => copyRow(tx, 'participants', started.participant.id, { code: `C${i}` })),
    )
  const errors = async (by: { authorization: string } = headers, id: string = started.items[0]!.id) =>
    demo.app.inject({ url: `/api/ai/measurement_error/${id}/`, headers: by })
  const jitter = async () => (await errors()).json<MeasurementErrors>().scores.jitter_local_pct
  return { ...demo, headers, inDemo, measure, people, errors, jitter, item: started.items[0]! }
}

const none = { method: null, sem: null, mdc95: null }

test('the error of an item comes from sessions of a person in one month on one device', async () => {
  const { inDemo, measure, people, jitter } = await prepare()
  const all = await inDemo(async (tx) => {
    const made = await people(tx, fewestRepeats)
    for (const [i, person] of made.entries()) {
      await measure(tx, person, 0, [i])
      await measure(tx, person, 20, [i + 2])
    }
    return made
  })
  const sem = 2 / Math.SQRT2
  expect(await jitter()).toEqual({
    within_session: null,
    method: 'between_sessions',
    sem: expect.closeTo(sem, 9),
    between_sessions: { sd: expect.closeTo(sem, 9), n: fewestRepeats, repeats: fewestRepeats },
    mdc95: expect.closeTo(1.96 * Math.SQRT2 * sem, 9),
  })
  // Later sessions, another microphone and another version of the function are not repeats.
  await inDemo(async (tx) => {
    await measure(tx, all[0]!, 80, [500])
    await measure(tx, all[1]!, 1, [500], { device: 'Headset' })
    await measure(tx, all[2]!, 1, [500], { version: 1001 })
    // Noise is not how much a measurement varies.
    await measure(tx, all[3]!, 1, [500], { quality: { verdict: 'fair', reasons: ['noisy'] } })
    await measure(tx, all[4]!, 1, [500], { quality: { verdict: 'poor', reasons: [] } })
  })
  expect((await jitter())!.sem).toBeCloseTo(sem, 9)
}, 60_000)

test('the same task twice in a session gives the error within a session', async () => {
  const { inDemo, measure, people, jitter } = await prepare()
  await inDemo(async (tx) => {
    for (const [i, person] of (await people(tx, fewestRepeats)).entries()) await measure(tx, person, i, [i, i + 1])
  })
  expect(await jitter()).toMatchObject({
    method: 'within_session',
    sem: expect.closeTo(1 / Math.SQRT2, 9),
    between_sessions: null,
    within_session: { n: fewestRepeats, repeats: fewestRepeats },
  })
}, 60_000)

test('too few repeats give no error', async () => {
  const { inDemo, measure, people, jitter, errors } = await prepare()
  await inDemo(async (tx) => {
    for (const [i, person] of (await people(tx, fewestPeople)).entries()) await measure(tx, person, i, [i, i + 1])
  })
  expect(await jitter()).toMatchObject({ ...none, within_session: { n: fewestPeople, repeats: fewestPeople } })
  expect((await errors()).json().needs).toEqual({ n: fewestPeople, repeats: fewestRepeats })
})

test('the error uses only the own clinic’s recordings, and an unknown item does not exist', async () => {
  const { inDemo, measure, people, errors, signIn, headers } = await prepare()
  await inDemo(async (tx) => {
    for (const [i, person] of (await people(tx, fewestRepeats)).entries()) await measure(tx, person, i, [i, i + 1])
  })
  const stranger = await signIn('examiner@other.example')
  expect((await errors(stranger)).json().scores).toEqual({})
  expect((await errors(headers, newId<string>())).statusCode).toBe(404)
}, 60_000)
