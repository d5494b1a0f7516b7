import type { TimedWord } from './transcription/transcription.ts'

// A table of this size takes a few milliseconds. A rewrite beyond it loses the times of the rewritten words.
const maxTableCells = 4_000_000

const keyOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Gives the words of a corrected text the times of the original words. Unchanged words keep their times, speakers and
 * marks. Between two unchanged words, as many new words as old ones count as corrections, one by one: they keep times,
 * speakers and that they are names. All other words have no time, because nobody measured one.
 */
export function alignWords(text: string, before: readonly TimedWord[]): TimedWord[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const oldKeys = before.map((word) => keyOf(word.text))
  const newKeys = words.map(keyOf)
  const result: TimedWord[] = words.map((word) => ({ text: word, start: null, end: null }))
  const take = (to: number, from: number, isUnchanged: boolean) => {
    const { start, end, speaker, marks = [] } = before[from]!
    const kept = isUnchanged ? marks : marks.filter((mark) => mark === 'name')
    result[to] = {
      text: words[to]!,
      start,
      end,
      ...(speaker !== undefined && { speaker }),
      ...(kept.length > 0 && { marks: kept }),
    }
  }
  let oldAt = 0
  let newAt = 0
  for (const [oldIndex, newIndex] of [...commonWords(oldKeys, newKeys), [before.length, words.length] as const]) {
    if (oldIndex - oldAt === newIndex - newAt)
      for (let i = 0; newAt + i < newIndex; i++) take(newAt + i, oldAt + i, false)
    if (newIndex < words.length) take(newIndex, oldIndex, true)
    oldAt = oldIndex + 1
    newAt = newIndex + 1
  }
  return result
}

/**
 * Pairs of indices of a longest common subsequence (Wagner & Fischer 1974). Common prefixes and suffixes are matched
 * first.
 */
export function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const head = Array.from({ length: start }, (_, i): [number, number] => [i, i])
  const tail = Array.from({ length: a.length - endA }, (_, i): [number, number] => [endA + i, endB + i])
  const rows = endA - start
  const columns = endB - start
  if ((rows + 1) * (columns + 1) > maxTableCells) return [...head, ...tail]

  const width = columns + 1
  const longest = new Uint16Array((rows + 1) * width)
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[start + i] === b[start + j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
    }
  }
  const middle: [number, number][] = []
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[start + i] === b[start + j]) middle.push([start + i++, start + j++])
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++
    else j++
  }
  return [...head, ...middle, ...tail]
}
