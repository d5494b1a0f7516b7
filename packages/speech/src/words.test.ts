import { expect, test } from 'vitest'
import { countWords, splitWords } from './words.ts'

test('a word keeps its accents, hyphens and apostrophes, and loses case and punctuation', () => {
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

test('composed and decomposed letters are the same word', () => {
  expect(splitWords('a\u0301rbol')).toEqual(splitWords('árbol'))
})

test('an elision is a word of its own', () => {
  expect(splitWords('L’eau d’ici', ["l'", "d'"])).toEqual(["l'", 'eau', "d'", 'ici'])
})

test('hostile text gives words and never an error', () => {
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

test('words are counted without stop words and filled pauses, also when they are called like a property', () => {
  const lists = { stopWords: new Set(['el', 'y']), fillers: new Set(['eh']), elisions: [] }
  const counts = countWords('El perro eh y el gato, perro constructor __proto__', lists)
  expect([...counts]).toEqual([
    ['perro', 2],
    ['constructor', 1],
    ['gato', 1],
    ['proto', 1],
  ])
})
