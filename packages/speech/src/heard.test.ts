import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDoubts as findDoubtsIn, noFunctionWords, type RecognisedWord, trustedVoice } from './heard.ts'
import type { Span } from './timing.ts'

const findDoubts = (words: readonly RecognisedWord[], spans: readonly Span[]) =>
  findDoubtsIn(words, spans, noFunctionWords)

const voice = [
  { start_s: 1, end_s: 2 },
  { start_s: 4, end_s: 6 },
]
const untimed = (text: string) => text.split(' ').map((word) => ({ text: word, start: null, end: null }))

test('a word far from every voice was not heard, one at its edge was', () => {
  const words = [
    { text: 'antes', start: 0.1, end: 0.5 },
    { text: 'borde', start: 0.75, end: 1.1 },
    { text: 'dentro', start: 4.5, end: 5 },
    { text: 'pausa', start: 2.5, end: 3.5 },
    { text: 'final', start: 6.2, end: null },
    { text: 'después', start: 6.4, end: null },
  ]
  expect(findDoubts(words, voice)).toEqual(['no_voice', null, null, 'no_voice', null, 'no_voice'])
})

test('words without times need a voice, and time for their letters', () => {
  const sentence = untimed('gracias por ver el video y hasta la próxima semana amigos')
  expect(findDoubts(sentence, [])).toEqual(sentence.map(() => 'no_voice'))
  expect(findDoubts(sentence, [{ start_s: 0, end_s: 0.5 }])).toEqual(sentence.map(() => 'too_fast'))
  expect(findDoubts(sentence, voice)).toEqual(sentence.map(() => null))
})

test('a phrase in an endless repetition counts once; a phrase said three times counts', () => {
  const long = [{ start_s: 0, end_s: 60 }]
  const loop = findDoubts(untimed(`hola ${Array(8).fill('muchas gracias').join(' ')} fin`), long)
  expect(loop).toEqual([null, null, null, ...Array(14).fill('loop'), null])
  expect(findDoubts(untimed('no no no Quiero ir, quiero ir, quiero ir'), long)).toEqual(Array(9).fill(null))
  // A person who repeats a word has times that show it.
  const said = Array.from({ length: 10 }, (_, place) => ({ text: 'no', start: place, end: place + 0.5 }))
  expect(findDoubts(said, long)).toEqual(Array(10).fill(null))
})

test("a word below the recogniser's own limit is unsure", () => {
  const at = (confidence: number) => ({ text: 'pan', start: 1.2, end: 1.5, confidence })
  expect(findDoubts([at(0.36), at(0.37)], voice)).toEqual(['unsure', null])
})

test('with a voice everywhere, only doubts that do not depend on the voice remain', () => {
  const word = fc.record({
    text: fc.constantFrom('uno', 'dos', 'tres', 'cuatro'),
    start: fc.integer({ min: 0, max: 59 }),
  })
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const timed = words.map(({ text, start }) => ({ text, start, end: start + 0.4 }))
      expect(findDoubts(timed, [{ start_s: 0, end_s: 60 }])).toEqual(words.map(() => null))
    }),
  )
})

test('a short voice counts in silence and beside other voices, but not amid music', () => {
  const short = { start_s: 5, end_s: 5.3 }
  expect(trustedVoice([short], [short])).toEqual([short])
  expect(trustedVoice([short], [{ start_s: 0, end_s: 10 }])).toEqual([])
  const beside = [{ start_s: 3, end_s: 4.9 }, short, { start_s: 5.4, end_s: 8 }]
  expect(trustedVoice(beside, [{ start_s: 0, end_s: 10 }])).toEqual(beside)
  const long = { start_s: 5, end_s: 5.5 }
  expect(trustedVoice([long], [{ start_s: 0, end_s: 10 }])).toEqual([long])
})

test('words of another language than the item’s were not said', () => {
  const spanish = new Set(['el', 'la', 'que', 'y', 'con', 'los', 'de', 'a'])
  const portuguese = new Set(['o', 'os', 'que', 'e', 'com', 'não', 'de', 'a', 'uma'])
  const functionWords = { own: spanish, others: [new Set(['the', 'and']), portuguese] }
  const doubtsOf = (text: string) => findDoubtsIn(untimed(text), [{ start_s: 0, end_s: 9 }], functionWords)
  const invented = 'obrigado por assistir o vídeo e não se esqueça de uma curtida'
  expect(doubtsOf(invented)).toEqual(untimed(invented).map(() => 'other_language'))
  // Words that both languages have, a word or two of the other, and no function words at all say nothing.
  for (const said of [
    'el niño y la niña que juegan a la pelota con los perros',
    'dijo obrigado o algo así y se fue a la casa',
    'que de a que de a que',
    'perro gato vaca cerdo leão tigre',
  ])
    expect(doubtsOf(said), said).toEqual(untimed(said).map(() => null))
})
