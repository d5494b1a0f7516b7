import type { Survey, SurveyId } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { SurveyPicker } from './SurveyPicker.tsx'

const english = { ...argentina, id: idOf(9), code: 'en-US', lang: { id: idOf(8), code: 'en' } }
const surveyOf = (number: number, name: string, locale = argentina) =>
  ({
    id: idOf<SurveyId>(number),
    name,
    description: '',
    locale,
    licence: 'CC0',
    source: null,
    sections: [],
  }) as unknown as Survey // the picker reads no further fields

const surveys = [surveyOf(1, 'Voice', english), surveyOf(2, 'Voz')]

const showPicker = (draft?: SurveyId, list = surveys) =>
  show(<SurveyPicker surveys={list} locale={argentina.id} hasDraft={(id) => id === draft} onChoose={() => {}} />, {
    user: examiner,
    areas: ['surveys'],
    answers: { 'GET /cms/locales/': { body: [argentina, english] } },
  })
const fold = () =>
  [...document.querySelectorAll('details')].find(({ textContent }) => textContent?.includes('Otros idiomas')) ?? null

test('surveys in another language than the participant’s are folded', async () => {
  await showPicker()
  screen.getByRole('button', { name: 'Voz' })
  expect(fold()!.open).toBe(false)
  expect(fold()!.querySelector('summary')!.textContent).toBe('Otros idiomas (1)')
  expect(fold()!.textContent).toContain('Voice')
})

test('a draft in another language is in sight', async () => {
  await showPicker(surveys[0]!.id)
  expect(fold()!.open).toBe(true)
})

test('without a survey in the participant’s language nothing is folded', async () => {
  await showPicker(undefined, [surveys[0]!])
  expect(fold()).toBeNull()
  screen.getByRole('button', { name: 'Voice' })
})

test('a search unfolds what it finds', async () => {
  const many = [...surveys, ...[3, 4, 5, 6, 7].map((number) => surveyOf(number, `Voz ${number}`))]
  await showPicker(undefined, many)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vo' } })
  expect(fold()!.open).toBe(true)
})
