import type { TranscriptFormat, TypedWord } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTranscript, type Transcript, writeTextGrid, writeTranscript } from './index.ts'
import { bytesOf, transcriptOf, transcripts } from './words.fixture.ts'

const again = (format: TranscriptFormat, transcript: Transcript) =>
  readTranscript(bytesOf(writeTranscript(format, transcript).text), transcript.duration)

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

test('a TextGrid holds everything: long and short, in UTF-8 and UTF-16', () => {
  fc.assert(
    fc.property(transcripts(), fc.boolean(), fc.constantFrom('utf8', 'le', 'be'), (transcript, isShort, encoding) => {
      const { text, losses } = writeTextGrid(transcript, isShort)
      expect(losses).toEqual([])
      const bytes = encoding === 'utf8' ? bytesOf(text) : utf16(text, encoding === 'be')
      const read = readTranscript(bytes, transcript.duration)
      expect(read).toEqual({ format: 'textgrid', words: transcript.words, losses: [] })
    }),
    { numRuns: 200 },
  )
})

test('JSON holds everything', () => {
  fc.assert(
    fc.property(transcripts(), (transcript) => {
      expect(again('json', transcript)).toEqual({ format: 'json', words: transcript.words, losses: [] })
    }),
  )
})

test('an ELAN file holds everything whose times are milliseconds', () => {
  fc.assert(
    fc.property(transcripts({ milliseconds: true }), (transcript) => {
      expect(again('eaf', transcript)).toEqual({ format: 'eaf', words: transcript.words, losses: [] })
    }),
  )
})

/** CHAT has one code for a word, and none that ends an utterance. */
function inChat({ words, ...transcript }: Transcript): Transcript {
  const kept = words.map(({ marks = [], speaker, ...word }, i): TypedWord => {
    const next = words[i + 1]
    const [mark] = marks.filter((one) => one !== 'repetition' || (next !== undefined && i % 40 < 38))
    const known = speaker === 'participant' ? undefined : speaker
    return { ...word, ...(known !== undefined && { speaker: known }), ...(mark !== undefined && { marks: [mark] }) }
  })
  return { ...transcript, words: kept.map((word) => (word.text === 'xxx' ? { ...word, text: 'x' } : word)) }
}

test('CHAT holds plain words, their times, speakers and one mark each', () => {
  fc.assert(
    fc.property(transcripts({ plain: true, milliseconds: true }), (given) => {
      const transcript = inChat(given)
      const { text, losses } = writeTranscript('chat', transcript)
      const read = readTranscript(bytesOf(text), transcript.duration)
      const lost = losses.reduce((sum, { count }) => sum + count, 0)
      const without = (words: readonly TypedWord[]) =>
        words.map(({ marks, ...word }) => ({ ...word, marks: marks?.filter((one) => one !== 'repetition') ?? [] }))
      expect(without(read.words)).toEqual(without(transcript.words))
      if (lost === 0) expect(read.words).toEqual(transcript.words)
      expect(losses.map(({ code }) => code)).not.toContain('characters')
    }),
    { numRuns: 200 },
  )
})

test('subtitles hold the words, and who said them', () => {
  fc.assert(
    fc.property(transcripts({ milliseconds: true }), (transcript) => {
      const sorted = (words: readonly TypedWord[]) => words.map(({ text, speaker = 'participant' }) => [text, speaker])
      expect(sorted(again('vtt', transcript).words)).toEqual(sorted(transcript.words))
    }),
  )
})

test('a time outside the window is not written, and counted', () => {
  const words = [
    { text: 'a', start: 1, end: 2 },
    { text: 'b', start: 0.5, end: 3 },
    { text: 'c', start: 4, end: 11 },
    { text: 'd', start: Number.NaN, end: 5 },
    { text: 'e', start: 6, end: 5 },
  ]
  for (const format of ['textgrid', 'eaf', 'chat', 'json'] as const) {
    const { losses } = writeTranscript(format, transcriptOf(words))
    expect(losses, format).toContainEqual({ code: 'untimed', count: 4 })
    expect(again(format, transcriptOf(words)).words.map(({ start }) => start)).toEqual([1, null, null, null, null])
  }
})

test('the same transcript gives the same bytes', () => {
  const words = [{ text: 'hola', start: 0.5, end: 1, marks: ['name' as const] }]
  for (const format of ['textgrid', 'eaf', 'chat', 'vtt', 'json'] as const)
    expect(writeTranscript(format, transcriptOf(words))).toEqual(writeTranscript(format, transcriptOf(words)))
})

test('what a format cannot hold is counted', () => {
  const words: TypedWord[] = [
    { text: 'uno', start: 0.12345, end: 0.5, marks: ['name', 'filler'] },
    { text: '12', start: 0.6, end: 0.7 },
    { text: 'dos', start: null, end: null, marks: ['repetition'] },
  ]
  const lossesIn = (format: TranscriptFormat) =>
    Object.fromEntries(writeTranscript(format, transcriptOf(words)).losses.map(({ code, count }) => [code, count]))
  expect(lossesIn('textgrid')).toEqual({})
  expect(lossesIn('json')).toEqual({})
  expect(lossesIn('eaf')).toEqual({ times_rounded: 1 })
  expect(lossesIn('chat')).toEqual({ times_rounded: 1, marks: 2, characters: 1 })
  expect(lossesIn('vtt')).toEqual({ times_rounded: 1, times_of_words: 2, untimed: 1, marks: 3 })
})
