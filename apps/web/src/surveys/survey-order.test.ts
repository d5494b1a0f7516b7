import { expect, test } from 'vitest'
import { surveysByLanguage } from './survey-order.ts'

const survey = (name: string, code: string) => ({ name, locale: { lang: { id: code, code } } })

test("surveys in the participant's language come first, the others keep their order", () => {
  const all = [survey('a', 'es'), survey('b', 'pt'), survey('c', 'fr'), survey('d', 'pt')]
  const order = (spoken: string) =>
    surveysByLanguage(all, spoken).map(({ language, surveys }) => [language, ...surveys.map(({ name }) => name)])
  expect(order('pt')).toEqual([
    ['pt', 'b', 'd'],
    ['es', 'a'],
    ['fr', 'c'],
  ])
  expect(order('en').map(([language]) => language)).toEqual(['es', 'pt', 'fr'])
})
