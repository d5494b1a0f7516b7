import type { Survey, SurveyField, SurveyId } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepsEntries, type OutboxEntry } from '../api/outbox.ts'
import { argentina, examiner, participantOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { emptyValues } from './form-values.ts'
import { SurveyForm } from './SurveyForm.tsx'

const options = [
  { value: 'never', label: 'Nunca' },
  { value: 'often', label: 'A menudo' },
]
const question = (name: string): SurveyField => ({
  id: name,
  name,
  label: `¿${name}?`,
  type: 'radio',
  required: true,
  help: null,
  options,
})
const survey: Survey = {
  id: 'survey' as SurveyId,
  name: 'Mi voz',
  description: '',
  locale: argentina,
  licence: 'CC BY 4.0',
  source: '',
  sections: [
    { id: 'one', title: 'Las últimas dos semanas', description: null, fields: ['tired', 'noise'].map(question) },
    { id: 'two', title: 'Desde cuándo', description: null, fields: [question('since')] },
  ],
}

test('a section with unanswered questions has a message at each, and the focus on the first', async () => {
  const participant = participantOf(1)
  const form = (
    <SurveyForm
      survey={survey}
      participant={participant}
      worksOffline={false}
      start={emptyValues}
      onChange={() => {}}
      onSaved={() => {}}
    />
  )
  const { sent } = await show(form, { user: examiner, areas: ['surveys'], answers: {} })
  const next = screen.getByRole('button', { name: 'Siguiente' })
  fireEvent.click(next)
  expect(screen.getAllByText('Complete este campo.')).toHaveLength(2)
  expect(document.activeElement?.getAttribute('name')).toBe('tired')
  for (const answer of screen.getAllByRole('radio', { name: 'A menudo' })) fireEvent.click(answer)
  expect(screen.queryByText('Complete este campo.')).toBeNull()
  fireEvent.click(next)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Desde cuándo' }))
  expect(sent).toEqual([])
})

test.each([true, false])(
  'with the server away, answers wait where the clinic has chosen so: %s',
  async (worksOffline) => {
    const kept: [string, OutboxEntry][] = []
    keepsEntries(async (...entry) => void kept.push(entry))
    const saved: unknown[] = []
    const participant = participantOf(1)
    const form = (
      <SurveyForm
        survey={{ ...survey, sections: survey.sections.slice(1) }}
        participant={participant}
        worksOffline={worksOffline}
        start={emptyValues}
        onChange={() => {}}
        onSaved={(response) => saved.push(response)}
      />
    )
    const away = { status: 503, body: { code: 'unavailable' } }
    const answers = { 'POST /surveys/responses/{participant_id}/': away }
    const { sent } = await show(form, { user: examiner, areas: ['surveys'], answers })
    fireEvent.click(screen.getByRole('radio', { name: 'A menudo' }))
    fireEvent.click(screen.getByRole('button', { name: 'Guardar encuesta' }))
    await screen.findByText(worksOffline ? /quedó en este dispositivo/ : /no está disponible/)
    const body = { survey_id: 'survey', response: { since: 'often' } }
    expect(sent.map((call) => call.body)).toEqual([body])
    const key = expect.any(String)
    expect(kept).toEqual(worksOffline ? [[participant.id, { kind: 'survey', name: 'Mi voz', key, body }]] : [])
    expect(saved).toEqual(worksOffline ? [null] : [])
  },
)
