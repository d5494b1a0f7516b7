import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { surveyIdOf } from '../content/load.ts'

type Headers = { authorization: string }
const examiner = 'examiner@demo.example'

async function prepare() {
  const demo = await buildTestApp()
  const { app, localeId } = demo
  const headers = await demo.signIn(examiner)
  const registered = await app.inject({
    method: 'POST',
    url: '/api/user/participants/',
    headers,
    payload: { code: 'P-1', locale: localeId('es-AR') },
  })
  const url = `/api/surveys/responses/${registered.json().id}/`
  const surveyId = (key: string) => surveyIdOf({ key, wording_version: 1, locale: 'es-ES' })
  const fill = (key: string, response: object, more: Headers & Record<string, string> = headers) =>
    app.inject({ method: 'POST', url, headers: more, payload: { survey_id: surveyId(key), response } })
  return { demo, app, headers, participantId: registered.json().id as string, url, fill, surveyId }
}

const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
const voice = (value: string) => Object.fromEntries(statements.map((name) => [name, value]))
const hands = (value: string) =>
  Object.fromEntries(['write', 'throw', 'brush', 'spoon', 'key', 'scissors', 'comb', 'swipe'].map((n) => [n, value]))

test('an examiner finds the shipped surveys in four languages, with licence and every type of field', async () => {
  const { app, headers } = await prepare()
  const surveys = (await app.inject({ url: '/api/surveys/examiner/', headers })).json()
  expect(surveys).toHaveLength(16)
  type Field = { type: string }
  const types = surveys.flatMap((survey: { sections: { fields: Field[] }[] }) =>
    survey.sections.flatMap(({ fields }) => fields.map(({ type }) => type)),
  )
  expect([...new Set(types)].sort()).toEqual(
    [
      'checkbox',
      'date',
      'email',
      'multiselect',
      'number',
      'radio',
      'scale',
      'select',
      'tel',
      'text',
      'textarea',
    ].sort(),
  )
  for (const survey of surveys) expect(survey).toMatchObject({ licence: 'CC0-1.0', source: 'Written for Fonema' })
})

test('a filled-in survey keeps its values, with the sum of its scores', async () => {
  const { app, headers, url, fill } = await prepare()
  const filled = await fill('voice', { ...voice('often'), tired: 'never', since: '2025-03-01', comment: '' })
  expect(filled.statusCode).toBe(201)
  expect(filled.json()).toMatchObject({
    active: true,
    is_completed: true,
    survey: { wording_version: 1 },
    scores: [{ name: 'sum', value: 27, min: 0, max: 40, answered: 10, total: 10, band: null }],
    alerts: [],
  })
  const { responses } = filled.json()
  expect(responses).toHaveLength(11)
  expect(responses.at(-1)).toMatchObject({ survey_field: { name: 'since', type: 'date' }, value: '2025-03-01' })
  expect((await app.inject({ url: `${url}${filled.json().id}/`, headers })).json()).toEqual(filled.json())
  expect((await app.inject({ url, headers })).json()).toMatchObject([{ id: filled.json().id, scores: [{ value: 27 }] }])
})

test('a sum falls into its band, also at the limits', async () => {
  const { fill } = await prepare()
  const bands = []
  for (const answers of [
    hands('always_left'),
    { ...hands('mostly_left'), write: 'always_left' },
    hands('mostly_left'),
    hands('mostly_right'),
    { ...hands('mostly_right'), write: 'always_right' },
  ]) {
    const { value, band } = (await fill('handedness', answers)).json().scores[0]
    bands.push([value, band])
  }
  expect(bands).toEqual([
    [-16, 'Sobre todo la izquierda'],
    [-9, 'Sobre todo la izquierda'],
    [-8, 'Ambas manos'],
    [8, 'Ambas manos'],
    [9, 'Sobre todo la derecha'],
  ])
})

