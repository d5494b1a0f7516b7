import type { EditWord } from './edits.ts'

/** A paragraph ends at the first sentence or pause after so many words, */
const shortest = 30
/** at the latest after so many: a change compares, lays out and paints one paragraph. */
const longest = 70
const pauseSeconds = 0.5
const sentenceEnd = /[.?!…][»”"')]*$/

export type Paragraph = {
  words: readonly EditWord[]
  /** The place of the first of them. */
  from: number
}

/** The ids of the words that begin paragraphs. */
export function paragraphStarts(words: readonly EditWord[]): ReadonlySet<number> {
  const starts = new Set<number>()
  let length = 0
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (before !== undefined && (length >= longest || (length >= shortest && isApart(before, word)))) {
      starts.add(word.id)
      length = 0
    }
    length++
  }
  return starts
}

const isApart = (before: EditWord, word: EditWord): boolean =>
  sentenceEnd.test(before.text) ||
  (before.end !== null && word.start !== null && word.start - before.end >= pauseSeconds)

/** The words in paragraphs. New words belong to that of the word before them. */
export function inParagraphs(words: readonly EditWord[], starts: ReadonlySet<number>): Paragraph[] {
  const places = words.flatMap((word, place) => (place === 0 || starts.has(word.id) ? [place] : []))
  return places.map((from, index) => ({ from, words: words.slice(from, places[index + 1]) }))
}
