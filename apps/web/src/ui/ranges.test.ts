import { expect, test } from 'vitest'
import { ApiFailure } from '../api/http.ts'
import { rangeText } from './failure-texts.ts'
import { fieldErrorsOf } from './form-failure.ts'
import type { TFunction } from './i18n.ts'

const t = ((key: string, { min, max }: { min?: string; max?: string } = {}) =>
  [key.replace('form_hook__field_error__', ''), min, max].filter(Boolean).join(' ')) as unknown as TFunction

test('a refused value is answered with the range of its field', () => {
  const refused = new ApiFailure(400, 'invalid_inputs', {
    education_years: ['out_of_range'],
    code: ['required'],
    pain: ['out_of_range'],
  })
  const texts = {
    ofFailure: () => 'failed',
    ofFieldCode: (code: string, range?: Parameters<typeof rangeText>[1]) => (range ? rangeText(t, range) : code),
  }
  const drawn = ['education_years', 'code', 'pain']
  expect(fieldErrorsOf(refused, drawn, texts)).toEqual({
    education_years: 'between 0 100',
    code: 'required',
    pain: 'out_of_range',
  })
  const ofSurvey = (name: string) => (name === 'pain' ? { min: 1, max: 5 } : undefined)
  expect(fieldErrorsOf(refused, drawn, texts, ofSurvey).pain).toBe('between 1 5')
})

test('a half-open range names its one limit', () => {
  expect(rangeText(t, { min: 3 })).toBe('at_least 3')
  expect(rangeText(t, { max: 9 })).toBe('at_most 9')
  expect(rangeText(t, {})).toBe('out_of_range')
  expect(rangeText(t, { min: '1900-01-01' })).toMatch(/^at_least .*1900/)
})
