import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { TakeoutId } from '@fonema/contract'
import { readWav } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unzip } from '../testing/archives.ts'
import { withClient } from '../testing/database-setup.ts'
import { formOf, sampleRateHz, startTestSession, toneWav } from '../testing/recordings.ts'
import { recordSession } from '../testing/session-recording.ts'
import { storedKeys } from '../testing/stored.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { sealEntries, verifyChains } from './audit/chain.ts'
import { surveyIdOf } from './content/load.ts'
import { deriveKeys } from './platform/keys.ts'
import { makeTakeout, removeObjects } from './takeouts/jobs.ts'

const name = 'Zoraida-Inconfundible'

async function prepare() {
  const demo = await buildTestApp()
  const { app, signIn, organizationId: organization_id } = demo
  const [examiner, owner] = [await signIn('examiner@demo.example'), await signIn('owner@demo.example')]
  const ask = (headers: object, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url: `/api/${url}`, headers: { ...headers }, ...(payload && { payload }) })
  const { participant, items, itemUrl, sessionUrl } = await startTestSession(demo, examiner, 'P-1')
  const base = `user/participants/${participant.id}/`
  await ask(examiner, 'PATCH', base, { first_name: name })
  // With the channel of the examiner.
  const form = formOf(toneWav(4), {}, 'speech', toneWav(4, 220))
  const keyed = { ...examiner, ...form.headers, 'idempotency-key': 'k1' }
  await app.inject({ method: 'POST', url: itemUrl(items[0]!), headers: keyed, payload: form.payload })
  // A transcript that a person typed, so that the audit log has it too.
  await demo.database.tenant(organization_id, (tx) =>
    sql`insert into transcripts (id, organization_id, take_id, version, text, words, segments, engine, author_id, created_at)
      select gen_random_uuid(), organization_id, id, 1, ${`${name} dijo algo`}, '[]', '[]', 'typed', recorded_by, now()
      from takes`.execute(tx),
  )
  // A repetition that an examiner decided about: it belongs to the take.
  await demo.database.tenant(organization_id, (tx) =>
    sql`insert into fluency_decisions
      (id, organization_id, language, task, word, beside, take_id, choice, user_id, date_created)
      select gen_random_uuid(), organization_id, 'es', 'animals', ${name}, '', id, 'repetition', recorded_by, now()
      from takes`.execute(tx),
  )
  await demo.database.tenant(organization_id, (tx) =>
    sql`insert into content_unit_decisions (id, organization_id, take_id, unit, choice, user_id, date_created)
      select gen_random_uuid(), organization_id, id, ${name}, 'said', recorded_by, now() from takes`.execute(tx),
  )
  await demo.database.tenant(organization_id, (tx) =>
    sql`insert into second_opinions
      (id, organization_id, take_id, user_id, first_version, words, date_created, finished_at)
      select gen_random_uuid(), organization_id, id, recorded_by, 1, ${JSON.stringify([{ text: name }])}, now(), now()
      from takes`.execute(tx),
  )
  await demo.database.tenant(organization_id, (tx) =>
    sql`insert into speaker_tracks (id, organization_id, take_id, version, segments, author_id, created_at)
      select gen_random_uuid(), organization_id, id, 1, '[]', recorded_by, now() from takes`.execute(tx),
  )
  // The whole session, with a part of it as a take.
  const recording = await recordSession(demo, examiner, sessionUrl)
  const ofRecording = `${sessionUrl.slice(5)}recordings/${recording}/`
  const mark = { id: randomUUID(), at_s: 1, kind: 'name_spoken', protocol_item_id: null }
  await ask(examiner, 'POST', `${ofRecording}marks/`, mark)
  await ask(examiner, 'POST', `${ofRecording}cuts/`, { protocol_item_id: items[2]!.id, start_s: 0, end_s: 4 })
  await ask(examiner, 'POST', `surveys/responses/${participant.id}/`, {
    survey_id: surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' }),
    response: Object.fromEntries(
      ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry'].map((field) => [
        field,
        'never',
      ]),
    ),
  })
  const file = formOf(Buffer.from('notes about them'), {}, 'file')
  const named = Buffer.from(file.payload.toString('latin1').replace('item.wav', `${name}.txt`), 'latin1')
  const sent = { ...examiner, ...file.headers }
  await app.inject({ method: 'POST', url: `/api/files/${participant.id}/`, headers: sent, payload: named })
  await ask(examiner, 'GET', sessionUrl.slice(5))
  const work = (takeout_id: TakeoutId) => makeTakeout(demo, { organization_id, takeout_id })
  const objects = async () => (await storedKeys(demo)).length
  return { ...demo, examiner, owner, ask, participant, base, work, objects }
}

