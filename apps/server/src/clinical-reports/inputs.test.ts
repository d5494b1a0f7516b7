import type { TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { impersonate } from '../../testing/access-actors.ts'
import { endAnalyses, freshDraft, signWith } from '../../testing/clinical-report.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { feedCampaigns } from '../analysis/campaigns/feed.ts'
import { measureOfCampaign } from '../analysis/campaigns/measure.ts'
import { measureTake } from '../analysis/jobs.ts'

async function prepare(more: Record<string, string> = {}) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const draft = await freshDraft(demo, headers, more)
  const { participant_id, protocol_res_id } = draft.ids
  const run = (query: ReturnType<typeof sql>) => demo.database.tenant(demo.organizationId, (tx) => query.execute(tx))
  const list = `/api/clinical_reports/${participant_id}/`
  const post = async (url: string, payload: object = {}) =>
    (await demo.app.inject({ method: 'POST', url, headers, payload })).json()
  return {
    ...draft,
    demo,
    headers,
    run,
    get: async () => (await demo.app.inject({ url: draft.url, headers })).json(),
    patch: (url: string, payload: object) => demo.app.inject({ method: 'PATCH', url, headers, payload }),
    post: (path: string, payload?: object) => post(`${draft.url}${path}`, payload),
    make: () => post(list, { session: protocol_res_id, language: 'es' }),
    sign: async (body: object = {}) => (await signWith(demo, headers, draft.url, body)).json(),
    measure: () => run(sql`update feature_results set status = 'pending', error = null where entry = 'voice_quality'`),
  }
}

test('refuses to make, sign, remake or amend a report while a measure is pending, and lists the pending items', async () => {
  const { make, sign, post, get, measure, demo, headers } = await prepare()
  const { content } = await get()
  const pending = { code: 'analysis_pending', measuring: [content.recordings[0].title] }
  await measure()
  expect(await make()).toEqual(pending)
  expect(await sign()).toEqual(pending)
  expect(await post('remake/')).toEqual(pending)
  expect(await get()).toMatchObject({ measuring: pending.measuring, is_outdated: false, state: 'draft' })
  await endAnalyses(demo, headers)
  expect(await get()).toMatchObject({ measuring: [], is_outdated: false })
  expect(await make()).toMatchObject({ state: 'draft' })
  expect(await sign()).toMatchObject({ state: 'signed' })
  await measure()
  expect(await post('amend/', { reason: 'x' })).toEqual(pending)
})

test('a session that its device dates to an earlier day says so in its report', async () => {
  const { get, post, run } = await prepare()
  const days = async () => (await get()).content.footnotes.filter((note: string) => note.includes('reloj'))
  expect(await days()).toEqual([])
  await run(sql`update takes set recorded_at = recorded_at - interval '2 days'`)
  await post('remake/')
  expect(await days()).toEqual([
    expect.stringMatching(/^La sesión llegó al servidor .* se grabó el \d+ de \w+ de \d{4}\.$/),
  ])
})

test('a draft whose inputs changed must be remade before it is signed, and keeps its number and texts', async () => {
  const { sign, post, get, patch, ids, url, number } = await prepare()
  const texts = { purpose: 'Control', impression: 'Voz soplada.', recommendations: '' }
  await patch(url, { based_on: 1, ...texts })
  expect(await get()).toMatchObject({ is_outdated: false, changes: [] })
  await patch(`/api/user/participants/${ids.participant_id}/`, { diagnose: 'Disfonía' })
  expect(await sign({ based_on: 2 })).toEqual({ code: 'draft_outdated' })
  expect(await get()).toMatchObject({ state: 'draft', is_outdated: true, changes: [{ field: 'diagnose' }] })
  expect(await post('remake/')).toMatchObject({ number, version: 1, state: 'draft' })
  const remade = {
    texts,
    revision: 3,
    is_outdated: false,
    changes: [],
    content: { participant: { diagnose: 'Disfonía' } },
  }
  expect(await get()).toMatchObject(remade)
  // Another page still shows the draft as it was before.
  expect(await sign({ based_on: 2 })).toEqual({ code: 'conflict' })
  expect(await post('remake/')).toMatchObject({ state: 'draft' })
  expect(await sign({ based_on: 3 })).toMatchObject({ state: 'signed' })
  expect(await post('remake/')).toEqual({ code: 'conflict' })
  expect(await get()).toMatchObject({ is_outdated: false, measuring: [] })
})

