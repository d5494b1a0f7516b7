import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'

const of = (...answers: string[][]) => clustersOf(answers.map((groups) => new Set(groups)))

test('an answer between two clusters is in both: dog, cat, tiger, lion', () => {
  const found = of(['pets'], ['pets', 'felines'], ['felines', 'africa'], ['felines', 'africa'])
  expect(found).toEqual({ meanSize: (1 + 2) / 2, switches: 1 })
})

test('a cluster inside a larger one does not count', () => {
  expect(of(['farm'], ['farm', 'birds'], ['farm', 'birds'], ['farm'])).toEqual({ meanSize: 3, switches: 0 })
})

test('the overlap of two clusters may be longer than one answer', () => {
  // a a+b a+b b: the first cluster has 3 answers, the second 3.
  expect(of(['a'], ['a', 'b'], ['a', 'b'], ['b'])).toEqual({ meanSize: 2, switches: 1 })
})

test('lone answers are clusters of size 0, and each is a switch', () => {
  expect(of(['a'], ['b'], ['c'])).toEqual({ meanSize: 0, switches: 2 })
})

test('an error has no subcategory and stands alone', () => {
  expect(of(['a'], [], ['a'])).toEqual({ meanSize: 0, switches: 2 })
})

test('no answers have no clusters', () => {
  expect(of()).toEqual({ meanSize: null, switches: null })
})
