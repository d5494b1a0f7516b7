import type { Population, SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { jitterNorm } from '../../testing/jitter-norm.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { ageAt, densityFor } from './sample.ts'
import { saveVersion } from './store.ts'
import { seedPopulations } from './synthetic.ts'

const colors = { fill_color: '#11223344', stroke_color: '#112233' }

/** A recorded vowel whose only measured score is jitter, and a function to add populations for it. */
async function prepareVowel(jitter = 1) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const item = started.items[0]!
  const form = formOf(toneWav(4))
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(item),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const measure = (value: number) =>
    inDemo(async (tx) => {
      await tx.updateTable('feature_results').set({ status: 'failed', error: 'no_voice' }).execute()
      await tx
        .updateTable('feature_results')
        .set({ status: 'ready', error: null, scores: JSON.stringify({ jitter_local_pct: value }) })
        .where('entry', '=', 'voice_quality')
        .execute()
    })
  await measure(jitter)
  /** Adds a population whose jitter values for the vowel follow a normal distribution. */
  const addPopulation = (name: string, mean: number, sd: number, n = 40) =>
    inDemo((tx) =>
      saveVersion(
        tx,
        demo.organizationId,
        { name, description: 'd', source: 's', is_synthetic: false, is_reference: false, ...colors },
        jitterNorm(n, mean, sd),
        demo.clock.now(),
      ),
    )
  const get = async (url: string, by: { authorization: string } = headers) =>
    demo.app.inject({ url: `/api${url}`, headers: by })
  const voiceQuality = async (query = '') =>
    (await demo.app.inject({ url: `${started.sessionUrl}${query}`, headers })).json().responses[0]
      .feature_extraction_res[1]
  return { ...demo, ...started, headers, item, inDemo, measure, addPopulation, get, voiceQuality }
}

test('a score is compared with the newest version of each population', async () => {
  const { addPopulation, voiceQuality } = await prepareVowel(1)
  const healthy = await addPopulation('Healthy', 0.5, 0.1)
  const ill = await addPopulation('Ill', 1, 0.2)
  const result = await voiceQuality()
  expect(result.percentiles[ill.id].jitter_local_pct).toBeCloseTo(50, 6)
  expect(result.semaphore[ill.id].jitter_local_pct).toBeCloseTo(0, 6)
  expect(result.percentiles[healthy.id].jitter_local_pct).toBeGreaterThan(99)
  expect(result.semaphore[healthy.id].jitter_local_pct).toBeGreaterThan(0.75)
  expect(result.compared[ill.id]).toEqual({ version: 1, n: 40, is_matched: false })

  expect(await addPopulation('Ill', 2, 0.2, 50)).toEqual({ id: ill.id, version: 2 })
  const again = await voiceQuality()
  expect(again.compared[ill.id]).toEqual({ version: 2, n: 50, is_matched: false })
  // Lower is better: this side counts as normal.
  expect(again.semaphore[ill.id].jitter_local_pct).toBe(0)
})

test('a shared score has the mid-rank of its people, and their number', async () => {
  const { addPopulation, inDemo, measure, voiceQuality } = await prepareVowel(0)
  const { id } = await addPopulation('Healthy', 0.5, 0.1)
  const vals = [...Array<number>(28).fill(0), ...Array.from({ length: 12 }, (_, i) => 1 + i)]
  await inDemo((tx) => tx.updateTable('population_samples').set({ vals }).execute())
  const shared = await voiceQuality()
  expect(shared.ties[id].jitter_local_pct).toMatchObject({ share: 0.7 })
  expect(shared.percentiles[id].jitter_local_pct).toBeCloseTo(35, 0)
  await measure(3)
  expect((await voiceQuality()).ties).toBeUndefined()
})

