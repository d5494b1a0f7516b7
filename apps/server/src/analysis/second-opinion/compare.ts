import type { DifferenceKind, TranscriptAgreement, TranscriptWord, TypedWord } from '@fonema/contract'
import { alignByFewestChanges, quantile, wordKey } from '@fonema/speech'

/** Edges of words this far apart are the same: nobody hears less. */
const nearS = 0.05

/** A word of both, or of one: they are not at the same place of the other. */
export type Pair = { first: TranscriptWord | null; second: TranscriptWord | null; about: DifferenceKind[] }

/** Both transcripts in one order. Pairs about nothing are the same in both. */
export function pairWords(first: readonly TranscriptWord[], second: readonly TranscriptWord[]): Pair[] {
  const keysOf = (words: readonly TranscriptWord[]) => words.map(({ text }) => wordKey(text) || text)
  return align(keysOf(first), keysOf(second)).map(([from, to]) => {
    const pair = { first: from === null ? null : first[from]!, second: to === null ? null : second[to]! }
    return { ...pair, about: differencesIn(pair.first, pair.second) }
  })
}

/** A table of this size takes a tenth of a second. */
const mostCells = 16_000_000

/** The fewest changes; in a stretch that is too long for them, word by word. */
function align(from: readonly string[], to: readonly string[]): [number | null, number | null][] {
  let head = 0
  while (head < from.length && head < to.length && from[head] === to[head]) head++
  let tail = 0
  const most = Math.min(from.length, to.length) - head
  while (tail < most && from.at(-1 - tail) === to.at(-1 - tail)) tail++
  const [left, right] = [from.slice(head, from.length - tail), to.slice(head, to.length - tail)]
  const middle: [number | null, number | null][] =
    (left.length + 1) * (right.length + 1) > mostCells
      ? Array.from({ length: Math.max(left.length, right.length) }, (_, i) => [
          i < left.length ? i : null,
          i < right.length ? i : null,
        ])
      : alignByFewestChanges(left, right)
  const moved = (place: number | null) => (place === null ? null : place + head)
  return [
    ...Array.from({ length: head }, (_, i): [number, number] => [i, i]),
    ...middle.map(([a, b]): [number | null, number | null] => [moved(a), moved(b)]),
    ...Array.from({ length: tail }, (_, i): [number, number] => [from.length - tail + i, to.length - tail + i]),
  ]
}

const isSame = (a: TranscriptWord, b: TranscriptWord) => (wordKey(a.text) || a.text) === (wordKey(b.text) || b.text)
const speakerOf = ({ speaker = 'participant' }: TranscriptWord) => speaker
const marksOf = ({ marks = [] }: TranscriptWord) => [...new Set(marks)].sort().join()

function differencesIn(first: TranscriptWord | null, second: TranscriptWord | null): DifferenceKind[] {
  if (first === null || second === null || !isSame(first, second)) return ['words']
  const isFar = (a: number | null, b: number | null) => (a === null || b === null ? a !== b : Math.abs(a - b) > nearS)
  return [
    ...(speakerOf(first) === speakerOf(second) ? [] : ['speaker' as const]),
    ...(marksOf(first) === marksOf(second) ? [] : ['marks' as const]),
    ...(isFar(first.start, second.start) || isFar(first.end, second.end) ? ['times' as const] : []),
  ]
}

export function agreementOf(pairs: readonly Pair[]): TranscriptAgreement {
  const firstWords = pairs.filter(({ first }) => first !== null).length
  const secondWords = pairs.filter(({ second }) => second !== null).length
  const both = pairs.flatMap(({ first, second, about }) =>
    first === null || second === null || about.includes('words') ? [] : [{ first, second }],
  )
  const edgesS = both.flatMap(({ first, second }) =>
    (['start', 'end'] as const).flatMap((edge) => {
      const [a, b] = [first[edge], second[edge]]
      return a === null || b === null ? [] : Math.abs(a - b)
    }),
  )
  const marked = both.filter(({ first, second }) => marksOf(first) !== '' || marksOf(second) !== '')
  const share = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
  return {
    first_words: firstWords,
    second_words: secondWords,
    same_words: both.length,
    agreement_pct: share(2 * both.length, firstWords + secondWords),
    word_error_rate_pct: share(pairs.length - both.length, firstWords),
    edges: {
      count: edgesS.length,
      median_ms: inMilliseconds(
        quantile(
          edgesS.toSorted((a, b) => a - b),
          0.5,
        ),
      ),
      near: edgesS.filter((seconds) => seconds <= nearS).length,
    },
    marks: {
      count: marked.length,
      same: marked.filter(({ first, second }) => marksOf(first) === marksOf(second)).length,
    },
    speakers: {
      count: both.length,
      same: both.filter(({ first, second }) => speakerOf(first) === speakerOf(second)).length,
    },
  }
}

const inMilliseconds = (seconds: number | null) => seconds && 1000 * seconds

/** The words that count: of each difference those of the chosen person. A time that runs back is no time. */
export function settledWords(pairs: readonly Pair[], choices: readonly ('first' | 'second')[]): TypedWord[] {
  let place = 0
  let latest = 0
  return pairs.flatMap(({ first, second, about }) => {
    const word = about.length === 0 || choices[place++] === 'first' ? first : second
    if (word === null) return []
    const { text, speaker, marks } = word
    const start = word.start === null || word.start < latest ? null : word.start
    if (start !== null) latest = start
    return {
      text,
      start,
      end: start === null ? null : word.end,
      ...(speaker !== undefined && { speaker }),
      ...(marks !== undefined && marks.length > 0 && { marks }),
    }
  })
}
