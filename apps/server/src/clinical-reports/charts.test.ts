import { obstacles, type ParticipantId, type SessionId, type SessionSummary } from '@fonema/contract'
import { functionVersions } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyRow } from '../../testing/copy-row.ts'
import { withClient } from '../../testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { fewestRepeats } from '../populations/measurement-error.ts'
import { findSession } from '../responses/queries.ts'
import { chartsOf } from './charts.ts'

const version = functionVersions.voice_quality
const usualSearch = { group: 'unknown', floor_hz: 75, ceiling_hz: 600, lowest_hz: 75, highest_hz: 600, edge: 'floor' }
const usual = {
  device: 'USB',
  quality: { verdict: 'good', reasons: [] as string[] },
  version,
  search: usualSearch as object,
  item: null as string | null,
  protocol: null as string | null,
}

/** A measured vowel, of which copies for other people, days and conditions can be made. */
async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const item = started.items[0]!
  const { payload, headers: ofForm } = formOf(toneWav(4))
  await demo.app.inject({ method: 'POST', url: started.itemUrl(item), headers: { ...headers, ...ofForm }, payload })
  const within = <T>(work: (tx: Tx) => Promise<T>) => demo.database.tenant(demo.organizationId, work)
  const part = await within((tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
      .innerJoin('feature_results', 'feature_results.take_id', 'takes.id')
      .select(['takes.id as take', 'item_response_id', 'feature_results.id as result'])
      .where('entry', '=', 'voice_quality')
      .executeTakeFirstOrThrow(),
  )
  const person = (tx: Tx, code: string) => copyRow<ParticipantId>(tx, 'participants', started.participant.id, { code })
  const session = async (tx: Tx, participant_id: ParticipantId, day: number, jitter: number, other = {}) => {
    const { device, quality, version: function_version, search, item, protocol } = { ...usual, ...other }
    const date_created = new Date(Date.UTC(2025, 0, 1 + day, 12))
    const asked = protocol === null ? {} : { protocol_id: protocol }
    const of = { participant_id, date_created, ...asked }
    const id = await copyRow<SessionId>(tx, 'protocol_responses', started.session.id, of)
    const answered = { protocol_response_id: id, ...(item !== null && { protocol_item_id: item }) }
    const item_response_id = await copyRow(tx, 'item_responses', part.item_response_id, answered)
    const stored = { object_key: newId<string>(), settings: { device_label: device }, quality }
    const take_id = await copyRow(tx, 'takes', part.take, { item_response_id, ...stored })
    const scores = { jitter_local_pct: jitter }
    const made = { function_version, scores, data: { pitch_search: search }, status: 'ready', error: null }
    await copyRow(tx, 'feature_results', part.result, { take_id, ...made })
    return id
  }
  const draw = async (tx: Tx, participant: ParticipantId, id: SessionId, language: 'es' | 'en' = 'en') => {
    const finding = {
      kind: 'outside',
      item: item.id,
      item_title: 'Vocal /a/',
      measure: { entry: 'voice_quality', name: 'jitter_local_pct' },
      unit: '%',
      decimals: 2,
    }
    const summary = { findings: [finding] } as unknown as Pick<SessionSummary, 'findings'>
    const found = (await findSession(tx, participant, id))!
    return chartsOf(tx, found, summary, { language, time_zone: 'UTC' })
  }
  return { ...demo, item, started, within, person, session, draw }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** The same item in English, and in a later wording. */
async function addOthers({ url, item, started }: Prepared) {
  const [protocol, own] = [newId<string>(), newId<string>()]
  return withClient(url, async (client) => {
    const one = async (query: string, values: string[]) => (await client.query(query, values)).rows[0]
    const of = [started.session.protocol.id, item.id]
    const english = await one(
      `select i.id as item, p.id as protocol from protocol_items i join protocols p on p.id = i.protocol_id
       join locales l on l.id = p.locale_id where l.code = 'en-US'
         and (p.key, i.key) = (select p.key, i.key from protocols p, protocol_items i where p.id = $1 and i.id = $2)`,
      of,
    )
    await client.query(
      `insert into protocols select (jsonb_populate_record(p, $2::jsonb)).* from protocols p where id = $1`,
      [of[0], JSON.stringify({ id: protocol, wording_version: 2 })],
    )
    await client.query(
      `insert into protocol_items select (jsonb_populate_record(i, $2::jsonb)).* from protocol_items i where id = $1`,
      [of[1], JSON.stringify({ id: own, protocol_id: protocol })],
    )
    return { english, reworded: { item: own, protocol } }
  })
}

test('each reason makes a session hollow, is printed with its day, and leaves the others joined', async () => {
  const prepared = await prepare()
  const { within, person, session, draw } = prepared
  const { english, reworded } = await addOthers(prepared)
  const conditions = {
    poor_recording: [{ quality: { verdict: 'poor', reasons: ['noisy'] } }, 'poor recording'],
    doubtful_recording: [{ quality: { verdict: 'fair', reasons: ['noisy'] } }, 'doubtful recording'],
    other_language: [english, 'another language'],
    other_wording: [reworded, 'another wording of the instruction'],
    other_engine: [{ version: version - 1 }, 'measured with another version or recogniser'],
    other_range: [{ search: { ...usualSearch, lowest_hz: 50 } }, 'another search range of the pitch'],
    other_device: [{ device: 'Headset' }, 'another microphone'],
  } as const
  // The jitter does not depend on words.
  expect(Object.keys(conditions)).toEqual(obstacles.filter((one) => one !== 'few_words'))
  for (const [name, [condition, reason]] of Object.entries(conditions)) {
    const charts = await within(async (tx) => {
      const somebody = await person(tx, name)
      await session(tx, somebody, 0, 0.5)
      await session(tx, somebody, 40, 0.9, condition)
      return draw(tx, somebody, await session(tx, somebody, 60, 0.7))
    })
    expect([name, charts.map(({ points }) => points.map(({ hollow }) => hollow))]).toEqual([
      name,
      [[null, reason, null]],
    ])
    const note = `Hollow marks: these cannot be compared with this session. 10 Feb 25: ${reason}.`
    expect(charts[0]!.notes[0]).toBe(note)
    expect(charts[0]!.text).toContain(`0.90 (${reason})`)
  }
})

test('without a comparable session nothing is joined and no error is claimed; archived and later sessions are left out', async () => {
  const { within, person, session, draw } = await prepare()
  const [chart] = await within(async (tx) => {
    const somebody = await person(tx, 'A')
    const archived = await session(tx, somebody, 0, 0.5)
    await sql`update protocol_responses set active = false where id = ${archived}`.execute(tx)
    await session(tx, somebody, 10, 0.9, { device: 'Headset' })
    const own = await session(tx, somebody, 20, 0.7)
    await session(tx, somebody, 30, 0.6)
    return draw(tx, somebody, own)
  })
  expect(chart!.points.map(({ value, hollow }) => [value, hollow])).toEqual([
    [0.9, 'another microphone'],
    [0.7, null],
  ])
  expect(chart!.band).toBeNull()
  expect(chart!.notes).toHaveLength(1)
})

test('the band is the measurement error around the first comparable value, and the figure is told in words', async () => {
  const { within, person, session, draw } = await prepare()
  const sessionsOf = async (tx: Tx) => {
    const somebody = await person(tx, 'A')
    await session(tx, somebody, 0, 0.4, { device: 'Headset' })
    await session(tx, somebody, 10, 0.5)
    return { somebody, own: await session(tx, somebody, 190, 0.7) }
  }
  const { somebody, own } = await within(sessionsOf)
  const [without] = await within((tx) => draw(tx, somebody, own))
  expect([without!.band, without!.notes.at(-1)]).toEqual([null, expect.stringContaining('error is not known')])
  await within(async (tx) => {
    for (let i = 0; i < fewestRepeats; i++) {
      const repeated = await person(tx, `R${i}`)
      await session(tx, repeated, 0, 0.4)
      await session(tx, repeated, 20, 0.5)
    }
  })
  const [chart] = await within((tx) => draw(tx, somebody, own, 'es'))
  // Two values that differ by 0.1: a standard error of 0.1 / √2.
  const mdc95 = 1.96 * 0.1
  expect(chart!.band).toMatchObject({ low: expect.closeTo(0.5 - mdc95, 9), high: expect.closeTo(0.5 + mdc95, 9) })
  expect(chart!.points.map(({ at }) => at)).toEqual(
    ['2025-01-01', '2025-01-11', '2025-07-10'].map((day) => `${day}T12:00:00.000Z`),
  )
  expect(chart!.text).toBe(
    'Jitter local, % · Vocal /a/. 1 ene 25: 0,40 (otro micrófono); 11 ene 25: 0,50; 10 jul 25: 0,70. ' +
      'Banda: error de medida (±0,20 %) alrededor del primer valor comparable. De 100 personas sin ningún cambio, 95 quedan dentro. ' +
      'Marcas sin relleno: no se pueden comparar con esta sesión. 1 ene 25: otro micrófono.',
  )
}, 60_000)
