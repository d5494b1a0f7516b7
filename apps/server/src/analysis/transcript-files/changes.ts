import type { TranscriptImportPreview, TypedWord } from '@fonema/contract'
import { commonWords } from '../align-words.ts'

/** How words differ from those of the version before. Words that stay may have another time, speaker or marks. */
export function changesOf(
  before: readonly TypedWord[],
  after: readonly TypedWord[],
): TranscriptImportPreview['changes'] {
  const stay = commonWords(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  ).map(([a, b]) => [before[a]!, after[b]!] as const)
  const count = (isOther: (a: TypedWord, b: TypedWord) => boolean) => stay.filter(([a, b]) => isOther(a, b)).length
  return {
    added: after.length - stay.length,
    removed: before.length - stay.length,
    times: count((a, b) => isOtherTime(a.start, b.start) || isOtherTime(a.end, b.end)),
    speakers: count((a, b) => (a.speaker ?? 'participant') !== (b.speaker ?? 'participant')),
    marks: count((a, b) => marksOf(a) !== marksOf(b)),
  }
}

/** Half a millisecond is what formats in milliseconds round. */
const isOtherTime = (a: number | null, b: number | null) =>
  a === null || b === null ? a !== b : Math.abs(a - b) > 0.0006

const marksOf = ({ marks = [] }: TypedWord) => [...marks].sort().join(' ')

/**
 * Words without a time get that of the same word in the version before, if it is between the times of their
 * neighbours: a format without word times does not lose them.
 */
export function withKnownTimes(words: readonly TypedWord[], before: readonly TypedWord[]): TypedWord[] {
  const known = new Map(
    commonWords(
      before.map(({ text }) => text),
      words.map(({ text }) => text),
    ).map(([a, b]) => [b, before[a]!]),
  )
  const latest: number[] = []
  words.reduceRight((next, { start }, i) => (latest[i] = start ?? next), Number.POSITIVE_INFINITY)
  let earliest = 0
  return words.map((word, i) => {
    const { start = null, end = null } = word.start === null ? (known.get(i) ?? {}) : word
    const isFit = start !== null && end !== null && start >= earliest && start <= latest[i]!
    if (isFit) earliest = start
    return isFit ? { ...word, start, end } : word
  })
}
