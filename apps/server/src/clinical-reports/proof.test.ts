// @module-tag long
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReportDocument, ReportId, TakeId } from '@fonema/contract'
import { functionVersions } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDraft, signWith } from '../../testing/clinical-report.ts'
import { copyRow } from '../../testing/copy-row.ts'
import { formOf, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { saveVersion } from '../populations/store.ts'
import '../analysis/tables.ts'
import { canonicalJson, sha256Of } from './canonical.ts'
import { changesSince } from './changes.ts'
import { printReport } from './print.ts'
import { verify } from './verify.ts'

/** `REPORTS=1000` prints that many: the long proof, which tells its processor time. */
const count = Number(process.env.REPORTS ?? 5)

/** A signed report about a measured vowel with a norm, and everything that is needed to change what it rests on. */
async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const within = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const first = await freshDraft(demo, headers)
  const score = { scores: JSON.stringify({ jitter_local_pct: 1.2 }), status: 'ready' as const, error: null }
  await within((tx) => tx.updateTable('feature_results').set(score).where('entry', '=', 'voice_quality').execute())
  const n = 40
  const norm = { name: 'Adultos', description: 'd', source: 's', fill_color: '#11223344', stroke_color: '#112233' }
  const sample = {
    language: 'es',
    category: 'sustained_vowel',
    item: 'short-session/sustained-a/1',
    entry: 'voice_quality',
    score: 'jitter_local_pct',
    vals: Array.from({ length: n }, (_, i) => 0.3 + i / 100),
    sexes: Array<null>(n).fill(null),
    ages: Array<null>(n).fill(null),
    educations: Array<null>(n).fill(null),
  }
  const computeNorm = (name = 'Adultos', is_synthetic = false) =>
    within((tx) =>
      saveVersion(
        tx,
        demo.organizationId,
        { ...norm, name, is_synthetic, is_reference: true },
        { n, samples: [sample] },
        demo.clock.now(),
      ),
    )
  await computeNorm()
  const payload = { session: first.ids.protocol_res_id, language: 'es' }
  const list = `/api/clinical_reports/${first.ids.participant_id}/`
  const { id } = (await demo.app.inject({ method: 'POST', url: list, headers, payload })).json()
  const url = `${list}${id}/`
  const get = async (more = '') => demo.app.inject({ url: `${url}${more}`, headers })
  const take = () =>
    within((tx) => tx.selectFrom('takes').select('id').executeTakeFirstOrThrow()).then(({ id }) => id as TakeId)
  return { ...first, demo, headers, within, url, get, take, computeNorm, sign: () => signWith(demo, headers, url) }
}

type Printed = { hashes: string[]; cpu_s: number }

async function printElsewhere(reports: readonly ReportDocument[]): Promise<Printed> {
  const program = path.join(import.meta.dirname, '../../testing/print-report.ts')
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(reports))
  return JSON.parse(await text(child.stdout))
}

test('the same reports printed by two processes have equal bytes, and signed ones those of the thread', async () => {
  const { get, sign } = await prepare()
  const draft: ReportDocument = (await get('json/')).json<never>() as never
  const parsed = JSON.parse((await get('json/')).body) as ReportDocument
  const reports = Array.from(
    { length: count },
    (_, i): ReportDocument => ({
      ...parsed,
      number: `2026-${i}`,
      texts: { purpose: 'Control ñ', impression: `Texto ${i} `.repeat(i % 300), recommendations: '' },
      content: { ...parsed.content, paper: i % 2 === 0 ? 'A4' : 'LETTER' },
    }),
  )
  const [one, other] = [await printElsewhere(reports), await printElsewhere(reports)]
  expect(other.hashes).toEqual(one.hashes)
  expect(new Set(one.hashes).size).toBe(count)
  const seconds = [one, other].map(({ cpu_s }) => (cpu_s / count).toFixed(3))
  if (count > 100) console.info(`${count} reports: ${seconds.join(' and ')} s of processor time per report`)
  expect(canonicalJson(draft)).toBe(canonicalJson(parsed))
  const { pdf_sha256 } = (await sign()).json()
  expect((await printElsewhere([JSON.parse((await get('json/')).body)])).hashes).toEqual([pdf_sha256])
}, 3_600_000)

