import { expect, test } from 'vitest'
import { type TextTable, translator } from './translate.ts'

/** With keys of its own, which the types do not have. */
const translate = (language: string, table: TextTable) =>
  translator(language, table) as (key: string, values?: Record<string, string | number | null>) => string

test('values replace their names, also twice, and are not read as patterns', () => {
  const t = translate('es', { greeting: '{{name}} y {{name}}: {{count_text}}' })
  expect(t('greeting', { name: '$& {{count_text}}', count_text: 3 })).toBe('$& {{count_text}} y $& {{count_text}}: 3')
  expect(t('greeting', { name: null })).toBe(' y : ')
})

test('a count chooses the form of the language, and a text without forms is used for every count', () => {
  const table = { things_one: '{{count}} thing', things_other: '{{count}} things', sum: 'Sum: {{count}}' }
  const [en, fr] = [translate('en', table), translate('fr', table)]
  expect([0, 1, 2].map((count) => en('things', { count }))).toEqual(['0 things', '1 thing', '2 things'])
  expect([0, 1, 2].map((count) => fr('things', { count }))).toEqual(['0 thing', '1 thing', '2 things'])
  expect(en('sum', { count: 1 })).toBe('Sum: 1')
})

test('whole millions, which have a form of their own in Spanish, use the form of many', () => {
  const t = translate('es', { things_one: '{{count}} cosa', things_other: '{{count}} cosas' })
  expect(t('things', { count: 1_000_000 })).toBe('1000000 cosas')
})

test('a missing text is its key, and a text added later is found', () => {
  const table: TextTable = {}
  const t = translate('en', table)
  expect([t('a__b__c'), t('a__b__c', { count: 1 })]).toEqual(['a__b__c', 'a__b__c'])
  table.a__b__c = 'Here'
  expect(t('a__b__c')).toBe('Here')
})
