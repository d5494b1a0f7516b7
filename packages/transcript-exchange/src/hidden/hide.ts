import type { TypedWord } from '@fonema/contract'
import { identifiersIn } from './identifiers.ts'
import { plainOf } from './tokens.ts'

/** Stands for hidden words: the same, however many and however long they are. */
export const nameMask = '[…]'

/**
 * Words that a person marked as a name, and those that the patterns find. A name is hidden wherever it is said in the
 * transcript, also where nobody marked it.
 */
export function hiddenWords(words: readonly TypedWord[], language: string): Set<number> {
  const hidden = new Set<number>()
  const names = new Set<string>()
  for (const [i, { text, marks }] of words.entries()) {
    if (!marks?.includes('name')) continue
    hidden.add(i)
    names.add(plainOf(text))
  }
  const found = identifiersIn(
    words.map(({ text }) => text),
    language,
  )
  for (const { from, to, kind } of found)
    for (let i = from; i < to; i++) {
      hidden.add(i)
      if (kind === 'name') names.add(plainOf(words[i]!.text))
    }
  // A shorter word is an initial or an article.
  for (const [i, { text }] of words.entries()) {
    const plain = plainOf(text)
    if (plain.length > 2 && names.has(plain)) hidden.add(i)
  }
  return hidden
}

/** The words with one mask for all hidden words that follow each other. */
export function masked(words: readonly TypedWord[], hidden: ReadonlySet<number>): TypedWord[] {
  const shown: TypedWord[] = []
  for (const [i, word] of words.entries()) {
    if (!hidden.has(i)) {
      shown.push(word)
      continue
    }
    const last = shown.at(-1)
    if (last === undefined || !hidden.has(i - 1)) {
      const { start, end, speaker } = word
      shown.push({ text: nameMask, start, end, ...(speaker !== undefined && { speaker }), marks: ['name'] })
    } else if (last.end === null || word.end === null) Object.assign(last, { start: null, end: null })
    else last.end = Math.max(last.end, word.end)
  }
  return shown
}

/** Around each hidden word: times of words are not exact. */
export const marginS = 0.05

type Recording = {
  /** The marked window, in seconds of the file. */
  window: { start: number; end: number }
  sampleRateHz: number
  /** Samples of the file. */
  length: number
}

/**
 * The samples of a recording that are silenced: those of hidden words with a margin, and all outside the marked window,
 * where nobody wrote down what is said. Sorted and without overlaps.
 *
 * @param words with times from the start of the window
 * @returns everything, when a hidden word has no usable time
 */
export function silentRanges(
  words: readonly TypedWord[],
  hidden: ReadonlySet<number>,
  { window, sampleRateHz, length }: Recording,
): [from: number, to: number][] {
  const everything: [number, number][] = length === 0 ? [] : [[0, length]]
  if (!(window.start >= 0 && window.end > window.start && sampleRateHz > 0) || window.end === Number.POSITIVE_INFINITY)
    return everything
  const first = Math.ceil(window.start * sampleRateHz)
  const last = Math.floor(window.end * sampleRateHz)
  const ranges: [number, number][] = [
    [0, Math.min(first, length)],
    [Math.min(Math.max(last, 0), length), length],
  ]
  for (const i of hidden) {
    const { start, end } = words[i] ?? { start: null, end: null }
    if (start === null || end === null || !Number.isFinite(start) || !Number.isFinite(end) || end < start)
      return everything
    const from = Math.floor((window.start + start - marginS) * sampleRateHz)
    const to = Math.ceil((window.start + end + marginS) * sampleRateHz)
    ranges.push([Math.min(Math.max(from, 0), length), Math.min(Math.max(to, 0), length)])
  }
  return joinRanges(ranges)
}

/** At each edge of a silenced voice, inside it, so that nothing clicks. */
const fadeS = 0.01

/**
 * Silences these ranges, sorted and without overlaps. Their first and last 10 ms fade out and in, unless it is silent beside
 * them: then nothing would click. Samples outside stay as they are.
 */
export function silenceVoices(
  samples: Int16Array,
  ranges: readonly (readonly [from: number, to: number])[],
  sampleRateHz: number,
): void {
  for (const [from, to] of ranges) {
    const fade = Math.floor(Math.min(fadeS * sampleRateHz, (to - from) / 2))
    const first = (samples[from - 1] ?? 0) === 0 ? 0 : fade
    const last = (samples[to] ?? 0) === 0 ? 0 : fade
    for (let i = 0; i < first; i++) samples[from + i] = Math.round(samples[from + i]! * (1 - (i + 1) / fade))
    for (let i = 0; i < last; i++) samples[to - 1 - i] = Math.round(samples[to - 1 - i]! * (1 - (i + 1) / fade))
    samples.fill(0, from + first, to - last)
  }
}

/** Samples of the file in which these spans of the marked window are, sorted and without overlaps. */
export function voiceRanges(
  spans: readonly { readonly start_s: number; readonly end_s: number }[],
  { window, sampleRateHz, length }: Recording,
): [from: number, to: number][] {
  const at = (seconds: number) => Math.min(Math.max(Math.round((window.start + seconds) * sampleRateHz), 0), length)
  return joinRanges(spans.map(({ start_s, end_s }): [number, number] => [at(start_s), at(end_s)]))
}

/** Ranges of samples, sorted, those that overlap or touch as one. */
export function joinRanges(ranges: readonly [number, number][]): [number, number][] {
  const sorted = ranges.filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0])
  const all: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = all.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** Sets the samples to zero: digital silence. */
export function silence(samples: Int16Array, ranges: readonly (readonly [number, number])[]): void {
  for (const [from, to] of ranges) samples.fill(0, from, to)
}
