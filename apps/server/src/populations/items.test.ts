import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { openSamples } from './compare.ts'
import { listPopulations } from './queries.ts'
import { type NewSample, saveVersion } from './store.ts'

const people = {
  vals: Array.from({ length: 20 }, (_, i) => i),
  sexes: Array<string>(20).fill('f'),
  ages: Array<number>(20).fill(60),
  educations: Array<number>(20).fill(12),
}
const words = (item: string): NewSample => ({
  language: 'es',
  category: 'fluency',
  item,
  entry: 'fluency',
  score: 'valid_unique_words',
  ...people,
})

async function prepare(...named: { name: string; samples: NewSample[]; is_synthetic?: boolean }[]) {
  const demo = await buildTestApp()
  const colors = { fill_color: '#11223344', stroke_color: '#112233' }
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  await inDemo(async (tx) => {
    for (const { name, samples, is_synthetic = false } of named)
      await saveVersion(
        tx,
        demo.organizationId,
        { name, description: '', source: '', is_synthetic, is_reference: false, ...colors },
        { n: 20, samples },
        demo.clock.now(),
      )
  })
  const headers = await demo.signIn('manager@demo.example')
  const list = async () => (await demo.app.inject({ url: '/api/ai/populations/', headers })).json<Population[]>()
  return { ...demo, inDemo, list }
}

test('values of animals are not compared with words that begin with F, nor with another wording', async () => {
  const { inDemo } = await prepare({ name: 'Animals', samples: [words('language/animals/1')] })
  const found = (item: string) =>
    inDemo(async (tx) => {
      const [population] = await listPopulations(tx)
      const task = { language: 'es', item }
      return (await openSamples(tx, [task])).of(population!, task, 'fluency', 'valid_unique_words')?.vals.length
    })
  expect(await found('language/animals/1')).toBe(20)
  expect(await found('language/letter/1')).toBeUndefined()
  expect(await found('language/animals/2')).toBeUndefined()
})

test('a row of an earlier release keeps its item if its category has only one; the answer lists the others', async () => {
  const counting = { ...words('x'), category: 'counting', entry: 'lexical', score: 'tokens' }
  const { inDemo, url, list } = await prepare(
    { name: 'Imported', samples: [words('x'), counting] },
    { name: 'Random', samples: [words('x')], is_synthetic: true },
  )
  const folder = path.join(import.meta.dirname, '../platform/database/migrations')
  const migration = await readFile(path.join(folder, '0215-norms-by-item.sql'), 'utf8')
  await withClient(url, async (client) => {
    await client.query(`begin;
      alter table population_samples drop constraint population_samples_key, drop column item,
        add primary key (version_id, language, category, entry, score);
      alter table population_versions drop column unkeyed;
      ${migration} commit`)
  })
  const rows = await inDemo((tx) =>
    tx
      .selectFrom('population_samples as s')
      .innerJoin('population_versions as v', 'v.id', 's.version_id')
      .innerJoin('populations as p', 'p.id', 'v.population_id')
      .select(['p.name', 's.category', 's.item'])
      .orderBy('p.name')
      .orderBy('s.category')
      .orderBy('s.item')
      .execute(),
  )
  expect(rows).toEqual([
    { name: 'Imported', category: 'counting', item: 'voice-and-articulation/counting/1' },
    { name: 'Imported', category: 'fluency', item: null },
    { name: 'Random', category: 'fluency', item: 'language/animals/1' },
    { name: 'Random', category: 'fluency', item: 'language/letter/1' },
  ])
  expect((await list()).map(({ name, unkeyed }) => [name, unkeyed])).toEqual([
    ['Imported', 1],
    ['Random', 0],
  ])
})
