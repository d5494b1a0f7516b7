import { NewTranscript, type TranscriptWord, wordMarks, wordSpeakers } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  confirm,
  type Edited,
  insertAfter,
  isUncertain,
  join,
  moveEdge,
  moveTo,
  nextUncertain,
  nudgeEdge,
  openWords,
  remove,
  retype,
  setSpeaker,
  toggleMark,
  toTyped,
} from './edits.ts'
import { begin, record, redo, undo } from './history.ts'

const word = (text: string, start: number | null = null, end: number | null = null, more: object = {}) => ({
  text,
  start,
  end,
  ...more,
})
const texts = (edited: Edited) => toTyped(edited).map(({ text }) => text)

test('a space splits a word, and both parts share its time, speaker and marks', () => {
  const edited = openWords([word('uno', 0, 0.5), word('elperro', 1, 1.7, { speaker: 'other', marks: ['name'] })], true)
  expect(toTyped(retype(moveTo(edited, 1), 'el perro'))).toEqual([
    word('uno', 0, 0.5),
    word('el', 1, expect.closeTo(1.2, 9), { speaker: 'other', marks: ['name'] }),
    word('perro', expect.closeTo(1.2, 9), 1.7, { speaker: 'other', marks: ['name'] }),
  ])
})

test('no text removes a word, and the next one is current', () => {
  const edited = retype(openWords([word('a'), word('b')], true), '  ')
  expect(texts(edited)).toEqual(['b'])
  expect(edited.at).toBe(0)
  expect(remove(edited)).toEqual({ words: [], at: -1 })
})

test('an inserted word has no time, and has the speaker of the word before', () => {
  const edited = insertAfter(openWords([word('a', 0, 1, { speaker: 'examiner' }), word('b', 1, 2)], true), 'x y')
  expect(toTyped(edited)).toEqual([
    word('a', 0, 1, { speaker: 'examiner' }),
    word('x', null, null, { speaker: 'examiner' }),
    word('y', null, null, { speaker: 'examiner' }),
    word('b', 1, 2),
  ])
  expect(edited.at).toBe(2)
  expect(texts(insertAfter(openWords([], true), 'hola'))).toEqual(['hola'])
})

test('words of different speakers are not joined, and neither is the first word', () => {
  const edited = openWords([word('a', 0, 1, { speaker: 'examiner' }), word('b', 1, 2)], true)
  expect(join(edited)).toBe(edited)
  expect(join(moveTo(edited, 1))).toEqual(moveTo(edited, 1))
})

test('doubtful, improbable and unrated words are uncertain until a person confirms them', () => {
  const words = [
    word('a', 0, 1, { confidence: 0.9 }),
    word('b', 1, 2, { confidence: 0.79 }),
    word('c', 2, 3, { confidence: 0.9, doubt: 'loop' }),
    word('d', 3, 4),
  ] as TranscriptWord[]
  const opened = openWords(words, false)
  expect(opened.words.filter(isUncertain).map(({ text }) => text)).toEqual(['b', 'c', 'd'])
  expect(openWords(words, true).words.filter(isUncertain)).toEqual([])
  expect(nextUncertain(opened, 1)).toBe(1)
  expect(nextUncertain(moveTo(opened, 3), 1)).toBe(null)
  expect(nextUncertain(moveTo(opened, 2), -1)).toBe(1)
  expect(nextUncertain(confirm(moveTo(opened, 1)), 1)).toBe(2)
  // A word that nobody heard is saved only when it is confirmed.
  expect(texts(opened)).toEqual(['a', 'b', 'd'])
  expect(texts(confirm(moveTo(opened, 2)))).toEqual(['a', 'b', 'c', 'd'])
})

test('a time before the recording is its start, and one that runs back is none', () => {
  expect(toTyped(openWords([word('a', -0.2, 0.1), word('b', 5, 6), word('c', 1, 2), word('d', 6, 7)], true))).toEqual([
    word('a', 0, 0.1),
    word('b', 5, 6),
    word('c'),
    word('d', 6, 7),
  ])
})

const timesOf = ({ words, at }: Edited) => [words[at]!.start, words[at]!.end]

test('an edge moves by 10 ms, up to the words of the same speaker and the ends of the recording', () => {
  const words = [
    word('a', 0.1, 0.5),
    word('b', 0.6, 1),
    word('ja', 1.1, 1.4, { speaker: 'examiner' }),
    word('c', 1.3, 2),
  ]
  const b = moveTo(openWords(words, true), 1)
  expect(timesOf(nudgeEdge(b, 'start', -1, 2.5))).toEqual([0.59, 1])
  expect(timesOf(nudgeEdge(b, 'end', 1, 2.5))).toEqual([0.6, 1.01])
  expect(timesOf(moveEdge(b, 'start', 0, 2.5))).toEqual([0.5, 1])
  expect(timesOf(moveEdge(b, 'start', 9, 2.5))).toEqual([0.98, 1])
  // It may sound while the examiner speaks, but not while the participant says the next word.
  expect(timesOf(moveEdge(b, 'end', 9, 2.5))).toEqual([0.6, 1.3])
  expect(timesOf(moveEdge(moveTo(b, 0), 'start', -1, 2.5))).toEqual([0, 0.5])
  expect(timesOf(moveEdge(moveTo(b, 3), 'end', 9, 2.5))).toEqual([1.3, 2.5])
  // At the limit, nothing changes: no step of undo.
  const limit = moveEdge(b, 'start', 0, 2.5)
  expect(nudgeEdge(limit, 'start', -1, 2.5)).toBe(limit)
})

