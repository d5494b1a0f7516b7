import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { readWav } from '@fonema/speech'
import { expect, test } from 'vitest'
import { sha256 } from '../../../testing/archives.ts'
import { addParticipant, packResearch, rowsOf, writtenAboutThem } from '../../../testing/research-archive.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { pack } from '../pack.ts'
import { groupSizes, yearsBetween } from './people.ts'
import { createPseudonyms } from './pseudonyms.ts'

test('a research archive has those who agreed, under pseudonyms, with measures, silenced audio and no trace of identity', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const agreed = await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  await addParticipant(demo, headers, { code: 'NOT-ASKED', consents: false })
  const { takeout, bytes, members } = await packResearch(demo)

  const everything = Buffer.concat([...members].flatMap(([name, content]) => [Buffer.from(name), Buffer.from(content)]))
  const own = [
    ...writtenAboutThem,
    agreed.participantId,
    agreed.sessionId,
    'NOT-ASKED',
    'Evaluadora',
    'examiner@demo.example',
  ]
  expect(own.filter((canary) => everything.includes(canary))).toEqual([])

  const people = rowsOf(members, 'participants.tsv')
  expect(people).toMatchObject([{ age: '89', sex: 'female', education_years: 'n/a', locale: 'es-AR', sessions: '1' }])
  const subject = people[0]!.participant_id!
  expect(subject).toMatch(/^sub-[0-9a-f]{12}$/)
  const [session] = rowsOf(members, `${subject}/${subject}_sessions.tsv`)
  expect(session).toMatchObject({ session_id: 'ses-01', protocol: expect.any(String) })
  const today = demo.clock.now().toISOString().slice(0, 10)
  const days = (Date.parse(today) - Date.parse(session!.acq_time!.slice(0, 10))) / 86_400_000
  expect([days > 6, Math.round(days) % 7 <= 1]).toEqual([true, true])

  const items = rowsOf(members, 'derivatives/fonema/items.tsv')
  expect(new Set(items.map(({ completeness }) => completeness))).toEqual(new Set(['by_clock']))
  expect(items.map(({ participant_id, run, duration_s }) => [participant_id, run, duration_s])).toEqual([
    [subject, '1', '5'],
    [subject, '1', '5'],
  ])
  const audio = members.get(items[1]!.audio!)!
  const { samples, sampleRateHz } = readWav(audio)
  const isSilent = (from: number, to: number) =>
    samples.subarray(from * sampleRateHz, to * sampleRateHz).every((sample) => sample === 0)
  expect([isSilent(0, 0.5), isSilent(1.45, 2.05), isSilent(5.5, 6)]).toEqual([true, true, true])
  // The examiner did not consent.
  expect(isSilent(3.46, 4.54)).toBe(true)
  expect([isSilent(0.5, 1.4), isSilent(2.1, 3.4), isSilent(4.6, 5.5)]).toEqual([false, false, false])
  expect(JSON.parse(members.get(items[1]!.audio!.replace('.wav', '.json'))!.toString()).Silenced).toEqual([
    { Start: 0, End: 0.5 },
    { Start: 1.45, End: 2.05 },
    { Start: 3.45, End: 4.55 },
    { Start: 5.5, End: 6 },
  ])

  const [beh] = rowsOf(members, items[1]!.audio!.replace('_audio.wav', '_beh.tsv'))
  expect(beh).toMatchObject({ duration_s: '5', audio: items[1]!.audio })

  const listed = members.get('manifest-sha256.txt')!.toString().trimEnd().split('\n')
  expect(listed).toHaveLength(members.size - 1)
  for (const line of listed) {
    const [hash, path] = line.split('  ') as [string, string]
    expect([path, sha256(members.get(path)!)]).toEqual([path, hash])
  }

  // The same content gives the same bytes, whenever it is packed.
  const packed = await pack(demo, {
    takeout,
    language: 'en',
    mayReadSurveys: true,
    now: new Date(demo.clock.now().getTime() + 86_400_000),
    onProgress: async () => {},
  })
  expect(packed.staged.sha256).toBe(takeout.sha256)
  expect(sha256(bytes)).toBe(takeout.sha256)
  await demo.store.discard(packed.staged)
})

test('answers of surveys are in phenotype, without what people wrote in their own words', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  await addParticipant(demo, headers, { code: 'NOT-ASKED', consents: false })
  const { members } = await packResearch(demo)
  const path = 'phenotype/demographicsV1esES'
  const [person] = rowsOf(members, 'participants.tsv')
  const rows = rowsOf(members, `${path}.tsv`)
  expect(rows).toEqual([
    expect.objectContaining({
      participant_id: person!.participant_id,
      run: '1',
      answered_by: 'other',
      education: 'other',
      voice_at_work: '7',
      first_language: 'spanish',
      more_languages: 'true',
      other_languages: 'english other',
      second_language_age: '12',
    }),
  ])
  const sidecar = JSON.parse(members.get(`${path}.json`)!.toString())
  expect(sidecar.LeftOut).toEqual(['work', 'contact_phone', 'contact_email', 'language_notes'])
  expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(sidecar.LeftOut))
  for (const column of Object.keys(rows[0]!)) expect(sidecar[column].Description).toMatch(/./)
  expect(sidecar.first_language.Levels.spanish).toBe('Español')
  const days = [
    rows[0]!.acq_time!,
    rowsOf(members, `${person!.participant_id}/${person!.participant_id}_sessions.tsv`)[0]!.acq_time!,
  ]
  expect(days[0]).toBe(days[1])
  expect(members.get('README.md')!.toString()).toContain('`phenotype/` has a table for each survey')
})