test('a result has the populations’ curves of its displayed scores, unless the client declines them', async () => {
  const { addPopulation, voiceQuality, get, item } = await prepareVowel(0.6)
  expect((await voiceQuality()).feature_population_distribution).toEqual({ data: {} })
  const [healthy, ill] = [await addPopulation('Healthy', 0.5, 0.1), await addPopulation('Ill', 1, 0.2)]
  await addPopulation('Few', 1, 0.2, 9)
  const { data } = (await voiceQuality()).feature_population_distribution
  expect(Object.keys(data)).toEqual(['jitter_local_pct'])
  expect(Object.keys(data.jitter_local_pct)).toEqual([healthy.id, ill.id])
  const [row] = (await get(`/ai/feature_population_distributions/?protocol_item_id=${item.id}`)).json()
  const { x, y } = row.data.jitter_local_pct
  expect(data.jitter_local_pct[healthy.id]).toEqual({ x, y })
  const polled = await voiceQuality('?distributions=false')
  expect(polled.feature_population_distribution).toBeNull()
  expect(polled.percentiles[healthy.id].jitter_local_pct).toBeGreaterThan(50)
})

test('a population of fewer than ten people is not compared', async () => {
  const { addPopulation, voiceQuality, get } = await prepareVowel()
  const few = await addPopulation('Few', 1, 0.2, 9)
  expect((await voiceQuality()).percentiles).toEqual({})
  expect((await get('/ai/populations/')).json()).toMatchObject([{ id: few.id, n: 9, version: 1, is_synthetic: false }])
})

test('the probabilities of populations sum to 1; a score far from all has none, and one population is not enough', async () => {
  const { addPopulation, get, session, measure } = await prepareVowel(0.55)
  const url = `/ai/protocolres/${session.id}/bhattacharyya_probability/`
  const healthy = await addPopulation('Healthy', 0.5, 0.1)
  expect((await get(url)).json()).toEqual({})
  const ill = await addPopulation('Ill', 1, 0.2)
  const { jitter_local_pct: row } = (await get(url)).json()
  expect(row[healthy.id] + row[ill.id]).toBeCloseTo(1, 9)
  // The closed form for normal distributions, with the default width √0.2 · √((0.1² + 0.2²) / 2) of the measurement.
  expect(row[healthy.id]).toBeCloseTo(0.7835, 2)
  await measure(1000)
  expect((await get(url)).json()).toEqual({ jitter_local_pct: {} })
})

test('a recording that is poor, or doubtful for a measure, is in no probability of it', async () => {
  const { addPopulation, get, inDemo, session } = await prepareVowel(0.55)
  await addPopulation('Healthy', 0.5, 0.1)
  await addPopulation('Ill', 1, 0.2)
  const compared = async (verdict: 'fair' | 'poor', reasons: string[]) => {
    await inDemo((tx) =>
      tx
        .updateTable('takes')
        .set({ quality: JSON.stringify({ verdict, reasons }) })
        .execute(),
    )
    return Object.keys((await get(`/ai/protocolres/${session.id}/bhattacharyya_probability/`)).json())
  }
  // The jitter does not suffer from a late start.
  expect(await compared('fair', ['cut_start'])).toEqual(['jitter_local_pct'])
  expect(await compared('fair', ['noisy'])).toEqual([])
  expect(await compared('poor', ['cut_start'])).toEqual([])
})

