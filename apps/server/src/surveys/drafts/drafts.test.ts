import type { SurveyDraft } from '@fonema/contract'
import { expect, test } from 'vitest'
import { withClient } from '../../../testing/database-setup.ts'
import { buildDraftClinic } from '../../../testing/draft-clinic.ts'
import { formOf } from '../../../testing/recordings.ts'
import { minimalSurvey, surveyField } from '../../../testing/survey-draft.ts'

async function prepare() {
  const clinic = await buildDraftClinic()
  const { demo, headers, manage, examine } = clinic
  const start = async (content: SurveyDraft) => (await manage('POST', '/survey_drafts/', { content })).answer
  const publish = (id: string, revision: number) => manage('POST', `/survey_drafts/${id}/publish/`, { revision })
  const assign = (surveys: string[]) => clinic.assign({ surveys })
  const fill = (participant: string, survey_id: string, response: object) =>
    examine('POST', `/surveys/responses/${participant}/`, { survey_id, response })
  /** Sends a file to a call of the manager. */
  async function send(url: string, file: object, fields: Record<string, string> = {}) {
    const form = formOf(Buffer.from(JSON.stringify(file)), fields, 'file')
    const { statusCode, body } = await demo.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { ...headers['manager@demo.example'], ...form.headers },
      payload: form.payload,
    })
    return { status: statusCode, answer: JSON.parse(body) }
  }
  return { ...clinic, start, publish, assign, fill, send }
}

/** Two questions; the second only after a bad night. A sum with bands, and alerts about the band and an answer. */
function withRules(key: string): SurveyDraft {
  const draft = minimalSurvey(key)
  const options = [
    ['no', 'No', 0],
    ['some', 'Algunas veces', 1],
    ['often', 'A menudo', 3],
  ] as const
  draft.sections[0]!.fields.push(
    surveyField({
      name: 'worried',
      type: 'radio',
      options: options.map(([value, label, score]) => ({ value, score, texts: { 'es-ES': { label } } })),
      show_when: { field: 'slept', compared: '<=', value: 2 },
      texts: { 'es-ES': { label: '¿Le preocupa?', help: '' } },
    }),
  )
  draft.scores = [
    {
      name: 'burden',
      fields: [
        { field: 'slept', weight: -0.5 },
        { field: 'worried', weight: 2 },
      ],
      bands: [
        { up_to: 2, alert: false, texts: { 'es-ES': { label: 'Leve', notice: '' } } },
        { up_to: 6, alert: true, texts: { 'es-ES': { label: 'Grave', notice: 'Hable hoy con la persona.' } } },
      ],
      texts: { 'es-ES': { label: 'Carga' } },
    },
  ]
  draft.alerts = [
    { key: 'alert-1', field: 'worried', when: { in: ['often'] }, texts: { 'es-ES': { notice: 'Pregunte por qué.' } } },
  ]
  return draft
}

test('a draft is published, answered, replaced, kept by its answers and retired', async () => {
  const { manage, examine, start, publish, assign, register, fill } = await prepare()
  const draft = await start(withRules('night'))
  expect(draft).toMatchObject({ state: 'draft', version: null, revision: 1, field_count: 2, versions: [] })
  const first = (await publish(draft.id, 1)).answer
  expect(first).toMatchObject({ state: 'published', version: 1, is_changed: false })
  expect((await publish(draft.id, 1)).status).toBe(409)
  const one = first.versions[0].surveys[0].id
  expect((await assign([one])).status).toBe(200)
  const participant = await register('P-NIGHT')
  const filled = (await fill(participant, one, { slept: 1, worried: 'often' })).answer
  const scores = [{ name: 'burden', label: 'Carga', value: 5.5, min: -2, max: 6, band: 'Grave', missing: [] }]
  const alerts = [
    { field: 'worried', score: null, text: 'Pregunte por qué.' },
    { field: null, score: 'burden', text: 'Hable hoy con la persona.' },
  ]
  expect(filled).toMatchObject({ scores, alerts })
  // The second question is not asked: there is no sum, not a smaller one.
  expect((await fill(participant, one, { slept: 4 })).answer).toMatchObject({
    scores: [{ value: null, band: null, answered: 1, missing: [{ field: 'worried', reason: 'not_asked' }] }],
    alerts: [],
  })

  const content = structuredClone(first.content) as SurveyDraft
  content.scores[0]!.bands[1]!.texts['es-ES']!.label = 'Muy grave'
  const changed = await manage('PATCH', `/survey_drafts/${draft.id}/`, { revision: 1, content })
  expect(changed.answer).toMatchObject({ revision: 2, is_changed: true, state: 'published' })
  expect(await manage('PATCH', `/survey_drafts/${draft.id}/`, { revision: 1, content })).toMatchObject({
    status: 409,
    answer: { code: 'draft_outdated', revision: 2 },
  })
  const second = (await publish(draft.id, 2)).answer
  expect(second.versions).toHaveLength(2)
  const two = second.versions[0].surveys[0].id
  const mine = (await examine('GET', '/surveys/examiner/')).answer
  expect(mine.map(({ id }: { id: string }) => id)).toEqual([two])
  // Answers to the earlier wording, given without a network, are stored if a person has decided so.
  expect(await fill(participant, one, { slept: 4 })).toMatchObject({ status: 409, answer: { code: 'wording_changed' } })
  const earlier = { survey_id: one, response: { slept: 4 }, earlier_wording: true }
  const late = await examine('POST', `/surveys/responses/${participant}/`, earlier)
  expect([late.status, late.answer.survey_id]).toEqual([201, one])
  const read = await examine('GET', `/surveys/responses/${participant}/${filled.id}/`)
  expect(read.answer).toMatchObject({ scores, alerts })

  expect((await manage('POST', `/survey_drafts/${draft.id}/retire/`, { revision: 2 })).answer.state).toBe('retired')
  expect((await examine('GET', '/surveys/examiner/')).answer).toEqual([])
  expect((await fill(participant, two, { slept: 4 })).status).toBe(400)
  expect((await examine('GET', `/surveys/responses/${participant}/${filled.id}/`)).answer).toMatchObject({ scores })
  expect((await manage('DELETE', `/survey_drafts/${draft.id}/`)).status).toBe(409)
})