test('DuckDB reads the measures from Parquet, equal to the TSV', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  const { members } = await packResearch(demo)
  const folder = await mkdtemp(join(tmpdir(), 'research-'))
  const parquet = join(folder, 'measures.parquet')
  await writeFile(parquet, members.get('derivatives/fonema/measures.parquet')!)
  const database = await (await DuckDBInstance.create()).connect()
  const read = async (query: string) => (await database.runAndReadAll(query)).getRowObjectsJson()
  const columns = 'participant_id, session_id, task, run, "function", function_version, measure, value, missing'
  const rows = await read(`select ${columns} from '${parquet}'`)
  const asText = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v === null ? 'n/a' : `${v}`])),
  )
  expect(asText).toEqual(rowsOf(members, 'derivatives/fonema/measures.tsv'))
  expect(rows).toContainEqual(expect.objectContaining({ measure: 'speech_rate_syl_per_s', value: 3.25, missing: null }))
  expect(rows).toContainEqual(expect.objectContaining({ measure: 'pause_mean_s', value: null, missing: 'no_pause' }))
  const [{ mean }] = (await read(
    `select avg(value) as mean from '${parquet}' where measure = 'speech_rate_syl_per_s'`,
  )) as [{ mean: number }]
  expect(mean).toBe(3.25)
  database.closeSync()
})

test('each query of docs/research.md runs on an archive that was just packed', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  const { members } = await packResearch(demo)
  const folder = await mkdtemp(join(tmpdir(), 'research-'))
  for (const [path, content] of members) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/research.md'), 'utf8')
  const queries = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, query]) => query!)
  const named = queries.flatMap((query) => [...query.matchAll(/measure = '(\w+)'/g)].map(([, measure]) => measure!))
  const described = JSON.parse(members.get('derivatives/fonema/measures.json')!.toString())
  expect(named).not.toEqual([])
  for (const measure of named) expect(Object.keys(described)).toContain(measure)
  const database = await (await DuckDBInstance.create()).connect()
  await database.run(`set file_search_path = '${folder}'`)
  const found: object[][] = []
  for (const query of queries) found.push((await database.runAndReadAll(query)).getRowObjectsJson())
  expect(found[0]).toEqual([
    expect.objectContaining({ speech_rate: 3.25 }),
    expect.objectContaining({ speech_rate: 3.25 }),
  ])
  expect(found[1]).toContainEqual(expect.objectContaining({ age: '89', sex: 'female', speech_rate_syl_per_s: 3.25 }))
  expect(found[2]).toContainEqual({ measure: 'pause_mean_s', missing: 'no_pause', recordings: '2' })
  database.closeSync()
})

test('nobody but a manager orders a research archive, and an examiner’s own list has no such form', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const order = (url: string) => demo.app.inject({ method: 'POST', url, headers, payload: { form: 'research' } })
  expect((await order('/api/takeouts/organization/')).statusCode).toBe(403)
  expect((await order('/api/takeouts/')).json()).toEqual({ form: ['unknown_field'] })
})

test('pseudonyms and shifts depend on the key alone, and keep intervals', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((key) => createPseudonyms(Buffer.from(key)))
  const id = '00000000-0000-4000-8000-000000000001' as never
  expect(one!.subjectOf(id)).toBe(same!.subjectOf(id))
  expect(one!.subjectOf(id)).not.toBe(other!.subjectOf(id))
  const gap = Date.parse(one!.shifted(id, '2026-03-20')) - Date.parse(one!.shifted(id, '2026-03-10'))
  expect(gap / 86_400_000).toBe(10)
})

test('the age counts whole years, and a group of one is listed first', () => {
  expect(yearsBetween('1950-06-15', '2026-06-14')).toBe(75)
  expect(yearsBetween('1950-06-15', '2026-06-15')).toBe(76)
  const person = { subject: 'sub-1', age: 71, sex: 'f', educationYears: null, locale: 'es-AR', sessions: 1 }
  const groups = groupSizes([
    person,
    { ...person, subject: 'sub-2', age: 79 },
    { ...person, subject: 'sub-3', sex: 'm' },
  ])
  expect(groups).toEqual([
    { sex: 'm', age: '70-79', locale: 'es-AR', people: 1 },
    { sex: 'f', age: '70-79', locale: 'es-AR', people: 2 },
  ])
})

test('an archive of a period in which nobody agreed is refused, and takes nothing from the day', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const owner = await demo.signIn('owner@demo.example')
  const order = (payload: object, key?: string) => {
    const own = { ...owner, ...(key !== undefined && { 'idempotency-key': key }) }
    return demo.app.inject({ method: 'POST', url: '/api/takeouts/organization/', headers: own, payload })
  }
  await addParticipant(demo, headers, { code: 'NOT-ASKED', consents: false })
  const refused = await order({ form: 'research' }, 'the same page')
  expect([refused.statusCode, refused.json()]).toEqual([400, { form: ['empty_data'] }])
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  expect((await order({ form: 'research', end_date: '2020-01-31' })).statusCode).toBe(400)
  expect((await order({ form: 'research' }, 'the same page')).statusCode).toBe(201)
})