test('a draft and a signed report say which results a campaign replaced, until the draft is remade', async () => {
  const { demo, run, get, post, sign } = await prepare()
  const { organizationId: organization_id, clock } = demo
  const manager = await demo.signIn('manager@demo.example')
  const { rows } = await demo.database.tenant(organization_id, (tx) =>
    sql<{ id: TakeId }>`select id from takes`.execute(tx),
  )
  const take_id = rows[0]!.id
  const measureAgain = async () => {
    clock.advance(60)
    const url = '/api/measuring/campaigns/'
    const { id } = (await demo.app.inject({ method: 'POST', url, headers: manager, payload: {} })).json()
    await feedCampaigns(demo)
    await measureOfCampaign(demo, { organization_id, take_id, campaign_id: id })
    await feedCampaigns(demo)
  }
  const spoil = () => run(sql`update feature_results set scores = '{"f0_mean_hz": 90}' where entry = 'prosody'`)
  await run(sql`update feature_results set status = 'pending', error = null`)
  await measureTake(demo, { organization_id, take_id })
  await spoil()
  await post('remake/')
  expect(await get()).toMatchObject({ is_outdated: false, changes: [] })

  await measureAgain()
  const replaced = [{ kind: 'measured_again', entry: 'prosody' }]
  expect(await get()).toMatchObject({ is_outdated: true, changes: replaced })
  expect(await sign({ based_on: (await get()).revision })).toEqual({ code: 'draft_outdated' })
  await post('remake/')
  expect(await get()).toMatchObject({ is_outdated: false, changes: [] })

  await spoil()
  await post('remake/')
  expect(await sign({ based_on: (await get()).revision })).toMatchObject({ state: 'signed' })
  expect(await get()).toMatchObject({ changes: [] })
  await measureAgain()
  expect(await get()).toMatchObject({ state: 'signed', changes: replaced })
})

test('refuses to make, remake, amend or sign a report of an archived session or participant', async () => {
  const { make, sign, post, run, ids, get } = await prepare()
  await run(sql`update protocol_responses set active = false where id = ${ids.protocol_res_id}`)
  const all = async () => [await make(), await sign(), await post('remake/')]
  expect(await all()).toEqual(Array(3).fill({ code: 'response_archived' }))
  await run(sql`update protocol_responses set active = true where id = ${ids.protocol_res_id}`)
  await run(sql`update participants set active = false where id = ${ids.participant_id}`)
  expect(await all()).toEqual(Array(3).fill({ code: 'participant_archived' }))
  // It can still be read.
  expect(await get()).toMatchObject({ state: 'draft' })
  await run(sql`update participants set active = true where id = ${ids.participant_id}`)
  expect(await sign()).toMatchObject({ state: 'signed' })
  await run(sql`update participants set active = false where id = ${ids.participant_id}`)
  expect(await post('amend/', { reason: 'x' })).toEqual({ code: 'participant_archived' })
})

test('a signature prints the role in the organisation, and both names during impersonation', async () => {
  const { sign, demo, headers } = await prepare()
  expect((await sign()).signature).toMatchObject({ name: 'examiner Prueba', role: 'Evaluador' })
  const second = await freshDraft(demo, headers, { language: 'en' })
  const helper = await impersonate(demo, 'helper', 'full')
  const signed = (await signWith(demo, helper.headers, second.url)).json()
  expect(signed.signature.name).toBe('helper Prueba working as examiner Prueba')
  expect(signed.signature.role).toBe('Member of the organisation')
})
