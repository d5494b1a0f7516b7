import { type TypedWord, wordMarks, wordSpeakers } from '@fonema/contract'
import fc from 'fast-check'
import { wordOf } from './check.ts'
import type { Transcript } from './transcript.ts'

const letters = fc.constantFrom(...'aábcdeéfghiíjklmnñoópqrstuúüvwxyzçãêœÉÑ')
const hard = fc.constantFrom(
  '"',
  '""',
  '<b>',
  '&amp;',
  '-->',
  '!',
  '=',
  "l'eau",
  '¿qué?',
  '12',
  '語',
  '𝄞',
  '{}',
  '[x]',
  '%',
  '*',
)
const plainText = fc.array(letters, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
const anyText = fc.oneof(
  { weight: 3, arbitrary: plainText },
  hard,
  fc.tuple(plainText, hard).map((parts) => parts.join('')),
)

/** Words in order, some of them without a time, overlapping or of no length. */
export function transcripts({ plain = false, milliseconds = false } = {}): fc.Arbitrary<Transcript> {
  const word = fc.record({
    text: plain ? plainText : anyText,
    step: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true })),
    length: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.5, noNaN: true })),
    isTimed: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    speaker: fc.option(fc.constantFrom(...wordSpeakers), { nil: undefined }),
    marks: fc.option(fc.subarray([...wordMarks], { minLength: 1 }), { nil: undefined }),
  })
  const rounded = (seconds: number) => (milliseconds ? Math.round(seconds * 1000) / 1000 : seconds)
  return fc.array(word, { maxLength: 30 }).map((parts) => {
    let at = 0
    const words = parts.map(({ text, step, length, isTimed, speaker, marks }): TypedWord => {
      at = rounded(at + step)
      const end = rounded(at + Math.max(length, milliseconds ? 0.001 : 0))
      return wordOf(text, isTimed ? at : null, isTimed ? end : null, { speaker, marks })
    })
    const ends = words.map(({ end }) => end ?? 0)
    const duration = rounded(Math.max(0.1, ...ends) + 0.25)
    return { words, duration, language: 'es', made: new Date('2026-01-02T03:04:05.678Z') }
  })
}

export const transcriptOf = (words: TypedWord[], duration = 10): Transcript => ({
  words,
  duration,
  language: 'es',
  made: new Date('2026-01-02T03:04:05.678Z'),
})

export const bytesOf = (text: string) => new TextEncoder().encode(text)