test('an item for which no two populations have values does not keep the others from being compared', async () => {
  const { app, clock, get, headers, inDemo, items, itemUrl, organizationId, session } = await prepareVowel()
  const sentence = items[2]!
  const form = formOf(toneWav(4))
  await app.inject({
    method: 'POST',
    url: itemUrl(sentence),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  await inDemo(async (tx) => {
    const scores = JSON.stringify({ cpps_avqi_db: 12 })
    const measured = { status: 'ready', error: null, scores } as const
    await tx.updateTable('feature_results').set(measured).where('entry', '=', 'voice_quality').execute()
  })
  const add = (name: string, mean: number) =>
    inDemo((tx) => {
      const { n, samples } = jitterNorm(40, mean, 2)
      const population = { name, description: 'd', source: 's', is_synthetic: false, is_reference: false, ...colors }
      const ofVowels = { n, samples: samples.map((sample) => ({ ...sample, score: 'cpps_avqi_db' })) }
      return saveVersion(tx, organizationId, population, ofVowels, clock.now())
    })
  const near = await add('Near', 12)
  const other = await add('Other', 15)
  const { cpps_avqi_db: row } = (await get(`/ai/protocolres/${session.id}/bhattacharyya_probability/`)).json()
  expect(row[near.id]).toBeGreaterThan(row[other.id])
  expect(row[near.id] + row[other.id]).toBeCloseTo(1, 9)
})

test('an evolution reverses a measure for which lower is better, and is raw without a population', async () => {
  const { addPopulation, get, participant, session, item } = await prepareVowel(0.6)
  const url = `/protocols/responses/${participant.id}/evolution/`
  const { series: raw, items, functions } = (await get(url)).json()
  expect(items).toMatchObject([
    { id: item.id, title: expect.any(String), order: 1, protocol: { name: expect.any(String) } },
  ])
  expect(functions).toMatchObject([{ entry: 'voice_quality' }])
  expect(raw[0]).toMatchObject({ unit: '%', direction: 'lower_better', offset: 0 })
  expect(raw).toMatchObject([{ score: 'jitter_local_pct', population_id: null, points: [{ value: null, raw: 0.6 }] }])
  const healthy = await addPopulation('Healthy', 0.5, 0.1)
  const [series] = (await get(url)).json().series
  expect(series).toMatchObject({ protocol_item_id: item.id, population_id: healthy.id })
  expect(series.points[0]).toMatchObject({ protocol_response_id: session.id, raw: 0.6 })
  // One deviation on the worse side: near the 84th percentile, reversed.
  expect(series.points[0].value).toBeGreaterThan(12)
  expect(series.points[0].value).toBeLessThan(24)
})

test('an evolution is read in pages of sessions, newest page first', async () => {
  const { app, clock, get, headers, item, measure, participant, protocol, session } = await prepareVowel()
  const sessions = `/protocols/responses/${participant.id}/`
  const ids: string[] = [session.id]
  const form = formOf(toneWav(4))
  for (let i = 0; i < 4; i++) {
    clock.advance(60)
    const begin = { method: 'POST', url: `/api${sessions}`, headers, payload: { protocol_id: protocol.id } } as const
    const { id } = (await app.inject(begin)).json()
    const url = `/api${sessions}${id}/item/${item.id}/`
    await app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
    ids.push(id)
  }
  await measure(0.6)
  const read = async (url: string) => {
    const answer = await get(url)
    const [series] = answer.json().series
    const next = /^<\/api(.+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
    return { next, ids: series.points.map((point: { protocol_response_id: SessionId }) => point.protocol_response_id) }
  }
  expect(await read(`${sessions}evolution/`)).toEqual({ next: undefined, ids })
  const newest = await read(`${sessions}evolution/?limit=2`)
  expect(newest.ids).toEqual(ids.slice(3))
  const second = await read(newest.next!)
  expect(second.ids).toEqual(ids.slice(1, 3))
  expect(await read(second.next!)).toEqual({ next: undefined, ids: ids.slice(0, 1) })
  expect((await get(`${sessions}evolution/?limit=26`)).json()).toEqual({ limit: ['out_of_range'] })
})

test('densities and boxes of an item use only values in its own language', async () => {
  const { addPopulation, get, item, protocol } = await prepareVowel()
  const { id } = await addPopulation('Healthy', 0.5, 0.1)
  const [distribution] = (await get(`/ai/feature_population_distributions/?protocol_item_id=${item.id}`)).json()
  expect(distribution).toMatchObject({ population_id: id, language_id: protocol.locale.lang.id })
  expect(distribution.data.jitter_local_pct).toMatchObject({ n: 40, mean: expect.closeTo(0.5, 3) })
  const functionId = distribution.feature_extraction_func_id
  const stats = (language: string, population: string = id) =>
    get(`/protocols/feature_display/population_stats/box/${item.id}/${functionId}/${population}/${language}/`)
  const { scores, chart_name } = (await stats(protocol.locale.lang.id)).json()
  expect(chart_name).toBe('box')
  const box = scores.jitter_local_pct
  expect(box.x.length).toBeLessThanOrEqual(64)
  expect([box.p5, box.p25, box.p50, box.p75, box.p95]).toEqual(
    [box.p5, box.p25, box.p50, box.p75, box.p95].toSorted((a, b) => a - b),
  )
  expect((await stats(item.id)).json().scores).toEqual({})
  expect((await stats(protocol.locale.lang.id, item.id)).json().scores).toEqual({})
  const pdf = await get(`/protocols/feature_display/pdf/${protocol.id}/`)
  expect(pdf.json()).toEqual((await get(`/protocols/feature_display/web/${protocol.id}/`)).json())
})

test('populations are hidden from another clinic, and participants from colleagues', async () => {
  const { addPopulation, get, signIn, session, participant } = await prepareVowel()
  await addPopulation('Healthy', 0.5, 0.1)
  const other = await signIn('examiner@other.example')
  expect((await get('/ai/populations/', other)).json()).toEqual([])
  for (const email of ['examiner@other.example', 'colleague@demo.example']) {
    const by = await signIn(email)
    expect((await get(`/ai/protocolres/${session.id}/bhattacharyya_probability/`, by)).statusCode).toBe(404)
    expect((await get(`/protocols/responses/${participant.id}/evolution/`, by)).statusCode).toBe(404)
  }
  expect((await get('/ai/populations/', { authorization: 'Bearer no' })).statusCode).toBe(401)
})

test('the demonstration has three populations, marked as synthetic and created once', async () => {
  const { database, organizationId, content, clock, get } = await prepareVowel()
  for (let i = 0; i < 2; i++) await seedPopulations(database, organizationId, content.populations, clock.now())
  const populations = (await get('/ai/populations/')).json()
  expect(populations.map(({ name, is_reference }: Population) => [name, is_reference])).toEqual([
    ['Personas sin diagnóstico (sintético)', true],
    ['Deterioro cognitivo leve (sintético)', false],
    ['Enfermedad de Parkinson (sintético)', false],
  ])
  for (const { name, is_synthetic, version } of populations) {
    expect(name).toMatch(/\(sintético\)$/)
    expect([is_synthetic, version]).toEqual([true, 1])
  }
})

test('thirty people of the same years of school are the comparison group, otherwise all of the same sex and age', () => {
  const n = 80
  const sample = {
    vals: Array.from({ length: n }, (_, i) => i),
    sexes: Array.from({ length: n }, (_, i) => (i < 40 ? 'f' : 'm')),
    ages: Array<number>(n).fill(65),
    educations: Array.from({ length: n }, (_, i) => (i < 35 ? 12 : 5)),
  }
  const person = { sex: 'f', age: 65, educationYears: null }
  expect(densityFor(sample, person)).toMatchObject({ isMatched: true })
  expect(densityFor(sample, person)?.density.values).toHaveLength(40)
  expect(densityFor(sample, { ...person, educationYears: 10 })?.density.values).toHaveLength(35)
  expect(densityFor(sample, { ...person, educationYears: 3 })?.density.values).toHaveLength(40)
  expect(densityFor(sample, { ...person, age: 66 })).toBeNull()
  expect(densityFor(sample, { sex: null, age: null, educationYears: null })?.density.values).toHaveLength(80)
})

test('an age is in completed years', () => {
  expect(ageAt('1960-06-15', new Date('2026-06-14T12:00:00Z'))).toBe(65)
  expect(ageAt('1960-06-15', new Date('2026-06-15T12:00:00Z'))).toBe(66)
  expect(ageAt(null, new Date())).toBeNull()
})