test('a published survey cannot be changed, not even by the owner of the database', async () => {
  const { demo, start, publish } = await prepare()
  const { id } = await start(minimalSurvey('stays'))
  const survey = (await publish(id, 1)).answer.versions[0].surveys[0].id
  await withClient(demo.url, async (client) => {
    for (const change of [
      `update surveys set definition = '{}' where id = '${survey}'`,
      `update surveys set name = 'x' where id = '${survey}'`,
      `delete from surveys where id = '${survey}'`,
    ])
      await expect(client.query(change), change).rejects.toThrow('never changes')
  })
})

test('an incomplete draft is refused with each gap and its place', async () => {
  const { start, publish } = await prepare()
  const content = withRules('gaps')
  content.locales = ['es-ES', 'en-US']
  content.texts['en-US'] = { name: 'Night', description: 'Two questions.' }
  content.scores[0]!.bands[1]!.up_to = 5
  content.sections[0]!.fields.reverse()
  const { id } = await start(content)
  const { status, answer } = await publish(id, 1)
  expect([status, answer.code]).toEqual([400, 'survey_incomplete'])
  const places = answer.gaps.map(({ code, part, name, locale, field }: Record<string, string | null>) =>
    [code, part, name, locale, field].map((one) => one ?? '-').join(' '),
  )
  expect(places).toEqual([
    'required section section-1 en-US title',
    'required field worried en-US label',
    'required field worried en-US options.no.label',
    'required field worried en-US options.some.label',
    'required field worried en-US options.often.label',
    'not_asked_before field worried - show_when',
    'required field slept en-US label',
    'required score burden en-US label',
    'required score burden en-US bands.0.label',
    'required score burden en-US bands.1.label',
    'required score burden en-US bands.1.notice',
    'bands_end_early score burden - bands',
    'required alert alert-1 en-US notice',
  ])
})

test('a copy of a shipped survey has all languages, and is published under a key of its own', async () => {
  const { manage, publish } = await prepare()
  const { available_surveys } = (await manage('GET', '/organizations/')).answer
  const voice = available_surveys.find(
    ({ name, locale }: { name: string; locale: { code: string } }) => /voz/i.test(name) && locale.code === 'es-ES',
  )
  const copy = await manage('POST', '/survey_drafts/', { copy_of: voice.id, name: 'Mi voz' })
  expect(copy.answer).toMatchObject({ key: 'voice', name: 'Mi voz', state: 'draft', field_count: 12 })
  expect(copy.answer.locales[0]).toBe('es-ES')
  expect(copy.answer.locales.toSorted()).toEqual(['en-US', 'es-ES', 'fr-FR', 'pt-BR'])
  expect((await manage('POST', '/survey_drafts/', { copy_of: voice.id })).answer.key).toBe('voice-2')
  const published = await publish(copy.answer.id, 1)
  expect(published.answer.versions[0].surveys).toHaveLength(4)
  const spanish = published.answer.versions[0].surveys.find(({ locale }: { locale: string }) => locale === 'es-ES')
  const again = await manage('POST', '/survey_drafts/', { copy_of: spanish.id })
  expect(again.answer).toMatchObject({ key: 'voice-3', name: 'Mi voz' })
  expect({ ...again.answer.content, key: 'voice' }).toEqual({ ...copy.answer.content })
})

