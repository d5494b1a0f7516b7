import { gunzipSync } from 'node:zlib'
import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { saveVersion } from './store.ts'
import { seedPopulations } from './synthetic.ts'

const url = '/api/ai/feature_population_distributions/'
const schema = contract['GET /ai/feature_population_distributions/'].responses[200]

/** The demonstration's populations, and an examiner with every protocol. */
async function prepare() {
  const demo = await buildTestApp()
  await seedPopulations(demo.database, demo.organizationId, demo.content.populations, demo.clock.now())
  const headers = await demo.signIn('examiner@demo.example')
  const get = (address: string, more: Record<string, string> = {}) =>
    demo.app.inject({ url: address, headers: { ...headers, ...more } })
  return { ...demo, get }
}

const curvesOf = (rows: ReturnType<typeof schema.parse>) => rows.flatMap(({ data }) => Object.values(data))

test('the densities of all items fit into a megabyte, and those of one item have up to 64 points a curve', async () => {
  const { get } = await prepare()
  const all = await get(url)
  expect(all.rawPayload.length).toBeLessThan(1e6)
  const rows = schema.parse(all.json())
  expect(new Set(rows.map(({ protocol_item_id }) => protocol_item_id)).size).toBeGreaterThan(30)
  const item = schema.parse((await get(`${url}?protocol_item_id=${rows[0]!.protocol_item_id}`)).json())
  expect(item.length).toBe(rows.filter(({ protocol_item_id }) => protocol_item_id === item[0]!.protocol_item_id).length)
  for (const [some, most] of [
    [rows, 8],
    [item, 64],
  ] as const) {
    const lengths = curvesOf(some).map(({ x, y }) => (x.length === y.length ? x.length : 0))
    expect(Math.min(...lengths)).toBeGreaterThan(7)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(most)
    for (const { mean, sd, x, y } of curvesOf(some))
      for (const value of [mean, sd, ...x, ...y]) expect(Number(value.toPrecision(4))).toBe(value)
  }
})

test('a client that has the answer gets 304 until a population has a new version', async () => {
  const { get, database, organizationId, clock } = await prepare()
  const first = await get(url, { 'accept-encoding': 'gzip' })
  const { etag } = first.headers
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' })
  expect(gunzipSync(first.rawPayload).toString()).toBe((await get(url)).body)
  const again = await get(url, { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect((await get(`${url}?score=f0_mean_hz`, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  await database.tenant(organizationId, (tx) =>
    saveVersion(
      tx,
      organizationId,
      {
        name: 'New',
        description: '',
        source: '',
        is_synthetic: false,
        is_reference: false,
        fill_color: '#000000',
        stroke_color: '#000000',
      },
      { n: 0, samples: [] },
      clock.now(),
    ),
  )
  expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200)
})

test('a version from an earlier release gets the same curves when it is first read', async () => {
  const { get, database, organizationId } = await prepare()
  const [{ protocol_item_id: item }] = (await get(url)).json()
  const expected = (await get(`${url}?protocol_item_id=${item}`)).json()
  const inDemo = <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(organizationId, work)
  await inDemo((tx) => tx.updateTable('population_samples').set({ box: null, curve: null, sketch: null }).execute())
  const answers = await Promise.all([1, 2, 3].map(() => get(`${url}?protocol_item_id=${item}`)))
  for (const answer of answers) expect(answer.json()).toEqual(expected)
  const stored = await inDemo((tx) =>
    tx
      .selectFrom('population_samples')
      .select(({ fn }) => [fn.count<number>('curve').as('made'), fn.countAll<number>().as('all')])
      .executeTakeFirstOrThrow(),
  )
  expect(stored.made).toBeGreaterThan(0)
  expect(stored.made).toBeLessThan(stored.all)
})