test('a word without a time gets the gap between its neighbours, if there is one', () => {
  const gap = moveTo(openWords([word('a', 0, 0.5), word('b'), word('c', 0.9, 1)], true), 1)
  expect(timesOf(nudgeEdge(gap, 'start', 1, 1))).toEqual([0.51, 0.9])
  const none = moveTo(openWords([word('a', 0, 0.5), word('b'), word('c', 0.5, 1)], true), 1)
  expect(nudgeEdge(none, 'start', 1, 1)).toBe(none)
})

test('no edge is moved over a word of the same speaker, out of the recording or past the other edge', () => {
  const given = fc.array(
    fc.record({
      gap: fc.nat(300),
      length: fc.integer({ min: 30, max: 500 }),
      speaker: fc.constantFrom(...wordSpeakers),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  const moves = fc.array(
    fc.record({
      at: fc.nat(5),
      edge: fc.constantFrom('start' as const, 'end' as const),
      to: fc.double({ min: -1, max: 6, noNaN: true }),
    }),
  )
  fc.assert(
    fc.property(given, moves, (pieces, edges) => {
      let at = 0
      const words = pieces.map(({ gap, length, speaker }) => {
        const start = at + gap
        at = start + length
        return word('x', start / 1000, at / 1000, { speaker })
      })
      const edited = edges.reduce(
        (now, { at, edge, to }) => moveEdge(moveTo(now, at), edge, to, 5),
        openWords(words, true),
      )
      const typed = toTyped(edited)
      for (const { start, end } of typed) expect(end! - start!).toBeGreaterThan(0.0199)
      expect(typed.at(0)!.start).toBeGreaterThanOrEqual(0)
      expect(Math.max(...typed.map(({ end }) => end!))).toBeLessThanOrEqual(5)
      for (const speaker of wordSpeakers) {
        const own = edited.words.filter((each) => each.speaker === speaker)
        for (let i = 1; i < own.length; i++) expect(own[i]!.start).toBeGreaterThanOrEqual(own[i - 1]!.end!)
      }
    }),
  )
})

const speakers = fc.constantFrom(...wordSpeakers)
const marks = fc.subarray([...wordMarks])
const moments = fc.option(fc.double({ min: 0, max: 60, noNaN: true }))
const letters = fc.stringMatching(/^[a-zñé'-]{2,12}$/)
const recognised = fc.array(
  fc.record({
    text: fc.oneof(letters, fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', minLength: 199, maxLength: 420 })),
    start: moments,
    end: moments,
    speaker: speakers,
    marks,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 8 },
)
const step = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => (edited: Edited) => retype(edited, text)),
  fc.string({ maxLength: 12 }).map((text) => (edited: Edited) => insertAfter(edited, text)),
  fc.nat(9).map((at) => (edited: Edited) => moveTo(edited, at)),
  speakers.map((speaker) => (edited: Edited) => setSpeaker(edited, speaker)),
  fc.constantFrom(...wordMarks).map((mark) => (edited: Edited) => toggleMark(edited, mark)),
  fc.tuple(fc.constantFrom('start' as const, 'end' as const), fc.double({ min: -9, max: 99, noNaN: true })).map(
    ([edge, seconds]) =>
      (edited: Edited) =>
        moveEdge(edited, edge, seconds, 60),
  ),
  fc.constantFrom(join, remove, confirm),
)

test('a word that is split and joined again is the same word', () => {
  const given = fc.record({ text: letters, start: moments, end: moments, speaker: speakers, marks })
  fc.assert(
    fc.property(given, fc.nat(), ({ text, start, end, ...more }, place) => {
      const isTimed = start !== null && end !== null && start <= end
      const opened = openWords([{ text, start, end: isTimed ? end : null, ...more }], true)
      const cut = 1 + (place % (text.length - 1))
      const split = retype(opened, `${text.slice(0, cut)} ${text.slice(cut)}`)
      expect(split.words).toHaveLength(2)
      expect(join(split)).toEqual(opened)
    }),
  )
})

test('undo restores every state, and redo every later one', () => {
  fc.assert(
    fc.property(recognised, fc.array(step, { maxLength: 20 }), (words, steps) => {
      let history = begin(openWords(words, false))
      const states = [history.now.words]
      for (const edit of steps) {
        const next = record(history, edit(history.now))
        if (next.now.words !== history.now.words) states.push(next.now.words)
        history = next
      }
      for (const expected of states.toReversed()) {
        expect(history.now.words).toBe(expected)
        history = undo(history)
      }
      expect(undo(history)).toBe(history)
      for (const expected of states) {
        expect(history.now.words).toBe(expected)
        history = redo(history)
      }
    }),
  )
})

test('whatever was edited, the contract accepts the words, and each id and the place are right', () => {
  fc.assert(
    fc.property(recognised, fc.array(step, { maxLength: 20 }), (words, steps) => {
      const edited = steps.reduce((now, edit) => edit(now), openWords(words, false))
      expect(NewTranscript.safeParse({ words: toTyped(edited), based_on: 1 }).error).toBeUndefined()
      expect(new Set(edited.words.map(({ id }) => id)).size).toBe(edited.words.length)
      expect(edited.at).toBeGreaterThanOrEqual(edited.words.length === 0 ? -1 : 0)
      expect(edited.at).toBeLessThan(Math.max(edited.words.length, 0) || 1)
    }),
  )
})
