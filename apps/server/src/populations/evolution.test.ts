import type { Evolution, EvolutionErrors, ProtocolResponse, SessionId, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyRow } from '../../testing/copy-row.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { describedMeasures } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { normalQuantile } from './density.ts'
import { fewestRepeats } from './measurement-error.ts'
import { saveVersion } from './store.ts'

/** A session with a vowel and its index, of which copies for other people and days can be made. */
async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers, 'P-1', 'Voz y articulación')
  const item = started.items[0]!
  const form = formOf(toneWav(4))
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(item),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  const { organizationId } = demo
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) => demo.database.tenant(organizationId, work)
  const part = await inDemo((tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
      .innerJoin('feature_results', 'feature_results.take_id', 'takes.id')
      .select(['takes.id as take', 'item_response_id', 'feature_results.id as result'])
      .where('entry', '=', 'voice_quality')
      .executeTakeFirstOrThrow(),
  )
  const startedAt = demo.clock.now().getTime()
  type Options = { jitter: number; avqi?: number; device?: string; speechDevice?: string; quality?: object | null }
  const session = async (tx: Tx, person: string, day: number, options: Options) => {
    const { jitter, avqi, device = 'USB', speechDevice, quality } = options
    const date_created = new Date(startedAt + day * 86_400_000)
    const id = await copyRow(tx, 'protocol_responses', started.session.id, { participant_id: person, date_created })
    const answer = await copyRow(tx, 'item_responses', part.item_response_id, { protocol_response_id: id })
    const own = { item_response_id: answer, object_key: newId<string>(), settings: { device_label: device } }
    const take_id = await copyRow(tx, 'takes', part.take, { ...own, ...(quality && { quality }) })
    const made = { status: 'ready', error: null, function_version: 1000 }
    await copyRow(tx, 'feature_results', part.result, { take_id, ...made, scores: { jitter_local_pct: jitter } })
    /** The speech of an index, where it has a microphone of its own. */
    const addSpeech = async (device_label: string) => {
      const asked = { protocol_response_id: id, protocol_item_id: started.items[3]!.id }
      const item_response_id = await copyRow(tx, 'item_responses', part.item_response_id, asked)
      const made = { item_response_id, object_key: newId<string>(), settings: { device_label } }
      return copyRow(tx, 'takes', part.take, made)
    }
    if (avqi !== undefined) {
      const speech_take_id = speechDevice === undefined ? take_id : await addSpeech(speechDevice)
      const row = { id: newId(), organization_id: organizationId, protocol_response_id: id, name: 'avqi', version: 7 }
      const of = { speech_take_id, vowel_take_id: take_id, status: 'ready', scores: { avqi } }
      const values = JSON.stringify({ ...row, ...of, updated_at: date_created })
      await sql`insert into session_indices select * from jsonb_populate_record(null::session_indices, ${values}::jsonb)`.execute(
        tx,
      )
    }
    return id
  }
  /** So many counted words in a session. */
  const addWords = async (tx: Tx, sessionId: string, tokens: number) => {
    const asked = { protocol_response_id: sessionId, protocol_item_id: started.items[3]!.id }
    const item_response_id = await copyRow(tx, 'item_responses', part.item_response_id, asked)
    const take_id = await copyRow(tx, 'takes', part.take, { item_response_id, object_key: newId<string>() })
    const { entry } = describedMeasures.get('ttr')!
    const made = { take_id, entry, status: 'ready', error: null, function_version: 1000 }
    await copyRow(tx, 'feature_results', part.result, { ...made, scores: { tokens, ttr: 0.9, words_per_min: 80 } })
  }
  const person = (tx: Tx, code: string) => copyRow(tx, 'participants', started.participant.id, { code })
  const read = async (url: string, by: { authorization: string } = headers) =>
    demo.app.inject({ url: `/api${url}`, headers: by })
  const addPopulation = () =>
    inDemo((tx) =>
      saveVersion(
        tx,
        organizationId,
        {
          name: 'Healthy',
          description: 'd',
          source: 's',
          is_synthetic: false,
          is_reference: true,
          fill_color: '#11223344',
          stroke_color: '#112233',
        },
        {
          n: 200,
          samples: [
            {
              language: 'es',
              category: 'sustained_vowel',
              item: 'voice-and-articulation/vowel-1/1',
              entry: 'voice_quality',
              score: 'jitter_local_pct',
              vals: Array.from({ length: 200 }, (_, i) => 10 + 4 * normalQuantile((i + 0.5) / 200)),
              sexes: Array<string>(200).fill('f'),
              ages: Array<number>(200).fill(65),
              educations: Array<number>(200).fill(12),
            },
          ],
        },
        demo.clock.now(),
      ),
    )
  return { ...demo, headers, inDemo, session, addWords, person, read, item, addPopulation }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Enough people with two sessions that differ by 2 for an error, and one person with sessions of these values. */
const withError = ({ inDemo, person, session }: Prepared) =>
  inDemo(async (tx) => {
    for (let i = 0; i < fewestRepeats; i++) {
      const somebody = await person(tx, `R${i}`)
      await session(tx, somebody, 0, { jitter: 8, avqi: 2 })
      await session(tx, somebody, 20, { jitter: 10, avqi: 3 })
    }
    const own = await person(tx, 'OWN')
    const first = await session(tx, own, 100, { jitter: 9, avqi: 2 })
    const quality = { verdict: 'poor', reasons: ['noisy'] }
    const last = await session(tx, own, 200, { jitter: 12, avqi: 4, device: 'Headset', quality })
    return { own, first, last }
  })

test('the band around a value is its place less and plus the smallest detectable change, for its participant only', async () => {
  const prepared = await prepare()
  const { item, read, addPopulation, signIn } = prepared
  const population = await addPopulation()
  const { own, first } = await withError(prepared)
  const url = `/protocols/responses/${own}/evolution/`
  const errors = (await read(`${url}${item.id}/`)).json<EvolutionErrors>()
  const { mdc95 } = errors.scores.jitter_local_pct!
  expect(mdc95).toBeCloseTo((1.96 * Math.SQRT2 * 2) / Math.SQRT2, 9)
  const [low, high] = errors.bands.jitter_local_pct![population.id]![first]!
  const evolved = (await read(url)).json<Evolution>()
  const series = evolved.series.find(({ score }) => score === 'jitter_local_pct')!
  const value = series.points[0]!.value!
  expect(low).toBeLessThan(value)
  expect(high).toBeGreaterThan(value)
  // The ends are places of the values 9 ± 3.92 in a normal population of mean 10 and SD 4, reversed.
  expect(low).toBeCloseTo(100 - 100 * 0.7674, -0.5)
  expect(high).toBeCloseTo(100 - 100 * 0.1093, -0.5)
  const stranger = await signIn('colleague@demo.example')
  expect((await read(`${url}${item.id}/`, stranger)).statusCode).toBe(404)
}, 60_000)

test('an evolution has the index of each session with its own error, and what could make values incomparable', async () => {
  const prepared = await prepare()
  const { own, first, last } = await withError(prepared)
  const evolved = (await prepared.read(`/protocols/responses/${own}/evolution/`)).json<Evolution>()
  expect(evolved.items).toMatchObject([{ task: 'voice-and-articulation/vowel-1', wording: 1, language: 'es' }])
  expect(evolved.items[0]).not.toHaveProperty('category')
  const jitter = evolved.series.find(({ score }) => score === 'jitter_local_pct')!
  expect(jitter).toMatchObject({
    heading: 'voice',
    points: [{ is_poor: false }, { is_poor: true, is_doubtful: true, device: 'Headset' }],
  })
  expect(evolved.indices).toMatchObject([
    {
      name: 'avqi',
      version: '03.01',
      task: 'voice-and-articulation/avqi',
      wording: 1,
      language: 'es',
      error: { method: 'between_sessions', mdc95: expect.closeTo(1.96, 9) },
      points: [
        { protocol_response_id: first, raw: 2, device: 'USB', engine: '03.01 7', is_poor: false },
        { protocol_response_id: last, raw: 4, device: 'Headset' },
      ],
    },
  ])
}, 60_000)

test('a measure of the variety of few words says so in the evolution, and their rate in time does not', async () => {
  const { inDemo, person, session, addWords, read } = await prepare()
  const own = await inDemo(async (tx) => {
    const somebody = await person(tx, 'FEW')
    await addWords(tx, await session(tx, somebody, 0, { jitter: 8 }), 50)
    await addWords(tx, await session(tx, somebody, 100, { jitter: 8 }), 49)
    return somebody
  })
  const { series } = (await read(`/protocols/responses/${own}/evolution/`)).json<Evolution>()
  const saidOf = (name: string) => {
    const { points } = series.find(({ score }) => score === name)!
    return points.map(({ has_few_words }) => has_few_words)
  }
  expect(saidOf('ttr')).toEqual([undefined, true])
  expect(saidOf('words_per_min')).toEqual([undefined, undefined])
  expect(saidOf('jitter_local_pct')).toEqual([undefined, undefined])
}, 60_000)

test('an index names the microphone of each of its recordings, and has no value once one of them stops counting', async () => {
  const { inDemo, person, session, read } = await prepare()
  const own = await inDemo((tx) => person(tx, 'TWO'))
  const first = await inDemo((tx) => session(tx, own, 0, { jitter: 8, avqi: 2, speechDevice: 'Headset' }))
  await inDemo((tx) => session(tx, own, 100, { jitter: 8, avqi: 3, speechDevice: 'USB' }))
  const devices = async () => {
    const { indices } = (await read(`/protocols/responses/${own}/evolution/`)).json<Evolution>()
    return indices.flatMap(({ points }) => points.map(({ device }) => device))
  }
  expect(await devices()).toEqual(['Headset + USB', 'USB'])
  await inDemo((tx) =>
    tx
      .updateTable('takes')
      .set({ counts: false })
      .where('id', 'in', (query) =>
        query
          .selectFrom('session_indices')
          .select((one) => one.ref('speech_take_id').$castTo<TakeId>().as('id'))
          .where('protocol_response_id', '=', first as SessionId),
      )
      .execute(),
  )
  expect(await devices()).toEqual(['USB'])
})

test('the place of a single session has its interval, reversed where less is better; with a second session none has', async () => {
  const { addPopulation, inDemo, person, session, read } = await prepare()
  const population = await addPopulation()
  const own = await inDemo((tx) => person(tx, 'ONE'))
  const pointsOf = async () => {
    const { series } = (await read(`/protocols/responses/${own}/evolution/`)).json<Evolution>()
    return series.find(({ score, population_id }) => score === 'jitter_local_pct' && population_id === population.id)!
      .points
  }
  // The mean less one SD.
  const first = await inDemo((tx) => session(tx, own, 0, { jitter: 6 }))
  const [point] = await pointsOf()
  const path = `/protocols/responses/${own}/${first}/`
  const answer = (await read(path)).json<ProtocolResponse>()
  const found = answer.responses
    .flatMap(({ feature_extraction_res }) => feature_extraction_res)
    .find(({ feature_extraction_func }) => feature_extraction_func.entry === 'voice_quality')!
  const { low, high } = found.intervals[population.id]!.jitter_local_pct!
  expect(point!.interval!.low).toBeCloseTo(100 - high, 1)
  expect(point!.interval!.high).toBeCloseTo(100 - low, 1)
  expect(point!.interval!.low).toBeLessThan(point!.value!)
  expect(point!.interval!.high).toBeGreaterThan(point!.value!)
  await inDemo((tx) => session(tx, own, 10, { jitter: 8 }))
  expect((await pointsOf()).map(({ interval }) => interval)).toEqual([undefined, undefined])
})

test('a page with one of several sessions has no interval of a place, and an index keeps its error', async () => {
  const prepared = await prepare()
  await prepared.addPopulation()
  const { own } = await withError(prepared)
  const url = `/api/protocols/responses/${own}/evolution/?limit=1`
  const first = await prepared.app.inject({ url, headers: prepared.headers })
  const next = first.headers.link!.toString().match(/<([^>]+)>; rel="next"/)![1]!
  const second = await prepared.app.inject({ url: next, headers: prepared.headers })
  for (const page of [first, second]) {
    const { series, indices } = page.json<Evolution>()
    const points = series.find(({ score, population_id }) => score === 'jitter_local_pct' && population_id)!.points
    expect(points.map(({ value, interval }) => [typeof value, interval])).toEqual([['number', undefined]])
    expect(indices.map(({ points, error }) => [points.length, error?.method])).toEqual([[1, 'between_sessions']])
  }
}, 60_000)

test('an evolution names the sessions with a measure that is still to come', async () => {
  const { inDemo, person, session, read } = await prepare()
  const own = await inDemo((tx) => person(tx, 'WAIT'))
  await inDemo((tx) => session(tx, own, 0, { jitter: 6 }))
  const second = await inDemo((tx) => session(tx, own, 10, { jitter: 8 }))
  const measuring = async () => (await read(`/protocols/responses/${own}/evolution/`)).json<Evolution>().measuring
  expect(await measuring()).toEqual([])
  await inDemo((tx) =>
    tx
      .updateTable('feature_results')
      .set({ status: 'pending', scores: '{}' })
      .where('take_id', 'in', (query) =>
        query
          .selectFrom('takes')
          .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
          .select('takes.id')
          .where('protocol_response_id', '=', second as SessionId),
      )
      .execute(),
  )
  expect(await measuring()).toEqual([second])
})
