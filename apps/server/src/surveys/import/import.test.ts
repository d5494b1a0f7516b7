import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { questionnaire, rule } from './questionnaire.fixture.ts'

const registration = { code: 'P-1', first_name: 'Ana', last_name: 'Ruiz' }

async function prepare() {
  const demo = await buildTestApp()
  const { app, signIn, localeId } = demo
  const headers = await signIn('manager@demo.example')
  const send = async (
    file: unknown,
    fields: Record<string, unknown> = {},
    { preview = false, key = '', by = headers } = {},
  ) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const bytes = typeof file === 'string' || file instanceof Buffer ? file : JSON.stringify(file)
    form.set('file', new Blob([bytes]), 'voz.json')
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const response = await app.inject({
      method: 'POST',
      url: `/api/surveys/import/${preview ? '?preview=true' : ''}`,
      headers: {
        ...by,
        'content-type': request.headers.get('content-type')!,
        ...(key !== '' && { 'idempotency-key': key }),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return { status: response.statusCode, answer: response.json() }
  }
  const ask = async (as: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const response = await app.inject({
      method,
      url: `/api${url}`,
      headers: await signIn(as),
      ...(payload && { payload }),
    })
    return { status: response.statusCode, answer: response.json() }
  }
  return { ...demo, send, ask, locale: localeId('es-AR') }
}

test('a preview shows what a questionnaire becomes and what is lost', async () => {
  const { send, ask } = await prepare()
  const { status, answer } = await send(questionnaire, {}, { preview: true })
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    format: 'fhir',
    name: 'La voz de cada día',
    licence: 'CC BY 4.0',
    source: 'Clínica de ejemplo',
    says_language: true,
    wording_version: 1,
  })
  expect(answer.locales.map(({ code }: { code: string }) => code)).toEqual(['es-ES', 'en-US'])
  type Shown = { title: string; fields: { name: string; type: string; counts: boolean; is_conditional: boolean }[] }
  expect(
    answer.sections.map(({ title, fields }: Shown) => [title, fields.map(({ name, type }) => `${name} ${type}`)]),
  ).toEqual([
    ['Molestias', ['q_1 radio', 'q_2 radio', 'q_2_1 date']],
    [
      'Costumbres',
      [
        'smokes radio',
        'cigarettes number',
        'help textarea',
        'where multiselect',
        'water number',
        'q_constructor text',
        'pain scale',
      ],
    ],
    ['La voz de cada día', ['odd text']],
  ])
  const fields = answer.sections.flatMap((section: Shown) => section.fields)
  expect(fields.filter(({ counts }: { counts: boolean }) => counts).map(({ name }: { name: string }) => name)).toEqual([
    'q_1',
    'q_2',
    'cigarettes',
    'pain',
  ])
  expect(answer.losses.map(({ code, item }: { code: string; item: string | null }) => `${code} ${item ?? ''}`)).toEqual(
    [
      'language_not_known ',
      'type_not_known photo',
      'choices_elsewhere far',
      'calculation total',
      'condition odd',
      'translation_missing ',
    ],
  )
  expect((await ask('manager@demo.example', 'GET', '/organizations/')).answer.available_surveys).toHaveLength(16)
})

