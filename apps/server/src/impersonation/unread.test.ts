import { expect, test } from 'vitest'
import { startTestSession } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { surveyIdOf } from '../content/load.ts'
import { insertGrants } from '../organization/examiners.ts'

/** An examiner with a session, and a helper who works as the examiner in different modes. */
async function prepare() {
  const demo = await buildTestApp()
  const { app, database, organizationId, signIn } = demo
  const examiner = await signIn('examiner@demo.example')
  const helper = await signIn('norole@demo.example')
  const idOf = async (path: string, headers: { authorization: string }) =>
    (await app.inject({ url: `/api/user/${path}/`, headers })).json().id
  const examiner_id = await idOf('examiner_info', examiner)
  const helperId = await idOf('user_info', helper)
  const modes = ['full', 'recording']
  await database.tenant(organizationId, (tx) =>
    insertGrants(
      tx,
      organizationId,
      helperId,
      modes.map((mode) => ({ examiner_id, mode })),
    ),
  )
  const actIn = async (mode: string) => {
    await app.inject({ method: 'POST', url: '/api/user/desimpersonification', headers: helper })
    const url = `/api/user/impersonification/${examiner_id}/${mode}/`
    expect((await app.inject({ method: 'POST', url, headers: helper })).statusCode).toBe(200)
  }
  return { ...demo, examiner, helper, helperId, actIn, ...(await startTestSession(demo, examiner)) }
}

test('a user who may not read a comment can append to it, once', async () => {
  const { app, examiner, helper, actIn, sessionUrl } = await prepare()
  const write = (comment: string | null, headers = helper) =>
    app.inject({ method: 'PATCH', url: sessionUrl, headers, payload: { comment } })
  const stored = async () => (await app.inject({ url: sessionUrl, headers: examiner })).json().comment

  await actIn('recording')
  expect((await write('Tose')).json().comment).toBeNull()
  expect(await stored()).toBe('Tose')
  await write('Llega cansada', examiner)
  await write('Ruido en el pasillo')
  expect(await stored()).toBe('Llega cansada\nRuido en el pasillo')
  // The first answer was lost, so the browser repeats the request.
  await write('Ruido en el pasillo')
  await write('')
  await write(null)
  expect(await stored()).toBe('Llega cansada\nRuido en el pasillo')
  // A part of the last line is not the same comment.
  await write('pasillo')
  expect(await stored()).toBe('Llega cansada\nRuido en el pasillo\npasillo')
  const tooLong = await write('a'.repeat(4990))
  expect([tooLong.statusCode, tooLong.json()]).toEqual([400, { comment: ['too_long'] }])
  expect(await stored()).toBe('Llega cansada\nRuido en el pasillo\npasillo')

  await actIn('full')
  expect((await write('Sin novedad')).json().comment).toBe('Sin novedad')
  expect(await stored()).toBe('Sin novedad')
})

test('a stored answer is blanked for the mode of the repeated request', async () => {
  const { app, helper, actIn, participant } = await prepare()
  const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
  const fill = (key: string) =>
    app.inject({
      method: 'POST',
      url: `/api/surveys/responses/${participant.id}/`,
      headers: { ...helper, 'idempotency-key': key },
      payload: {
        survey_id: surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' }),
        response: Object.fromEntries(statements.map((name) => [name, 'often'])),
      },
    })
  await actIn('full')
  const first = (await fill('a')).json()
  expect(first.scores).not.toEqual([])
  await actIn('recording')
  expect((await fill('a')).json()).toEqual({ ...first, scores: [], alerts: [], responses: [] })
  const second = (await fill('b')).json()
  expect(second).toMatchObject({ scores: [], alerts: [], responses: [] })
  await actIn('full')
  expect((await fill('b')).json()).toMatchObject({ id: second.id, scores: first.scores, responses: first.responses })
})

test('the audit log has no read entry for blank fields', async () => {
  const { app, helper, helperId, actIn, sessionUrl, participant, signIn } = await prepare()
  const read = async () => {
    for (const url of [sessionUrl, `/api/surveys/responses/${participant.id}/`])
      expect((await app.inject({ url, headers: helper })).statusCode).toBe(200)
    const url = `/api/organizations/audit/?user_id=${helperId}&action=read`
    const entries = (await app.inject({ url, headers: await signIn('owner@demo.example') })).json()
    return entries.map(({ subject, mode }: { subject: string; mode: string }) => [subject, mode])
  }
  await actIn('recording')
  expect(await read()).toEqual([])
  await actIn('full')
  expect(await read()).toEqual([
    ['survey', 'full'],
    ['results', 'full'],
  ])
})