test('an exported survey comes back as a draft of its own, after a preview that stores nothing', async () => {
  const { manage, start, send } = await prepare()
  const draft = await start(withRules('leaves'))
  const { file, filename } = (await manage('GET', `/survey_drafts/${draft.id}/export/?as=fonema`)).answer
  expect(filename).toBe('leaves.fonema-survey.json')
  const seen = await send('/survey_drafts/import/?preview=true', file)
  expect(seen).toMatchObject({
    status: 200,
    answer: { format: 'fonema', name: 'El sueño', losses: [], scores: ['Carga'] },
  })
  expect((await manage('GET', '/survey_drafts/')).answer).toHaveLength(1)
  const stored = await send('/survey_drafts/import/', file)
  expect(stored).toMatchObject({ status: 201, answer: { key: 'leaves-2', state: 'draft', version: null } })
  expect({ ...stored.answer.content, key: 'leaves' }).toEqual(draft.content)
})

test('a FHIR questionnaire becomes a draft, with the terms that were stated for it', async () => {
  const { manage, start, send } = await prepare()
  const draft = await start(withRules('to-fhir'))
  const { file, losses } = (await manage('GET', `/survey_drafts/${draft.id}/export/?as=fhir`)).answer
  expect(losses).toHaveLength(2)
  const { status, answer } = await send(
    '/survey_drafts/import/',
    { ...file, id: 'from-fhir' },
    { licence: 'CC BY 4.0' },
  )
  expect([status, answer.key, answer.content.licence, answer.content.source]).toEqual([
    201,
    'from-fhir',
    'CC BY 4.0',
    'Clínica de ejemplo',
  ])
  expect(answer.content.sections).toEqual(draft.content.sections)
})

test('a file whose draft exceeds a limit is refused with its place', async () => {
  const { send } = await prepare()
  const content = minimalSurvey('long')
  content.sections[0]!.fields[0]!.texts['es-ES']!.label = 'x'.repeat(10_001)
  expect(await send('/survey_drafts/import/', { format: 'fonema-survey-1', ...content })).toMatchObject({
    status: 400,
    answer: { code: 'invalid_survey_file', problem: 'wrong_value', path: 'sections.0.fields.0.texts.es-ES.label' },
  })
})

test('an import cannot replace a survey that was built here', async () => {
  const { manage, start, publish, send, examine, assign } = await prepare()
  const { id } = await start(minimalSurvey('built'))
  const published = (await publish(id, 1)).answer
  const survey = published.versions[0].surveys[0].id
  await assign([survey])
  const { file } = (await manage('GET', `/survey_drafts/${id}/export/?as=fhir`)).answer
  const imported = await send('/surveys/import/', { ...file, id: 'own-built' }, { licence: 'CC0-1.0' })
  expect(imported.status).toBe(201)
  expect((await examine('GET', '/surveys/examiner/')).answer.map((one: { id: string }) => one.id)).toEqual([survey])
})

test('another organisation finds neither drafts nor surveys', async () => {
  const { ask, start, publish } = await prepare()
  const { id } = await start(minimalSurvey('ours'))
  const survey = (await publish(id, 1)).answer.versions[0].surveys[0].id
  const stranger = (method: 'GET' | 'POST', url: string, body?: object) =>
    ask('examiner@other.example', method, url, body)
  expect((await stranger('GET', `/survey_drafts/${id}/`)).status).toBe(404)
  expect((await stranger('GET', '/survey_drafts/')).answer).toEqual([])
  expect((await stranger('POST', '/survey_drafts/', { copy_of: survey })).status).toBe(400)
  expect((await stranger('POST', '/survey_drafts/', { content: minimalSurvey('ours') })).status).toBe(201)
})

test.each([
  ['an unknown language', { locales: ['xx-XX'] }],
  ['a language twice', { locales: ['es-ES', 'es-ES'] }],
  ['a field twice', { sections: [...minimalSurvey('x').sections, { ...minimalSurvey('x').sections[0]!, key: 'two' }] }],
  ['a NUL in a condition', { show_when: { field: 'a\u0000', answered: true } }],
  ['a name that every object has', { name: 'constructor' }],
])('a draft with %s is refused', async (_, changes) => {
  const { manage } = await prepare()
  const content = minimalSurvey('refused')
  const [field] = content.sections[0]!.fields
  if ('locales' in changes || 'sections' in changes) Object.assign(content, changes)
  else Object.assign(field!, changes)
  expect((await manage('POST', '/survey_drafts/', { content })).status).toBe(400)
})

test('a survey of three hundred questions and long texts is saved', async () => {
  const { manage } = await prepare()
  const label = 'Una pregunta larga. '.repeat(60)
  const draft = minimalSurvey('long')
  const texts = Object.fromEntries(draft.locales.map((locale) => [locale, { label, help: '' }]))
  const fields = Array.from({ length: 300 }, (_, index) => surveyField({ name: `q${index}`, type: 'text', texts }))
  const content = { ...draft, sections: [{ ...draft.sections[0]!, fields }] }
  expect(JSON.stringify(content).length).toBeGreaterThan(300_000)
  const { status, answer } = await manage('POST', '/survey_drafts/', { content })
  expect(status).toBe(201)
  const saved = await manage('PATCH', `/survey_drafts/${answer.id}/`, { revision: answer.revision, content })
  expect(saved.status).toBe(200)
})