test('an imported survey is assigned, filled in, scored and read in its language, in its own clinic only', async () => {
  const { send, ask, locale } = await prepare()
  expect(await send(questionnaire)).toEqual({ status: 400, answer: { licence: ['required'] } })
  const fields = { licence: 'CC BY 4.0', rule }
  const { status, answer } = await send(questionnaire, fields, { key: 'one' })
  expect([status, answer.length]).toEqual([201, 2])
  expect((await send(questionnaire, fields, { key: 'one' })).answer).toEqual(answer)
  expect((await send(questionnaire, { licence: 'x' }, { key: 'one' })).status).toBe(409)

  const manager = 'manager@demo.example'
  const examiner = 'examiner@demo.example'
  const organization = (await ask(manager, 'GET', '/organizations/')).answer
  expect(organization.available_surveys).toHaveLength(18)
  const surveys = answer.map(({ id }: { id: string }) => id)
  const user = (await ask(examiner, 'GET', '/user/user_info/')).answer
  const assigned = await ask(manager, 'PATCH', `/organizations/examiners/${user.roles.examiner_id}/`, { surveys })
  expect(assigned.status).toBe(200)
  const mine = (await ask(examiner, 'GET', '/surveys/examiner/')).answer
  expect(mine.map(({ name }: { name: string }) => name)).toEqual(['La voz de cada día', 'The everyday voice'])
  expect(mine[0]).toMatchObject({ licence: 'CC BY 4.0', source: 'Clínica de ejemplo' })
  expect(mine[1].sections[0]).toMatchObject({ title: 'Complaints', description: 'Think.' })
  expect(mine[1].sections[0].fields[0]).toMatchObject({
    label: 'Does your voice get tired?',
    options: [{ value: 'never', label: 'Never' }, { label: 'Some days' }, { value: 'daily', score: 2 }],
  })
  expect(mine[0].sections[1].fields[5].label).toBe('<script>alert(1)</script> Nombre')

  const participant = (await ask(examiner, 'POST', '/user/participants/', { ...registration, locale })).answer.id
  const url = `/surveys/responses/${participant}/`
  const fill = (response: object) => ask(examiner, 'POST', url, { survey_id: surveys[0], response })
  const good = { q_1: 'some', q_2: 'daily', q_2_1: '2026-01-02', smokes: 'true', cigarettes: 12, help: 'sí' }
  expect((await fill({ q_1: 'some', q_2: 'never', q_2_1: '2026-01-02' })).answer).toEqual({ q_2_1: ['not_asked'] })
  expect((await fill({ ...good, cigarettes: 12.5 })).answer).toEqual({ cigarettes: ['invalid'] })
  expect((await fill({ ...good, cigarettes: 9 })).answer).toEqual({ help: ['not_asked'] })
  expect((await fill({ ...good, smokes: 'false' })).answer).toEqual({
    cigarettes: ['not_asked'],
    help: ['not_asked'],
  })
  const filled = await fill({ ...good, where: ['home', 'other: en el tren'], pain: 3 })
  expect(filled.status).toBe(201)
  expect(filled.answer).toMatchObject({
    scores: [{ name: 'sum', label: 'Molestias', value: 3, max: 4, band: 'muchas' }],
    alerts: [{ field: 'q_2', text: 'Dolor diario: conviene una consulta.' }],
  })
  expect((await ask(examiner, 'GET', `${url}${filled.answer.id}/`)).answer.responses).toHaveLength(8)

  const other = (await ask('examiner@other.example', 'GET', '/user/user_info/')).answer.roles.examiner_id
  const stolen = await ask('examiner@other.example', 'PATCH', `/organizations/examiners/${other}/`, { surveys })
  expect(stolen.status).not.toBe(200)
})

test('a second import makes a new wording, which replaces the assigned one and keeps earlier responses', async () => {
  const { send, ask, locale } = await prepare()
  const manager = 'manager@demo.example'
  const examiner = 'examiner@demo.example'
  const first = (await send(questionnaire, { licence: 'x' })).answer
  const id = (await ask(examiner, 'GET', '/user/user_info/')).answer.roles.examiner_id
  await ask(manager, 'PATCH', `/organizations/examiners/${id}/`, { surveys: [first[0].id] })
  const participant = (await ask(examiner, 'POST', '/user/participants/', { ...registration, locale })).answer.id
  const response = { q_1: 'some', q_2: 'never' }
  const filled = await ask(examiner, 'POST', `/surveys/responses/${participant}/`, { survey_id: first[0].id, response })

  const changed = structuredClone(questionnaire)
  changed.title = 'La voz, otra vez'
  expect((await send(changed, {}, { preview: true })).answer.wording_version).toBe(2)
  const second = (await send(changed, { licence: 'y' })).answer
  expect((await ask(examiner, 'GET', '/surveys/examiner/')).answer).toMatchObject([{ id: second[0].id }])
  expect((await ask(manager, 'GET', '/organizations/')).answer.available_surveys).toHaveLength(18)
  const read = await ask(examiner, 'GET', `/surveys/responses/${participant}/${filled.answer.id}/`)
  expect(read.answer.survey).toMatchObject({ name: 'La voz de cada día', licence: 'x' })
})