test('an examiner edits the consent; managers see participants whose retention date has passed', async () => {
  const { ask, examiner, signIn, participant, base } = await prepare()
  const url = `${base}consent/`
  expect((await ask(examiner, 'GET', url)).json()).toEqual({
    consent_research: false,
    consent_others_heard: false,
    retain_until: null,
  })
  const changed = await ask(examiner, 'PATCH', url, {
    consent_research: true,
    consent_others_heard: true,
    retain_until: '2020-01-31',
  })
  expect(changed.json()).toEqual({
    consent_research: true,
    consent_others_heard: true,
    retain_until: '2020-01-31',
  })
  expect((await ask(examiner, 'PATCH', url, {})).json()).toEqual({ non_field_errors: ['empty_data'] })
  expect((await ask(examiner, 'PATCH', url, { retain_until: '31/01/2020' })).json()).toEqual({
    retain_until: ['invalid'],
  })
  const manager = await signIn('manager@demo.example')
  const due = (await ask(manager, 'GET', 'organizations/participants/')).json()
  expect(due).toMatchObject([{ id: participant.id, code: 'P-1', sessions: 1, surveys: 1, files: 1 }])
  expect(JSON.stringify(due)).not.toContain(name)
  expect((await ask(manager, 'GET', 'organizations/participants/?code=p-1')).json()).toEqual(due)
  await ask(examiner, 'PATCH', url, { retain_until: '' })
  expect((await ask(manager, 'GET', 'organizations/participants/')).json()).toEqual([])
})

test('a takeout of one participant contains all their data, including files', async () => {
  const { ask, app, owner, work, base } = await prepare()
  const ordered = (await ask(owner, 'POST', `${base}export/`, {})).json()
  expect(ordered).toMatchObject({ status: 'pending', participant: { code: 'P-1' } })
  await work(ordered.uuid)
  const { url } = (await ask(owner, 'POST', `takeouts/download_link/${ordered.uuid}/`, {})).json()
  const members = await unzip((await app.inject({ url })).rawPayload)
  const names = [...members.keys()]
  expect(names).toContain('files.csv')
  expect(names.filter((member) => member.startsWith('files/'))).toEqual([`files/0001_${name}.txt`])
  expect(names.some((member) => member.startsWith('surveys/voice'))).toBe(true)
  const [piece, ...others] = names.filter((member) => member.startsWith('recordings/'))
  expect([piece, others]).toEqual([
    expect.stringMatching(/^recordings\/sub-P1x\w+\/ses-\w+\/0001\/piece-00000\.wav$/),
    [],
  ])
  expect(readWav(members.get(piece!)!).samples.length).toBe(4 * sampleRateHz)
  expect(members.get('session_recordings.csv')!.toString()).toContain(path.dirname(piece!))
  const channels = names.filter((member) => member.endsWith('_examiner.wav'))
  expect(channels).toEqual([expect.stringMatching(/^audio\/sub-P1x\w+\/ses-\w+\/sub-.*_run-01_examiner\.wav$/)])
  expect(members.get(channels[0]!)!.equals(toneWav(4, 220))).toBe(true)
  expect(members.get('transcripts.csv')!.toString()).toContain(`${name} dijo algo`)
})

