// @module-tag long
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Population, PopulationRule, ProtocolId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { newId } from '../platform/ids.ts'
import { ComputePopulation, computePopulation } from './rules.ts'
import { seedPopulations } from './synthetic.ts'

const open: PopulationRule = {
  sex: null,
  age_min: null,
  age_max: null,
  education_min: null,
  education_max: null,
  locale: null,
  protocol: null,
  diagnosis: null,
}
type Person = {
  jitter: number
  birthday?: string
  sex?: 'f' | 'm'
  diagnose?: string
  school?: number
  agrees?: boolean
}

async function prepare(people: Person[]) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const manager = await demo.signIn('manager@demo.example')
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const form = formOf(toneWav(4))
  /** Records a completed session of a participant whose vowel has this jitter. */
  const record = async (code: string, jitter: number) => {
    const started = await startTestSession(demo, headers, code)
    await demo.app.inject({
      method: 'POST',
      url: started.itemUrl(started.items[0]!),
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
    await inDemo(async (tx) => {
      await tx.updateTable('protocol_responses').set({ completed_at: demo.clock.now() }).execute()
      await sql`update feature_results r set status = 'ready', scores = ${JSON.stringify({ jitter_local_pct: jitter })}
        from takes t join item_responses i on i.id = t.item_response_id
        where r.take_id = t.id and r.entry = 'voice_quality'
          and i.protocol_response_id = ${started.session.id}`.execute(tx)
    })
    return started
  }
  for (const [
    i,
    { jitter, birthday = '1960-01-01', sex = 'f', diagnose, school = 12, agrees = true },
  ] of people.entries()) {
    const { participant } = await record(`P${i}`, jitter)
    await inDemo((tx) =>
      sql`update participants set birthday = ${birthday}, sex = ${sex}, diagnose = ${diagnose ?? null},
        education_years = ${school}, consent_research = ${agrees} where id = ${participant.id}`.execute(tx),
    )
  }
  const send = (url: string, payload?: object, by = manager) =>
    demo.app.inject({ method: 'POST', url: `/api/ai/populations/${url}`, headers: by, ...(payload && { payload }) })
  const count = async (rule: Partial<PopulationRule>) =>
    (await send('?preview=true', { name: 'x', rule: { ...open, ...rule } })).json()
  const list = async () =>
    (await demo.app.inject({ url: '/api/ai/populations/', headers: manager })).json<Population[]>()
  await demo.queue.work('compute-population', ComputePopulation, 1, (job) => computePopulation(demo, job))
  const samples = () => inDemo((tx) => tx.selectFrom('population_samples').selectAll().execute())
  return { ...demo, headers, inDemo, record, send, count, list, samples }
}

test('a rule selects matching participants who consented, with one value each, for each new version', async () => {
  const { send, list, samples, inDemo, count } = await prepare([
    { jitter: 0.4 },
    { jitter: 0.5, agrees: false },
    { jitter: 0.6, birthday: '2001-01-01' },
    { jitter: 0.7, sex: 'm', diagnose: 'Enfermedad de PARKINSON', school: 5 },
  ])
  expect(await count({})).toEqual({ n: 3 })
  expect(await count({ sex: 'm' })).toEqual({ n: 1 })
  expect(await count({ age_min: 50 })).toEqual({ n: 2 })
  expect(await count({ age_max: 30 })).toEqual({ n: 1 })
  expect(await count({ education_max: 6 })).toEqual({ n: 1 })
  expect(await count({ education_min: 6 })).toEqual({ n: 2 })
  expect(await count({ diagnosis: { none: true } })).toEqual({ n: 2 })
  expect(await count({ diagnosis: { contains: 'parkinson' } })).toEqual({ n: 1 })
  expect(await list()).toEqual([])

  const defined = await send('', { name: 'Ours', rule: { ...open, age_min: 50 } })
  expect([defined.statusCode, defined.json()]).toEqual([202, { n: 2 }])
  await expect
    .poll(list)
    .toMatchObject([{ name: 'Ours', n: 2, version: 1, is_synthetic: false, rule: { age_min: 50 } }])
  const [sample] = await samples()
  expect(sample).toMatchObject({ language: 'es', item: 'short-session/sustained-a/1', entry: 'voice_quality' })
  expect([...sample!.vals].sort()).toEqual([0.4, 0.7])
  expect(sample!.sexes.length).toBe(2)

  // Participants who withdraw consent are not in later versions.
  await inDemo((tx) => sql`update participants set consent_research = false where sex = 'm'`.execute(tx))
  const [{ id }] = (await list()) as [Population]
  expect((await send(`${id}/compute/`)).statusCode).toBe(202)
  await expect.poll(list).toMatchObject([{ n: 1, version: 2 }])
})

test('a rule selects by the locale of the participants and by the protocol of the session', async () => {
  const { inDemo, count } = await prepare([{ jitter: 0.4 }, { jitter: 0.5, sex: 'm' }])
  const { locale, protocol } = await inDemo(async (tx) => {
    const { rows } = await sql<{
      locale: string
      protocol: ProtocolId
    }>`select p.locale_id as locale, r.protocol_id as protocol
      from protocol_responses r join participants p on p.id = r.participant_id limit 1`.execute(tx)
    await sql`update participants set locale_id = (select l.id from locales l where l.id <> locale_id limit 1)
      where sex = 'm'`.execute(tx)
    return rows[0]!
  })
  expect(await count({ locale })).toEqual({ n: 1 })
  expect(await count({ protocol })).toEqual({ n: 2 })
  expect(await count({ protocol: newId<ProtocolId>() })).toEqual({ n: 0 })
})

test('a rule for people without a diagnosis makes a reference, and a manager can change that', async () => {
  const { send, list, app, signIn } = await prepare([])
  await send('', { name: 'A. Patients', rule: { ...open, diagnosis: { contains: 'Parkinson' } } })
  await send('', { name: 'B. Everybody', rule: open })
  await send('', { name: 'C. Healthy', rule: { ...open, diagnosis: { none: true } } })
  const named = async () => (await list()).map(({ name, is_reference }) => [name, is_reference])
  const defined = [
    ['C. Healthy', true],
    ['A. Patients', false],
    ['B. Everybody', false],
  ]
  await expect.poll(named, { timeout: 20_000 }).toEqual(defined)

  const id = (await list())[2]!.id
  const change = async (payload: object, email = 'manager@demo.example') => {
    const headers = await signIn(email)
    return (await app.inject({ method: 'PATCH', url: `/api/ai/populations/${id}/`, headers, payload })).statusCode
  }
  expect(await change({ is_reference: 'yes' })).toBe(400)
  expect(await change({ is_reference: true, name: 'x' })).toBe(400)
  expect(await change({ is_reference: true }, 'examiner@demo.example')).toBe(403)
  expect(await named()).toEqual(defined)
  expect(await change({ is_reference: true })).toBe(204)
  expect(await named()).toEqual([
    ['B. Everybody', true],
    ['C. Healthy', true],
    ['A. Patients', false],
  ])
})

test('among populations of earlier releases, only those without a diagnosis become references', async () => {
  const { send, inDemo, url, database, organizationId, content, clock } = await prepare([])
  await seedPopulations(database, organizationId, content.populations, clock.now())
  await send('', { name: 'Patients', rule: { ...open, diagnosis: { contains: 'Parkinson' } } })
  await send('', { name: 'Healthy', rule: { ...open, diagnosis: { none: true } } })
  const folder = path.join(import.meta.dirname, '../platform/database/migrations')
  const migration = await readFile(path.join(folder, '0193-reference-populations.sql'), 'utf8')
  await withClient(url, async (client) => {
    // An imported population: its name says something to people, but not to the migration.
    await client.query(`insert into populations (id, organization_id, name, description, source, fill_color,
        stroke_color, is_synthetic, created_at)
      select gen_random_uuid(), organization_id, 'Sanos', '', '', '#fff', '#000', false, created_at
      from populations limit 1`)
    await client.query(`alter table populations drop column is_reference; ${migration}`)
  })
  const references = await inDemo((tx) =>
    tx.selectFrom('populations').select('name').where('is_reference', '=', true).execute(),
  )
  expect(references.map(({ name }) => name).sort()).toEqual(['Healthy', 'Personas sin diagnóstico (sintético)'])
})

const noisy = JSON.stringify({ verdict: 'fair', reasons: ['noisy'] })

test('the latest of several sessions counts; a poor recording or an open session never does', async () => {
  const { record, samples, send, list, inDemo, count, clock, headers, app } = await prepare([{ jitter: 0.4 }])
  clock.advance(100)
  const [participant] = (await app.inject({ url: '/api/user/participants/', headers })).json()
  const second = await record('P-second', 0.9)
  await inDemo(async (tx) => {
    await sql`update protocol_responses set participant_id = ${participant.id} where id = ${second.session.id}`.execute(
      tx,
    )
    await sql`update participants set consent_research = true where id = ${participant.id}`.execute(tx)
  })
  await send('', { name: 'Ours', rule: open })
  await expect.poll(list).toMatchObject([{ n: 1 }])
  expect((await samples()).map(({ vals }) => vals)).toEqual([[0.9]])
  // Noise in the latest session: the one before it counts.
  await inDemo((tx) =>
    sql`update takes set quality = ${noisy} from item_responses r
    where r.id = item_response_id and r.protocol_response_id = ${second.session.id}`.execute(tx),
  )
  const [{ id }] = (await list()) as [Population]
  await send(`${id}/compute/`)
  await expect.poll(list).toMatchObject([{ version: 2 }])
  expect((await samples()).map(({ vals }) => vals)).toContainEqual([0.4])
  await inDemo((tx) => sql`update takes set quality = '{"verdict":"poor","reasons":[]}'`.execute(tx))
  expect(await count({})).toEqual({ n: 0 })
  await inDemo(async (tx) => {
    await sql`update takes set quality = null`.execute(tx)
    await sql`update protocol_responses set completed_at = null`.execute(tx)
  })
  expect(await count({})).toEqual({ n: 0 })
})

test('refuses a taken name, an invalid rule and another clinic', async () => {
  const { send, list, signIn } = await prepare([])
  expect((await send('', { name: 'Ours', rule: open })).statusCode).toBe(202)
  expect((await send('', { name: 'Ours', rule: open })).json()).toEqual({ name: ['already_exists'] })
  expect((await send('', { name: '', rule: open })).json()).toEqual({ name: ['required'] })
  expect((await send('', { name: 'x', rule: { ...open, age_min: -1 } })).statusCode).toBe(400)
  expect((await send('', { name: 'x', rule: { ...open, weight: 3 } })).statusCode).toBe(400)
  await expect.poll(list).toMatchObject([{ n: 0 }])
  const [{ id }] = (await list()) as [Population]
  const stranger = await signIn('examiner@other.example')
  expect((await send(`${id}/compute/`, undefined, stranger)).statusCode).toBe(404)
})