test('a survey in our own format is imported unchanged, with its own rule', async () => {
  const { send, content } = await prepare()
  const voice = content.surveys.find(({ key, locale }) => key === 'voice' && locale === 'fr-FR')!
  const { answer } = await send(voice, {}, { preview: true })
  expect(answer).toMatchObject({ format: 'fonema', name: voice.name, licence: voice.licence, losses: [] })
  expect(answer.scores).toHaveLength(voice.scores.length)
  expect((await send(voice, { licence: 'CC0-1.0' })).status).toBe(201)
})

test('hostile and broken files are refused with the problem and its place', async () => {
  const { send, ask } = await prepare()
  const deep = (levels: number): object =>
    levels === 0 ? { linkId: 'x', type: 'string' } : { linkId: `g${levels}`, type: 'group', item: [deep(levels - 1)] }
  const many = Array.from({ length: 501 }, (_, i) => ({ linkId: `${i}`, type: 'string', text: 'x' }))
  const with_ = (item: unknown) => ({ resourceType: 'Questionnaire', item })
  const refused: [unknown, string, string?][] = [
    ['{', 'not_json'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'not_json'],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'too_deep'],
    [`{"a":"${'\\"[{'.repeat(100)}"}`, 'not_a_survey'],
    ['[]', 'not_a_survey'],
    ['null', 'not_a_survey'],
    [{ resourceType: 'Bundle', entry: [] }, 'not_a_survey', 'resourceType'],
    [with_([deep(60)]), 'too_deep'],
    [with_([]), 'no_questions'],
    [with_([{ linkId: 'a', type: 'attachment' }]), 'no_questions'],
    [with_(many), 'too_many_questions'],
    [with_('x'), 'wrong_value', 'item'],
    [with_([{ linkId: 7, type: 'string' }]), 'wrong_value', 'item.0.linkId'],
    [with_([{ linkId: 'a', type: 'string', text: { toString: 'x' } }]), 'wrong_value', 'item.0.text'],
    [with_([{ linkId: 'a', type: 'string', text: 'x'.repeat(20_000) }]), 'wrong_value', 'item.0.text'],
    [with_([{ linkId: 'a', type: 'choice', answerOption: [{ valueCoding: 'x' }] }]), 'wrong_value'],
    [{ key: 'a', locale: 'xx-XX', sections: [] }, 'wrong_value'],
    [{ sections: [{ fields: [{ name: '__proto__' }] }] }, 'wrong_value'],
  ]
  for (const [file, problem, path] of refused) {
    for (const preview of [true, false]) {
      const { status, answer } = await send(file, { licence: 'x' }, { preview })
      expect([String(file).slice(0, 40), status, answer.code, answer.problem]).toEqual([
        String(file).slice(0, 40),
        400,
        'invalid_survey_file',
        problem,
      ])
      if (path !== undefined) expect(answer.path).toBe(path)
    }
  }
  // Unusual but valid: kept as plain text.
  const odd = with_([
    { linkId: '__proto__', type: 'string', text: 'a\u0000b\ud800 \u202ec' },
    { linkId: '__proto__', type: 'choice', answerOption: [{ valueString: 'other: x' }, { valueString: 'x' }] },
    { linkId: '', type: 'string', enableWhen: [{ question: '__proto__', operator: '=', answerString: 'y' }] },
  ])
  expect((await send(odd, { licence: 'x' })).status).toBe(201)
  const large = await send(Buffer.alloc(2 * 1024 * 1024 + 1, ' '), { licence: 'x' })
  expect(large).toEqual({ status: 413, answer: { code: 'file_too_large' } })
  expect((await send('', { licence: 'x' })).answer).toEqual({ file: ['empty_data'] })
  expect((await send(questionnaire, { licence: 'x', colour: 'red' })).answer).toEqual({ colour: ['unknown_field'] })
  expect((await send(questionnaire, { licence: ' ' })).answer).toEqual({ licence: ['required'] })
  for (const wrong of ['{', '[]', { sum: null, alerts: [{ field: 'water', at_least: 1, text: 'x' }] }])
    expect((await send(questionnaire, { licence: 'x', rule: wrong })).answer).toEqual({ rule: ['invalid'] })
  expect((await ask('manager@demo.example', 'GET', '/organizations/')).answer.available_surveys).toHaveLength(17)
})