test('the page lists later changes, and the signed bytes stay', async () => {
  const { demo, headers, get, sign, within, take, computeNorm, ids, items, itemUrl } = await prepare()
  await sign()
  const before = (await get('pdf/')).rawPayload
  const changes = async () => (await get()).json().changes
  expect(await changes()).toEqual([])

  await computeNorm()
  expect(await changes()).toEqual([{ kind: 'norm', name: 'Adultos', from: 1, to: 2 }])

  // Another population takes its place.
  await within((tx) => sql`update populations set is_reference = false`.execute(tx))
  await computeNorm('Mayores')
  expect(await changes()).toEqual([
    { kind: 'norm', name: 'Adultos', from: 1, to: null },
    { kind: 'norm', name: 'Mayores', from: null, to: 1 },
  ])

  const takeId = await take()
  const text = { version: 1, text: 'a', words: '[]', segments: '[]', engine: 'typed' as const, model: null }
  await within((tx) =>
    sql`insert into transcripts (id, organization_id, take_id, version, text, words, segments, engine, is_calibrated,
        created_at) values (gen_random_uuid(), ${demo.organizationId}, ${takeId}, ${text.version}, ${text.text}, '[]',
        '[]', 'typed', false, now())`.execute(tx),
  )
  expect(await changes()).toContainEqual({ kind: 'transcript', title: expect.any(String), from: null, to: 1 })

  const url = `/api/user/participants/${ids.participant_id}/`
  await demo.app.inject({ method: 'PATCH', url, headers, payload: { birthday: '1950-02-03' } })
  expect(await changes()).toContainEqual({ kind: 'participant', field: 'birthday' })

  const form = formOf(toneWav(5), { take: '2' })
  const sent = { ...headers, ...form.headers }
  await demo.app.inject({ method: 'POST', url: itemUrl(items[0]!), headers: sent, payload: form.payload })
  await within((tx) => sql`update takes set counts = (take = 2)`.execute(tx))
  expect(await changes()).toContainEqual({ kind: 'take', title: expect.any(String), from: 1, to: 2 })

  // A function that had failed when the draft was made.
  await within((tx) =>
    sql`update feature_results set status = 'ready', error = null where entry = 'prosody'`.execute(tx),
  )
  const { prosody } = functionVersions
  expect(await changes()).toContainEqual({ kind: 'measure', entry: 'prosody', from: null, to: prosody })

  const raised = functionVersions as Record<string, number>
  expect((await get()).json().content.sources.takes[0].functions).toMatchObject({ voice_quality: raised.voice_quality })
  expect((await get('pdf/')).rawPayload.equals(before)).toBe(true)
  expect((await get('verify/')).json()).toMatchObject({ intact: true, reprint: 'equal' })
})

test('a raised version of a measure, another value and another cut-off of an index are listed', async () => {
  const { get, within } = await prepare()
  const { content, participant } = (await get()).json()
  const { norms, indices, takes } = content.sources
  const since = (sources: object, now: object) =>
    within((tx) =>
      changesSince(tx, { ...content, sources: { ...content.sources, ...sources } }, content.participant, {
        norms,
        indices,
        organization: content.organization,
        template: null,
        ...now,
      }),
    )
  const ofMeasures = async (sources: object, now: object = {}) =>
    (await since(sources, now)).filter(({ kind }) => kind !== 'take')
  expect(participant).toBeTypeOf('string')
  expect(await ofMeasures({})).toEqual([])
  const to = functionVersions.voice_quality
  const before = [{ ...takes[0], functions: { ...takes[0].functions, voice_quality: to - 1 } }, ...takes.slice(1)]
  expect(await ofMeasures({ takes: before })).toEqual([{ kind: 'measure', entry: 'voice_quality', from: to - 1, to }])
  const avqi = { name: 'avqi', version: '03.01', value: 2.311, cut_off: 2.45 }
  expect(await ofMeasures({ indices: [avqi] }, { indices: [{ ...avqi, value: 2.3149 }] })).toEqual([])
  expect(await ofMeasures({ indices: [avqi] }, { indices: [{ ...avqi, value: 2.9, cut_off: null }] })).toEqual([
    { kind: 'index', index: 'avqi', what: 'value', from: 2.31, to: 2.9 },
    { kind: 'index', index: 'avqi', what: 'cut_off', from: 2.45, to: null },
  ])
})

test('a function of a later version is named on the signed report, whose bytes stay when it has measured', async () => {
  const { demo, headers, get, within, url } = await prepare()
  const to = functionVersions.voice_quality
  await within((tx) =>
    tx
      .updateTable('feature_results')
      .set({ function_version: to - 1 })
      .where('entry', '=', 'voice_quality')
      .execute(),
  )
  await demo.app.inject({ method: 'POST', url: `${url}remake/`, headers })
  const { revision } = (await get()).json()
  expect((await signWith(demo, headers, url, { based_on: revision })).json()).toMatchObject({ state: 'signed' })
  const before = (await get('pdf/')).rawPayload
  const raised = [{ kind: 'measure', entry: 'voice_quality', from: to - 1, to }]
  expect((await get()).json().changes).toEqual(raised)
  await within(async (tx) => {
    const { id } = await tx
      .selectFrom('feature_results')
      .select('id')
      .where('entry', '=', 'voice_quality')
      .executeTakeFirstOrThrow()
    await copyRow(tx, 'feature_results', id, { function_version: to, scores: { jitter_local_pct: 2.5 } })
  })
  expect((await get()).json()).toMatchObject({ state: 'signed', changes: raised })
  expect((await get('pdf/')).rawPayload.equals(before)).toBe(true)
  expect((await get('verify/')).json()).toMatchObject({ intact: true, reprint: 'equal' })
})