test('no archive of several people and no de-identified one has the channel of the examiner', async () => {
  const { ask, app, owner, examiner, work } = await prepare()
  for (const [headers, url, body] of [
    [owner, 'takeouts/organization/', {}],
    [owner, 'takeouts/organization/', { deidentified: true }],
    [examiner, 'takeouts/', {}],
  ] as const) {
    const { uuid } = (await ask(headers, 'POST', url, body)).json()
    await work(uuid)
    const link = (await ask(headers, 'POST', `takeouts/download_link/${uuid}/`, {})).json()
    const names = [...(await unzip((await app.inject({ url: link.url })).rawPayload)).keys()]
    expect(names).toContain('items.csv')
    expect(names.filter((member) => member.includes('_examiner'))).toEqual([])
  }
})

test('erasure removes all rows, objects, archives and values; the audit log stays valid', async () => {
  const {
    ask,
    url,
    database,
    config,
    owner,
    examiner,
    signIn,
    organizationId,
    participant,
    base,
    work,
    objects,
    ...demo
  } = await prepare()
  const keys = deriveKeys(config, 'audit')
  const own = (await ask(examiner, 'POST', 'takeouts/', {})).json()
  const whole = (await ask(owner, 'POST', 'takeouts/organization/', {})).json()
  for (const { uuid } of [own, whole]) await work(uuid)
  expect(await objects()).toBe(7)
  await sealEntries(database, keys)

  const erase = (headers: object, code: string) => ask(headers, 'DELETE', base, { code })
  expect((await erase(await signIn('manager@demo.example'), 'P-1')).statusCode).toBe(403)
  expect((await erase(await signIn('examiner@other.example'), 'P-1')).statusCode).toBe(404)
  expect((await erase(owner, 'P-2')).json()).toEqual({ code: ['mismatch'] })
  const link = (await ask(examiner, 'POST', `takeouts/download_link/${own.uuid}/`, {})).json()
  expect((await erase(owner, 'P-1')).statusCode).toBe(204)
  expect((await erase(owner, 'P-1')).statusCode).toBe(404)

  const jobs = await withClient(url, (client) =>
    client.query(`select data from pgboss.job where name = 'remove-objects'`),
  )
  expect(jobs.rows).toHaveLength(1)
  await removeObjects(demo, jobs.rows[0].data)
  expect(await objects()).toBe(0)
  expect((await ask({}, 'GET', link.url.slice(5))).statusCode).toBe(404)
  expect((await ask(examiner, 'GET', 'takeouts/')).json()).toMatchObject([{ status: 'failed', error: 'erased' }])

  // Searches every table of the database.
  const traces = await withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
    )
    const found: string[] = []
    for (const { name: table } of tables) {
      const { rows } = await client.query(`select 1 from ${table} t where t::text like $1 limit 1`, [`%${name}%`])
      if (rows.length > 0) found.push(table)
    }
    return found
  })
  expect(traces).toEqual([])

  const entries = (await ask(owner, 'GET', `organizations/audit/?participant_id=${participant.id}`)).json()
  expect(entries.some(({ action }: { action: string }) => action === 'erase')).toBe(true)
  expect(entries.some(({ subject }: { subject: string }) => subject === 'transcripts')).toBe(true)
  const reportOf = async (using = keys) =>
    (await verifyChains(database, using)).find((report) => report.organizationId === organizationId)!
  await sealEntries(database, keys)
  expect(await reportOf()).toMatchObject({ unsealed: 0, problems: [] })
  const renewed = deriveKeys({ secretKey: 'another secret', earlierSecretKeys: [config.secretKey] }, 'audit')
  expect(await reportOf(renewed)).toMatchObject({ unsealed: 0, problems: [] })

  // The mode for erasures does not allow changes of who did what.
  const emptied = entries.find(({ action }: { action: string }) => action === 'create')
  await withClient(url, async (client) => {
    await expect(
      client.query(`select set_config('app.erasing', 'on', false); update audit_entries set user_id = null`),
    ).rejects.toThrow(/append-only/)
    await client.query('alter table audit_entries disable trigger append_only')
    await client.query('update audit_entries set user_id = null where id = $1', [emptied.id])
  })
  expect((await reportOf()).problems).toContain(`entry ${emptied.id} was changed`)
})
