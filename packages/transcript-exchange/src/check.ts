import { mostWords, type TypedWord, type WordMark, type WordSpeaker, wordMarks, wordSpeakers } from '@fonema/contract'
import { TranscriptFileError } from './problem.ts'

export const largestFile = 8_000_000
const longestText = 100_000
export const longestWord = 200

/** How far a time may be beyond the end of the window: formats in milliseconds round. */
const roundingS = 0.002

// Control characters have no place in words, and bidirectional marks make a text look like another.
const hostile = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u

/** A word that was read, with its line. */
export type ReadWord = TypedWord & { line: number }

/** @throws {TranscriptFileError} for the first control character, with its line; `allowed` is one that the format uses */
export function refuseControlCharacters(text: string, allowed = '') {
  const cleaned = allowed === '' ? text : text.replaceAll(allowed, '')
  const at = cleaned.search(hostile)
  if (at < 0) return
  const code = cleaned.codePointAt(at)!.toString(16).padStart(4, '0')
  throw new TranscriptFileError('control_character', lineAt(cleaned, at), `U+${code.toUpperCase()}`)
}

export const lineAt = (text: string, at: number) => text.slice(0, at).split(/\r\n|\r|\n/).length

/** @throws {TranscriptFileError} when the file has another character set than its mark, or invalid bytes */
export function decode(bytes: Uint8Array): string {
  if (bytes.length > largestFile) throw new TranscriptFileError('too_large')
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new TranscriptFileError('not_text', 0, '', { cause })
  }
}

export function readTime(text: string, line: number): number {
  const seconds = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(seconds)) throw new TranscriptFileError('bad_time', line, text)
  return seconds
}

export function readMarks(text: string, line: number): WordMark[] {
  const names = text.split(/[\s,;]+/).filter(Boolean)
  for (const name of names)
    if (!wordMarks.includes(name as WordMark)) throw new TranscriptFileError('unknown_mark', line, name)
  return [...new Set(names as WordMark[])]
}

export function readSpeaker(text: string, line: number): WordSpeaker | undefined {
  const name = text.trim()
  if (name === '') return undefined
  if (!wordSpeakers.includes(name as WordSpeaker)) throw new TranscriptFileError('unknown_speaker', line, name)
  return name as WordSpeaker
}

/** A word with only those fields that say something. */
export const wordOf = (
  text: string,
  start: number | null,
  end: number | null,
  { speaker, marks }: { speaker?: WordSpeaker | undefined; marks?: readonly WordMark[] | undefined } = {},
): TypedWord => ({
  text,
  start,
  end,
  ...(speaker !== undefined && { speaker }),
  ...(marks !== undefined && marks.length > 0 && { marks: [...marks] }),
})

/**
 * The words of a file, if a transcript of this length may have them.
 *
 * @throws {TranscriptFileError}
 */
export function checkWords(words: readonly ReadWord[], duration: number): TypedWord[] {
  if (words.length > mostWords) throw new TranscriptFileError('too_many_words', words[mostWords]!.line)
  let length = 0
  let latest = 0
  return words.map(({ line, ...word }) => {
    const { text, start, end } = word
    if (text.trim() === '' || /\s/.test(text)) throw new TranscriptFileError('wrong_value', line, text)
    if (text.length > longestWord) throw new TranscriptFileError('too_long', line)
    refuseIn(text, line)
    length += text.length + 1
    if (length > longestText) throw new TranscriptFileError('too_long', line)
    if (start === null || end === null) {
      if (start !== end) throw new TranscriptFileError('bad_time', line)
      return word
    }
    if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0) throw new TranscriptFileError('bad_time', line)
    if (end < start) throw new TranscriptFileError('end_before_start', line, `${start} > ${end}`)
    if (start > duration + roundingS || end > duration + roundingS)
      throw new TranscriptFileError('outside', line, `${end} > ${duration}`)
    if (start < latest) throw new TranscriptFileError('not_sorted', line, `${start} < ${latest}`)
    latest = start
    return { ...word, start: Math.min(start, duration), end: Math.min(end, duration) }
  })
}

/** An escaped character is hidden from the check of the file as a whole. */
function refuseIn(text: string, line: number) {
  if (hostile.test(text) || text.includes('\n') || text.includes('\r'))
    throw new TranscriptFileError('control_character', line)
}
