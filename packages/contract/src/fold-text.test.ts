import { expect, test } from 'vitest'
import { foldedIncludes } from './fold-text.ts'

test('a part is found regardless of case and accents', () => {
  for (const [text, part] of [
    ['Informe médico.pdf', 'medico'],
    ['Informe medico.pdf', ' MÉDICO '],
    ['Informe me\u0301dico.pdf', 'médico'],
    ['año.txt', 'ano'],
    ['a.txt', ''],
  ] as const)
    expect(foldedIncludes(text, part), part).toBe(true)
  expect(foldedIncludes('Informe.pdf', 'medico')).toBe(false)
})