test('a percentile from invented numbers is marked in its row and in the sources', async () => {
  const { demo, headers, get, within, computeNorm, ids } = await prepare()
  const marked = async () => {
    const { content } = (await get()).json()
    const rows = content.annex.flatMap(({ rows }: { rows: { place: string; note: string }[] }) => rows)
    const notes = rows.filter(({ place }: { place: string }) => place !== '').map(({ note }: { note: string }) => note)
    return [notes, content.footnotes[0]]
  }
  expect(await marked()).toEqual([[''], expect.not.stringContaining('inventados')])
  await within((tx) => sql`update populations set is_reference = false`.execute(tx))
  await computeNorm('Inventada', true)
  await demo.app.inject({
    method: 'POST',
    url: `/api/clinical_reports/${ids.participant_id}/${reportOf(await get())}/remake/`,
    headers,
  })
  expect(await marked()).toEqual([['norma inventada'], expect.stringContaining('números inventados')])
})

const reportOf = (answer: { json(): { id: string } }) => answer.json().id

test('thirty changes of what is stored of a signed report are all found', async () => {
  const { within, get, sign, url } = await prepare()
  await sign()
  const id = url.split('/').at(-2) as ReportId
  const { readStored } = await import('./verify.ts')
  const { findReport } = await import('./queries.ts')
  const stored = await within(async (tx) =>
    readStored(tx, (await findReport(tx, (await get()).json().participant, id))!),
  )
  expect(await verify(stored, printReport)).toMatchObject({ intact: true, reprint: 'equal' })
  const refusesToPrint = () => Promise.reject(new Error('the thread was ended'))
  expect(await verify(stored, refusesToPrint)).toMatchObject({ intact: true, reprint: 'failed' })
  const ofEarlier = { ...stored, document: { ...stored.document, content: { ...stored.document.content, layout: 1 } } }
  expect(await verify(ofEarlier, printReport)).toMatchObject({ reprint: 'other_layout' })
  const { document, row, pdf, json } = stored
  const flipped = (at: number) => Buffer.from(pdf!.map((byte, i) => (i === at ? byte ^ 1 : byte)))
  const { signature, content, texts } = document
  const forged: (typeof stored)[] = [
    ...Array.from({ length: 10 }, (_, i) => ({ ...stored, pdf: flipped(Math.floor((pdf!.length * i) / 10)) })),
    { ...stored, pdf: null },
    { ...stored, pdf: pdf!.subarray(0, -1) },
    { ...stored, pdf: Buffer.concat([pdf!, Buffer.from(' ')]) },
    { ...stored, json: null },
    { ...stored, json: `${json} ` },
    { ...stored, json: json!.replace('"version":1', '"version":2') },
    ...['name', 'role', 'at', 'time_zone', 'meaning'].map((field) => ({
      ...stored,
      document: { ...document, signature: { ...signature!, [field]: '2020-01-01T00:00:00.000Z' } },
    })),
    { ...stored, document: { ...document, signature: null } },
    ...['purpose', 'impression', 'recommendations'].map((field) => ({
      ...stored,
      document: { ...document, texts: { ...texts, [field]: 'otro' } },
    })),
    { ...stored, document: { ...document, number: '2020-0001' } },
    { ...stored, document: { ...document, content: { ...content, not_judged: ['x'] } } },
    { ...stored, row: { ...row, pdf_sha256: '0'.repeat(64) } },
    { ...stored, row: { ...row, json_sha256: '0'.repeat(64) } },
    { ...stored, row: { ...row, content_sha256: '0'.repeat(64) } },
  ]
  // The hashes match, but the file has another text.
  const other = { ...document, texts: { ...texts, impression: 'otro' } }
  const moved = await printReport(other)
  forged.push({ ...stored, pdf: moved, row: { ...row, pdf_sha256: sha256Of(moved) } })
  expect(forged.length).toBeGreaterThanOrEqual(30)
  for (const [i, each] of forged.entries()) expect([i, (await verify(each, printReport)).intact]).toEqual([i, false])
})
