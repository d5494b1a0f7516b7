import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { measureFluency, phonemicGroups, type Sounds, type SpokenWord } from '@fonema/speech'
import { expect, test } from 'vitest'
import { FluencyFile, rulesOf } from '../content/fluency-file.ts'

const content = path.join(import.meta.dirname, '../../../../packages/content/fluency')
const lists = {
  stopWords: new Set<string>(),
  fillers: new Set<string>(),
  doubtfulFillers: new Set<string>(),
  elisions: [],
}

const rulesFor = async (language: string) =>
  rulesOf(FluencyFile.parse(JSON.parse(await readFile(path.join(content, `${language}.json`), 'utf8'))), lists)

/** The kinds of likeness that two words share, without the one of their first letters. */
const shared = (sounds: Sounds, one: string, other: string) =>
  [
    ...new Set(
      [...phonemicGroups(one, sounds).intersection(phonemicGroups(other, sounds))].map((group) => group.split(' ')[0]),
    ),
  ]
    .filter((kind) => kind !== 'begins')
    .sort()

test.each([
  ['es', 'vaca', 'baca', ['differs', 'rhymes', 'sounds']],
  ['es', 'hola', 'ola', ['rhymes', 'sounds']],
  ['es', 'casa', 'cosa', ['differs']],
  ['es', 'peso', 'piso', ['differs']],
  ['es', 'camión', 'corazón', ['rhymes']],
  ['es', 'gente', 'puente', ['rhymes']],
  ['es', 'faro', 'fuente', []],
  ['es', 'mesa', 'misión', []],
  ['pt', 'caçar', 'cassar', ['differs', 'rhymes', 'sounds']],
  ['pt', 'fala', 'fila', ['differs']],
  ['pt', 'feijão', 'fogão', ['rhymes']],
  ['pt', 'panela', 'janela', ['rhymes']],
  ['pt', 'faca', 'feira', []],
  ['fr', 'mer', 'mère', ['differs', 'rhymes', 'sounds']],
  ['fr', 'faim', 'fin', ['rhymes', 'sounds']],
  ['fr', 'mère', 'mare', ['differs']],
  ['fr', 'maison', 'poisson', ['rhymes']],
  ['fr', 'table', 'porte', []],
  ['en', 'sand', 'stand', ['rhymes']],
  ['en', 'sat', 'seat', ['differs']],
  ['en', 'seat', 'soot', ['differs']],
  ['en', 'some', 'sum', ['differs', 'rhymes', 'sounds']],
  ['en', 'fair', 'fare', ['differs', 'rhymes', 'sounds']],
  ['en', 'fry', 'fly', ['rhymes']],
  ['en', 'fishing', 'fooling', []],
  ['en', 'fast', 'forget', []],
])('%s: %s and %s share %j', async (language, one, other, kinds) => {
  expect(shared((await rulesFor(language)).sounds!, one, other)).toEqual(kinds)
})

const said = (text: string): SpokenWord[] => text.split(' ').map((word) => ({ text: word, startS: null, endS: null }))

// Scored by hand: | divides clusters, a lone answer has size 0.
test.each([
  ['en', 'f', 'fast far fan | fish fin | foot | fly fry', [2, 1, 0, 1]],
  ['en', 's', 'sand stand | apple | seat soot sat', [1, 0, 2]],
  ['es', 'p', 'pan pato | peso piso | puente', [1, 1, 0]],
  ['es', 'f', 'faro falda | fuego fuente | flor | frío', [1, 1, 0, 0]],
  ['pt', 'f', 'faca fala | festa feira | fogo', [1, 1, 0]],
  ['fr', 'p', 'père port | pain | table | porte', [1, 0, 0, 0]],
])('%s, letter %s: %s', async (language, letter, clusters, sizes) => {
  const words = said(clusters.replaceAll(' | ', ' '))
  const { scores, answers } = measureFluency(
    words,
    { kind: 'letter', letters: [letter] },
    lists,
    await rulesFor(language),
    60,
  )
  expect(answers.map(({ word }) => word)).toHaveLength(words.length)
  expect(scores.cluster_switches).toBe(sizes.length - 1)
  expect(scores.cluster_size_mean).toBeCloseTo(sizes.reduce((sum, size) => sum + size, 0) / sizes.length, 9)
})
