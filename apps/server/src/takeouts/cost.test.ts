import { expect, test } from 'vitest'
import { unzip } from '../../testing/archives.ts'
import { recordMany } from '../../testing/many-recordings.ts'
import { readBy } from '../../testing/pages-read.ts'
import { startTestSession } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { readCsv } from '../platform/csv/read-csv.ts'
import { seedPopulations } from '../populations/synthetic.ts'
import { recordingsOf } from './answers.ts'
import { makeTakeout } from './jobs.ts'
import type { TakeoutRow } from './queries.ts'
import type { Content } from './scope.ts'

/** A clinic, and how to take out all of it. */
async function prepare() {
  const demo = await buildTestApp()
  const { app, clock, database, organizationId: organization_id } = demo
  const { items } = await startTestSession(demo, await demo.signIn('examiner@demo.example'), 'First')
  const make = async () => {
    // Each day has one takeout.
    clock.advance(24 * 3600)
    const headers = await demo.signIn('manager@demo.example')
    const post = (url: string, payload = {}) =>
      app.inject({ method: 'POST', url: `/api/takeouts/${url}`, headers, payload })
    const { uuid: takeout_id } = (await post('organization/', { include_audio: false })).json()
    const cost = await readBy(() => makeTakeout(demo, { organization_id, takeout_id }))
    const members = async () => {
      const { url } = (await post(`download_link/${takeout_id}/`)).json()
      return unzip((await app.inject({ url })).rawPayload)
    }
    return { cost, members }
  }
  const sessions = (count: number) =>
    database.tenant(organization_id, (tx) =>
      tx.selectFrom('protocol_responses').select(['id', 'participant_id']).orderBy('id').limit(count).execute(),
    )
  return { ...demo, sessions, items: items.map(({ id }) => id), make }
}

test('a takeout reads few pages for each recording, and many recordings with one statement', async () => {
  const demo = await prepare()
  await recordMany(demo, demo.items, 1, 50)
  const few = (await demo.make()).cost
  await recordMany(demo, demo.items, 51, 350)
  const many = (await demo.make()).cost
  const added = 300 * demo.items.length
  expect((many.pages - few.pages) / added).toBeLessThan(12)
  expect((many.statements - few.statements) / added).toBeLessThan(0.05)
})

test('the scores of a takeout have the places that the results have', async () => {
  const demo = await prepare()
  const { content, clock, database, organizationId } = demo
  await seedPopulations(database, organizationId, content.populations, clock.now())
  await recordMany(demo, demo.items, 1, 12)
  const members = await (await demo.make()).members()
  const { header, rows } = await readCsv(members.get('scores.csv')!)
  const lines = rows.map(({ cells }) => Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])))
  const headers = await demo.signIn('examiner@demo.example')
  const call = async (url: string) => (await demo.app.inject({ url: `/api${url}`, headers })).json()
  const populations: { id: string; name: string }[] = await call('/ai/populations/')
  const idOf = new Map(populations.map(({ id, name }) => [name, id]))
  const asked = await database.shared.selectFrom('protocol_items').select(['id', 'key']).execute()
  const keyOf = new Map<string, string>(asked.map(({ id, key }) => [id, key]))
  const found: string[][] = []
  for (const session of await demo.sessions(20)) {
    const { responses } = await call(`/protocols/responses/${session.participant_id}/${session.id}/`)
    for (const { protocol_item, feature_extraction_res } of responses)
      for (const { feature_extraction_func, ...result } of feature_extraction_res)
        for (const { name } of populations)
          for (const [score, percentile] of Object.entries(result.percentiles[idOf.get(name)!] ?? {})) {
            const id = idOf.get(name)!
            const { is_matched, version } = result.compared[id]
            const { n } = result.intervals[id][score]
            const place = [version, n, is_matched, percentile, result.semaphore[id][score]]
            found.push([
              session.id.slice(-8),
              keyOf.get(protocol_item.id)!,
              feature_extraction_func.entry,
              score,
              name,
              ...place.map(String),
            ])
          }
  }
  const placed = lines
    .filter(({ population }) => population !== '')
    .map((line) => [line.session!.slice(-8), ...columns.map((column) => line[column]!)])
  expect(found.length).toBeGreaterThan(300)
  expect(placed.map(String).sort()).toEqual(found.map(String).sort())
})

test('recordings come from memory as they come from the database', async () => {
  const demo = await prepare()
  await recordMany(demo, demo.items, 1, 120)
  const takeout = { scope: 'organization', start_date: null, end_date: null } as TakeoutRow
  const all = async (content: Content) =>
    (await Array.fromAsync(recordingsOf(content, 100))).flatMap((some) => {
      expect(some.length).toBeLessThanOrEqual(100)
      return some
    })
  await demo.database.snapshot(demo.organizationId, async (tx) => {
    const { catalogue } = demo
    const rest = { catalogue, mayReadSurveys: false, timeZone: 'UTC', names: new Map() }
    const content: Content = { tx, takeout, ...rest, subjects: new Map() }
    const read = await all(content)
    expect(read).toHaveLength(120 * demo.items.length)
    expect(await readBy(async () => expect(await all(content)).toEqual(read))).toEqual({ pages: 0, statements: 0 })
  })
})

const columns = [
  ...['item', 'function', 'score', 'population', 'population_version'],
  ...['population_n', 'is_matched', 'percentile', 'semaphore'],
]
