import { expect, test } from 'vitest'
import { draftOf, readDraft } from './draft.ts'
import { openWords } from './edits.ts'

const edited = openWords([{ text: 'casa', start: 0.1, end: 0.6, confidence: 0.4, marks: ['filler'] }], false)
const kept = () => structuredClone(draftOf(edited, 3))

test('what was kept of the words comes back, with the version it belongs to', () => {
  expect(readDraft(kept())).toEqual({ edited, version: 3 })
})

test.each([
  ['text', 7],
  ['start', '0.1'],
  ['end', Number.NaN],
  ['speaker', 'nobody'],
  ['marks', ['unknown']],
  ['confidence', undefined],
  ['doubt', 1],
  ['isConfirmed', undefined],
  ['id', '0'],
])('a word of another form is not taken over: %s', (field, value) => {
  const { words, ...rest } = kept()
  expect(readDraft({ ...rest, words: words.map((word) => ({ ...word, [field]: value })) })).toBeNull()
})

test('without words there is nothing to take over, and a place outside of them is their beginning', () => {
  expect(readDraft(null)).toBeNull()
  expect(readDraft({ ...kept(), at: 9 })?.edited.at).toBe(0)
})
