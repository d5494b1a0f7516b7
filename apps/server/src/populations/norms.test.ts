import type { Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { seedPopulations } from './synthetic.ts'

const header =
  'population,language,item,task,function,score,sex,age_min,age_max,n,mean,sd,source,licence,note,reference'
const rest = 'Somebody 2020,CC-BY-4.0,Adults,yes'
const vowel = 'short-session/sustained-a/1,vowel,voice_quality,jitter_local_pct'
const line = (sex: string, ages: string, values: string) => `Table,es,${vowel},${sex},${ages},${values},${rest}`

/** A recorded vowel of a woman of 45 with a jitter of 1 %, and calls of a manager. */
async function prepare() {
  const demo = await buildTestApp()
  const manager = await demo.signIn('manager@demo.example')
  const examiner = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, examiner)
  const form = formOf(toneWav(4))
  const recorded = { ...examiner, ...form.headers }
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(started.items[0]!),
    headers: recorded,
    payload: form.payload,
  })
  await demo.database.tenant(demo.organizationId, async (tx) => {
    await tx.updateTable('participants').set({ sex: 'f', birthday: '1980-01-01' }).execute()
    const scores = JSON.stringify({ jitter_local_pct: 1, shimmer_local_pct: 5 })
    await tx
      .updateTable('feature_results')
      .set({ status: 'ready', error: null, scores })
      .where('entry', '=', 'voice_quality')
      .execute()
  })
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object | Buffer, more = {}) =>
    demo.app.inject({ method, url: `/api${url}`, headers: { ...manager, ...more }, ...(payload && { payload }) })
  const send = async (lines: string[], query = '') => {
    const body = new FormData()
    body.set('file', new Blob([Buffer.from([header, ...lines].join('\n'))]), 'table.csv')
    const request = new Request('http://localhost/', { method: 'POST', body })
    const type = { 'content-type': request.headers.get('content-type')! }
    return call('POST', `/ai/populations/import/${query}`, Buffer.from(await request.arrayBuffer()), type)
  }
  const list = async () => (await call('GET', '/ai/populations/')).json<Population[]>()
  const result = async () =>
    (await demo.app.inject({ url: started.sessionUrl, headers: examiner })).json().responses[0]
      .feature_extraction_res[1]
  return { ...demo, ...started, call, send, list, result }
}

test('a card states who was measured, how and with what, in the languages of its table', async () => {
  const { call } = await prepare()
  const columns = ',people,recorded,engine,people_fr,note_fr'
  const first = `${line('f', '40,49', '50,0.7,0.2')},Women,At home,Praat 6.3,Femmes,Adultes`
  const lines = [`${header}${columns}`, first, `${line('m', '40,49', '40,0.6,0.2')},,,,,`]
  const body = new FormData()
  body.set('file', new Blob([Buffer.from(lines.join('\n'))]), 'table.csv')
  const request = new Request('http://localhost/', { method: 'POST', body })
  const type = { 'content-type': request.headers.get('content-type')! }
  const answer = await call(
    'POST',
    '/ai/populations/import/?preview=true',
    Buffer.from(await request.arrayBuffer()),
    type,
  )
  expect(answer.json().populations[0].card).toMatchObject({
    people: 'Women',
    recorded: 'At home',
    engine: 'Praat 6.3',
    note: 'Adults',
    translations: { fr: { people: 'Femmes', note: 'Adultes' } },
  })
  const [shipped] = (await call('GET', '/ai/populations/norms/')).json()
  for (const language of ['es', 'pt', 'fr'])
    expect(Object.keys(shipped.card.translations[language]).sort()).toEqual(['note', 'people', 'recorded'])
})

test('a published table is compared only by the measures whose definition was confirmed', async () => {
  const { send, call, list, result } = await prepare()
  const lines = [line('f', '40,49', '50,0.7,0.2'), line('m', '40,49', '40,0.6,0.2')]
  expect((await send(lines)).statusCode).toBe(201)
  const [population] = await list()
  expect(population).toMatchObject({ name: 'Table', n: 90, is_reference: true, confirmed: [], source: 'Somebody 2020' })
  expect(population!.card).toMatchObject({
    licence: 'CC-BY-4.0',
    note: 'Adults',
    measures: [{ measure: 'voice_quality/jitter_local_pct', tasks: [{ task: 'vowel', title: 'Vocal /a/ sostenida' }] }],
  })
  const { id } = population!
  expect((await result()).percentiles).toEqual({})
  const confirm = (confirmed: string[]) => call('PATCH', `/ai/populations/${id}/`, { confirmed })
  expect((await confirm(['voice_quality/shimmer_local_pct'])).json()).toEqual({ confirmed: ['invalid'] })
  expect((await confirm(['voice_quality/jitter_local_pct'])).statusCode).toBe(204)
  const { percentiles, intervals, compared } = await result()
  // 1.5 deviations above the mean of the women.
  expect(percentiles[id].jitter_local_pct).toBeCloseTo(93.319, 2)
  expect(intervals[id].jitter_local_pct).toMatchObject({ n: 50 })
  expect(intervals[id].jitter_local_pct.low).toBeLessThan(percentiles[id].jitter_local_pct)
  expect(compared[id]).toEqual({ version: 1, n: 50, is_matched: true })
  // A new table may define its measures otherwise.
  expect((await send(lines)).statusCode).toBe(201)
  expect(await list()).toMatchObject([{ id, version: 2, confirmed: [] }])
  expect((await result()).percentiles).toEqual({})
  expect((await call('PATCH', `/ai/populations/${id}/`, {})).statusCode).toBe(400)
})

