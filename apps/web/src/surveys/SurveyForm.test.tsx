import type { Survey, SurveyField, SurveyId } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
    <SurveyForm survey={survey} participant={participant} start={emptyValues} onChange={() => {}} onSaved={() => {}} />
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
