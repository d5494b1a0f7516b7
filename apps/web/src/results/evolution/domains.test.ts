import { expect, test } from 'vitest'
import { domainsFor } from './domains.ts'

test.each([
  ['Enfermedad de Parkinson', ['timing', 'articulation', 'pitch']],
  ['ELA de inicio bulbar', ['timing', 'articulation', 'pitch']],
  ['Sclérose en plaques', ['timing', 'articulation', 'pitch']],
  ['Disfonía por nódulos vocales', ['voice', 'pitch']],
  ['Temblor esencial de la voz', ['voice', 'pitch']],
  ['Deterioro cognitivo leve', ['language', 'timing']],
  ['Démence, type Alzheimer', ['language', 'timing']],
  ['ACV hemorrágico, afasia anómica', ['language', 'timing']],
  ['Tartamudez del desarrollo', ['timing', 'language']],
  ['Parkinson con disfonía', ['voice', 'pitch', 'timing', 'articulation']],
  ['Control sano', ['voice', 'timing']],
  // "ela" within a word is no diagnosis.
  ['Secuela de cirugía', ['voice', 'timing']],
  [null, ['voice', 'timing']],
])('the domains that matter for %s', (diagnosis, expected) => {
  expect(domainsFor(diagnosis)).toEqual(expected)
})