test('each invalid cell of a published table is reported, and a population does not change its kind', async () => {
  const { send } = await prepare()
  const { problems } = (
    await send(
      [
        line('f', '40,49', '50,0.7,0.2'),
        line('f', '45,59', '50,0.7,0.2'),
        line('x', '60,50', '0,0.7,-1'),
        line('f', '10,30', '20,0.7,0.1'),
        line('m', '40,49', '20,,'),
        `Table,es,language/yodel/1,x,voice_quality,jitter_local_pct,f,40,49,10,1,1,Other,CC0,,yes`,
        `Table,es,${vowel},f,20,29,10,1,1,Other,CC0,,yes`,
      ],
      '?preview=true',
    )
  ).json()
  expect(problems.map(({ line, column, code }: Record<string, unknown>) => [line, column, code])).toEqual([
    [3, 'age_min', 'duplicate'],
    [4, 'age_max', 'out_of_range'],
    [4, 'sd', 'out_of_range'],
    [4, 'sex', 'unknown'],
    [4, 'n', 'out_of_range'],
    [5, 'age_max', 'mixed_ages'],
    [6, 'mean', 'required'],
    [6, 'sd', 'required'],
    [7, 'item', 'unknown_item'],
    [8, 'source', 'contradiction'],
    [8, 'licence', 'contradiction'],
  ])
})

test('the norm that comes with the product can be added, read whole, and confirmed', async () => {
  const { call, list } = await prepare()
  const [norm] = (await call('GET', '/ai/populations/norms/')).json()
  expect(norm).toMatchObject({ key: 'voiceome-english', languages: ['en'], card: { licence: 'Apache-2.0' } })
  expect((await call('POST', '/ai/populations/norms/', { key: 'nothing' })).json()).toEqual({ key: ['invalid'] })
  const added = await call('POST', '/ai/populations/norms/', { key: norm.key })
  expect([added.statusCode, added.json().problem_count]).toEqual([201, 0])
  const [population] = await list()
  expect(population).toMatchObject({ name: norm.name, is_reference: false, is_synthetic: false, confirmed: [] })
  const measures = population!.card!.measures.map(({ measure }) => measure)
  expect(measures).toEqual(['prosody/f0_median_hz', 'lexical/tokens', 'lexical/types', 'lexical/words_per_min'])
  // openSMILE's jitter, shimmer, HNR and formants are not Praat's.
  expect(measures.some((measure) => /jitter|shimmer|hnr|f[1-3]_/.test(measure))).toBe(false)
})

test('the semaphore stays off until there is a norm of real people; generated numbers are not such a norm', async () => {
  const { call, send, list, database, organizationId, content, clock } = await prepare()
  await seedPopulations(database, organizationId, content.populations, clock.now())
  const set = (semaphore_column: boolean) => call('PATCH', '/organizations/', { settings: { semaphore_column } })
  const isOn = async () => (await call('GET', '/user/toggle_table')).json().semaphore_column
  const refused = await set(true)
  expect([refused.statusCode, refused.json()]).toEqual([400, { semaphore_column: ['needs_norm'] }])
  expect((await send([line('f', '40,49', '50,0.7,0.2')])).statusCode).toBe(201)
  expect((await set(true)).statusCode).toBe(400)
  const { id } = (await list()).find(({ name }) => name === 'Table')!
  const change = (update: object) => call('PATCH', `/ai/populations/${id}/`, update)
  await change({ confirmed: ['voice_quality/jitter_local_pct'] })
  expect((await set(true)).statusCode).toBe(200)
  expect(await isOn()).toBe(true)
  await change({ is_reference: false })
  expect(await isOn()).toBe(false)
  expect((await set(false)).statusCode).toBe(200)
})
