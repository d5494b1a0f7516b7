import { expect, test } from 'vitest'
import { countWords, splitWords } from './words.ts'

test('keeps accents, hyphens and apostrophes, and removes case and punctuation', () => {
  expect(splitWords('¡El NIÑO, dix-sept «rock’n’roll»… 3,5 — fin!')).toEqual([
    'el',
    'niño',
    'dix-sept',
    "rock'n'roll",
    '3',
    '5',
    'fin',
  ])
})

test('composed and decomposed letters give the same word', () => {
  expect(splitWords('a\u0301rbol')).toEqual(splitWords('árbol'))
})

test('splits an elision into a word of its own', () => {
  expect(splitWords('L’eau d’ici', ["l'", "d'"])).toEqual(["l'", 'eau', "d'", 'ici'])
})

test('splits hostile text into words without an error', () => {
  expect(splitWords('<script>alert(1)</script> \u0000 \u202e =cmd|x')).toEqual([
    'script',
    'alert',
    '1',
    'script',
    'cmd',
    'x',
  ])
  expect(splitWords('')).toEqual([])
})

test('counts words without stop words and filled pauses, also if a word is the name of a property', () => {
  const lists = {
    stopWords: new Set(['el', 'y']),
    fillers: new Set(['eh']),
    doubtfulFillers: new Set<string>(),
    elisions: [],
  }
  const counts = countWords('El perro eh y el gato, perro constructor __proto__', lists)
  expect([...counts]).toEqual([
    ['perro', 2],
    ['constructor', 1],
    ['gato', 1],
    ['proto', 1],
  ])
})
