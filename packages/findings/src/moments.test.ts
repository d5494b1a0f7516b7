import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'
import { clearlyHigh, clearlyLow, item, kinds, measure, session, withItems } from './test-sessions.ts'

type Kind = Parameters<typeof measure>[0]

const timing = (name: string): Kind => ({ ...kinds.pauseTotal, name })
const words = [
  { start: 2.5, end: 3 },
  { start: 3.2, end: 4 },
  { start: 6, end: 6.5 },
  { start: 7, end: 7.4 },
]

/** The moment of the only finding of a session with these words in one item. */
function momentOf(kind: Kind, spoken = words, place = clearlyHigh) {
  const measures = [measure({ ...kind, direction: 'neutral' }, 5, 3, { place })]
  const { findings } = summarise(session({ items: withItems(item(5, 'Lectura', { words: spoken })), measures }))
  expect(findings).toHaveLength(1)
  return findings[0]!.moment
}

test.each([kinds.pauses, kinds.pauseMean, timing('interword_interval_mean_s')])(
  'a finding about the time between words plays the longest pause: $name',
  (kind) => {
    expect(momentOf(kind)).toEqual({ start: 3, end: 7 })
  },
)

test('a late beginning plays from the start to the first word', () => {
  expect(momentOf(timing('speech_onset_s'))).toEqual({ start: 0, end: 3.5 })
  expect(momentOf(timing('first_word_s'))).toEqual({ start: 0, end: 3.5 })
})

test('without such a part, without words, and on the other side, the whole recording is played', () => {
  expect(momentOf(kinds.pauses, [])).toBeNull()
  expect(momentOf(kinds.pauses, words.slice(0, 2))).toBeNull()
  expect(momentOf(timing('speech_onset_s'), [])).toBeNull()
  expect(momentOf(timing('speech_onset_s'), [{ start: 0.1, end: 1 }])).toBeNull()
  expect(momentOf(timing('speech_onset_s'), words, clearlyLow)).toBeNull()
  expect(momentOf(kinds.pauses, words, clearlyLow)).toBeNull()
  expect(momentOf(kinds.rate)).toBeNull()
  expect(momentOf(kinds.jitter)).toBeNull()
})
