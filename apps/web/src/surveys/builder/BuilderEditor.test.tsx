import type { StoredSurveyDraft } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { BuilderPage } from './BuilderPage.tsx'
import { addField, addScore, emptySurvey } from './edit.ts'
import { addLocale } from './locales.ts'

const content = addLocale(
  addScore(
    addField(addField(emptySurvey('noche', 'Noche', 'es-ES'), 'scale', 'section-1').draft, 'radio', 'section-1').draft,
  ),
  'en-US',
)
const draft = {
  id: '01a2110c-9da2-765e-af06-b98a880a0efa',
  key: 'noche',
  name: 'Noche',
  state: 'draft',
  locales: content.locales,
  field_count: 2,
  version: null,
  is_changed: true,
  updated_at: '2026-11-25T10:00:00.000Z',
  updated_by: 'Elena Ruiz',
  revision: 4,
  content,
  versions: [],
} as unknown as StoredSurveyDraft

const locales = content.locales.map((code) => ({
  id: code,
  code,
  lang: { id: code.slice(0, 2), code: code.slice(0, 2) },
  country: code.slice(3),
}))

async function open(given: StoredSurveyDraft = draft) {
  const { sent } = await show(<BuilderPage />, {
    areas: ['builder', 'studio', 'survey_import', 'surveys'],
    path: '/admin/surveys/:draft_id/',
    address: `/admin/surveys/${draft.id}/`,
    answers: {
      'GET /survey_drafts/{survey_draft_id}/': { body: given },
      'PATCH /survey_drafts/{survey_draft_id}/': { body: { ...given, revision: 5 } },
      'GET /survey_drafts/{survey_draft_id}/export/': {
        body: { filename: 'noche.fhir.json', file: {}, losses: [{ code: 'score', name: 'score_1' }] },
      },
      'GET /survey_drafts/': { body: [] },
      'GET /cms/locales/': { body: locales },
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Noche' })
  return { patches: () => sent.filter(({ key }) => key.startsWith('PATCH')) }
}
const openPart = (id: string) => fireEvent.click(document.getElementById(`outline-${id}`)!)

test('a question is written in each language, and what is missing is marked', async () => {
  const { patches } = await open()
  openPart('field-question_1')
  const english = screen.getByRole('region', { name: /English|Inglés/ })
  expect(english.textContent).toContain('falta 1')
  fireEvent.change(within(english).getByLabelText('Texto de la pregunta'), { target: { value: 'How was it?' } })
  expect(english.textContent).not.toContain('falta')
  await expect.poll(() => patches().length).toBe(1)
  expect(patches()[0]!.body).toMatchObject({
    revision: 4,
    content: { sections: [{ fields: [{ texts: { 'en-US': { label: 'How was it?' } } }, {}] }] },
  })
})

test('Alt and an arrow move a question, and the focus goes with it', async () => {
  await open()
  const entry = document.getElementById('outline-field-question_2')!
  entry.focus()
  fireEvent.keyDown(entry, { key: 'ArrowUp', altKey: true })
  const ids = [...document.querySelectorAll('[id^="outline-field-"]')].map(({ id }) => id)
  expect(ids).toEqual(['outline-field-question_2', 'outline-field-question_1'])
  await expect.poll(() => document.activeElement?.id).toBe('outline-field-question_2')
})

test('each gap leads to its field', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: /Puntaje 1 · Español.* · Texto de la pregunta/ }))
  await expect.poll(() => document.activeElement?.id).toBe('builder-score-score_1-es-ES-label')
})

test('only a question that comes before can be a condition', async () => {
  await open()
  openPart('field-question_1')
  screen.getByText('Es la primera pregunta: se pregunta siempre.')
  openPart('field-question_2')
  fireEvent.click(screen.getByRole('button', { name: 'Añadir condición' }))
  const asked = screen.getByLabelText('Condición 1: la respuesta a')
  expect([...asked.querySelectorAll('option')].map(({ value }) => value)).toEqual(['question_1'])
})

test('a number may have a comma, and a text that is no number changes nothing', async () => {
  const { patches } = await open()
  openPart('field-question_2')
  const score = screen.getByLabelText('Opción 1: vale') as HTMLInputElement
  fireEvent.change(score, { target: { value: '1,' } })
  expect(score.value).toBe('1,')
  fireEvent.change(score, { target: { value: '1,5' } })
  await expect.poll(() => patches().length).toBe(1)
  expect(patches()[0]!.body).toMatchObject({
    content: { sections: [{ fields: [{}, { options: [{ score: 1.5 }, { score: null }] }] }] },
  })
})

test('a removed question comes back by undo', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Quitar «Escala»' }))
  expect(document.getElementById('outline-field-question_1')).toBeNull()
  fireEvent.click(await screen.findByText('Deshacer'))
  await expect.poll(() => document.getElementById('outline-field-question_1')).not.toBeNull()
})

test('the undo of a removed language keeps what was written meanwhile', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: /^Quitar Inglés/ }))
  expect(screen.queryByRole('region', { name: /Inglés/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Descripción'), { target: { value: 'Cómo durmió.' } })
  fireEvent.click(await screen.findByText('Deshacer'))
  await screen.findByRole('region', { name: /Inglés/ })
  const [spanish] = screen.getAllByLabelText<HTMLTextAreaElement>('Descripción')
  expect(spanish!.value).toBe('Cómo durmió.')
})

test('the preview asks, computes, and sends nothing', async () => {
  const filled = structuredClone(content)
  filled.scores[0]!.fields = [{ field: 'question_1', weight: 1 }]
  filled.scores[0]!.texts = { 'es-ES': { label: 'Carga' } }
  await open({ ...draft, content: filled })
  fireEvent.click(screen.getByRole('button', { name: 'Vista previa' }))
  fireEvent.click(await screen.findByRole('radio', { name: '7' }))
  fireEvent.click(screen.getByRole('button', { name: 'Ver el resultado' }))
  await screen.findByText('7 (máximo 10)')
})
