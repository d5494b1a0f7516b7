import { featureErrors, scoreHeadings } from '@fonema/contract'
import {
  alignReading,
  type FunctionName,
  functionVersions,
  indexNames,
  measure,
  measureContentUnits,
  measureFluency,
  measureLexical,
  measureReading,
} from '@fonema/speech'
import { expect, test } from 'vitest'
import spanish from '../../texts/es/analysis.json' with { type: 'json' }

const functions = Object.keys(functionVersions) as FunctionName[]
// Silence yields every measure's name, each with the reason why its value is missing.
const measured = measure(new Float32Array(16_000), 16_000, functions)

test.each(functions)('the function %s, its measures and its reasons have texts', (name) => {
  const { scores, missing, error } = measured[name]!
  const keys = [
    `analysis__function__${name}`,
    ...Object.keys({ ...scores, ...missing }).map((score) => `analysis__measure__${score}`),
    ...Object.values(missing).map((reason) => `analysis__missing__${reason}`),
    ...(error === undefined ? [] : [`analysis__error__${error}`]),
  ]
  expect(keys.filter((key) => !(key in spanish))).toEqual([])
})

test('every reason for which a function fails has a text, and no others have', () => {
  const prefix = 'analysis__error__'
  const known = Object.keys(spanish).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  expect(known.sort()).toEqual([...featureErrors, 'unknown'].sort())
})

test('every heading of the scores has a text, and no others have', () => {
  const prefix = 'analysis__heading__'
  const known = Object.keys(spanish).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  expect(known.sort()).toEqual([...scoreHeadings].sort())
})

const lists = {
  stopWords: new Set<string>(),
  fillers: new Set<string>(),
  doubtfulFillers: new Set<string>(),
  elisions: [],
}
const rules = {
  irregular: new Map<string, string>(),
  nouns: [],
  sexes: [],
  verbs: [],
  families: [],
  asides: indexNames([]),
  properNames: new Set<string>(),
  doubtful: new Set<string>(),
}
const words = {
  lexical: ['', 'a b a'].map((text) =>
    measureLexical(text, { lists, speechSpanS: null, phonationS: null, reference: 'a' }),
  ),
  content_units: [null, 'said' as const].map((choice) =>
    measureContentUnits([{ unit: 'x', found: 'no_list', places: [], choice }], null),
  ),
  reading_alignment: ['', 'a'].map((said) =>
    measureReading(alignReading('a', said === '' ? [] : [{ text: said, startS: null, endS: null }], 'es', lists)),
  ),
  fluency: [0, null].flatMap((startS) =>
    (['letter', 'category'] as const).map((kind) =>
      measureFluency(
        [{ text: 'ab', startS, endS: null }],
        kind === 'letter'
          ? { kind, letters: ['a'] }
          : { kind, category: { names: indexNames([['ab', ['ab']]]), groups: new Map([['ab', new Set(['x'])]]) } },
        lists,
        rules,
        1,
      ),
    ),
  ),
}

test.each(['lexical', 'fluency', 'content_units', 'reading_alignment'] as const)(
  'the transcript function %s has a text',
  (name) => {
    for (const { scores, missing } of words[name]) {
      const keys = [
        `analysis__function__${name}`,
        ...Object.keys({ ...scores, ...missing }).map((score) => `analysis__measure__${score}`),
        ...Object.values(missing).map((reason) => `analysis__missing__${reason}`),
      ]
      expect(keys.filter((key) => !(key in spanish))).toEqual([])
    }
  },
)