test('a rule raises its notice from its value upwards', async () => {
  const { fill } = await prepare()
  const health = (choking: string) => fill('health', { hearing: 'well', choking, takes_medication: 'no' })
  expect((await health('sometimes')).json().alerts).toEqual([])
  expect((await health('often')).json().alerts).toEqual([
    { field: 'choking', score: null, text: expect.stringContaining('deglución') },
  ])
})

test('invalid answers are refused by field, and nothing is stored', async () => {
  const { app, headers, url, fill } = await prepare()
  const refusals: [object, object][] = [
    [{}, { non_field_errors: ['empty_data'], hearing: ['required'], takes_medication: ['required'] }],
    [{ hearing: 'well', takes_medication: 'yes' }, { medication: ['required'] }],
    [
      { hearing: 'x', takes_medication: 'no', medication: 'a' },
      { hearing: ['invalid'], medication: ['not_asked'] },
    ],
    [{ hearing: 'well', takes_medication: 'no', mood: 'a' }, { mood: ['unknown_field'] }],
  ]
  for (const [answers, errors] of refusals) {
    const response = await fill('health', answers)
    expect([response.statusCode, response.json()]).toEqual([400, errors])
  }
  const unknown = await app.inject({
    method: 'POST',
    url,
    headers,
    payload: { survey_id: '01a1998e-4400-79f8-8df2-d308536f5cdb', response: { a: 'b' } },
  })
  expect([unknown.statusCode, unknown.json()]).toEqual([400, { survey_id: ['invalid'] }])
  const misshapen = await app.inject({ method: 'POST', url, headers, payload: { response: 'x', active: false } })
  expect([misshapen.statusCode, Object.keys(misshapen.json()).sort()]).toEqual([
    400,
    ['active', 'response', 'survey_id'],
  ])
  expect((await app.inject({ url, headers })).json()).toEqual([])
})

test('repeated requests with the same key store one survey', async () => {
  const { app, headers, url, fill } = await prepare()
  const send = () => fill('voice', voice('never'), { ...headers, 'idempotency-key': 'k' })
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await app.inject({ url, headers })).json()).toHaveLength(1)
})

test('a survey is archived and restored; an archived participant accepts none', async () => {
  const { app, headers, participantId, url, fill } = await prepare()
  const { id } = (await fill('voice', voice('never'))).json()
  const patch = (path: string) => app.inject({ method: 'PATCH', url: path, headers })
  expect((await patch(`${url}${id}/inactivate/`)).json()).toMatchObject({ id, active: false })
  expect((await app.inject({ url, headers })).json()).toMatchObject([{ id, active: false }])
  expect((await patch(`${url}${id}/activate/`)).json()).toMatchObject({ id, active: true })
  await patch(`/api/user/participants/${participantId}/inactivate/`)
  const refused = await fill('voice', voice('never'))
  expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'participant_archived' }])
})

test('another examiner’s and another clinic’s surveys answer exactly like missing ones', async () => {
  const { demo, app, url, fill } = await prepare()
  const { id } = (await fill('voice', voice('never'))).json()
  const missing = '01a1998e-4400-79f8-8df2-d308536f5cdb'
  for (const email of ['colleague@demo.example', 'examiner@other.example']) {
    const headers = await demo.signIn(email)
    for (const target of [id, missing]) {
      for (const [method, path] of [
        ['GET', `${target}/`],
        ['PATCH', `${target}/inactivate/`],
        ['PATCH', `${target}/activate/`],
        ['GET', ''],
      ] as const) {
        const response = await app.inject({ method, url: `${url}${path}`, headers })
        expect([path, response.statusCode, response.json()]).toEqual([path, 404, { code: 'not_found' }])
      }
    }
    expect((await fill('voice', voice('never'), headers)).statusCode).toBe(404)
  }
  expect((await app.inject({ url })).statusCode).toBe(401)
  expect((await app.inject({ url, headers: await demo.signIn('manager@demo.example') })).statusCode).toBe(403)
})
