/** For each word of the text, the spoken word in its place; null: none. Spoken words that are in no place are added. */
export type Alignment = readonly (number | null)[]

/** A replaced word costs less than a skipped and an added one, but for a word that is only said again: it replaces none. */
const cost = { alike: 14, other: 17, again: 23, skipped: 10, added: 10, run: 1 } as const

/**
 * The cheapest alignment of a text with what was said (Levenshtein 1966). A word that resembles the printed one takes its
 * place rather than another, and added words stand together (Gotoh 1982): what is said again is one run. Of equal
 * alignments, the one with the last attempt at each word wins: a reader who begins again has read the words then.
 */
export function alignTokens(text: readonly string[], spoken: readonly string[]): Alignment {
  const costOf = replacementCosts(text, spoken)
  const width = spoken.length + 1
  // The cost of everything up to a place, where the last step is no added word, or is one.
  const closed = new Uint32Array((text.length + 1) * width)
  const added = new Uint32Array((text.length + 1) * width).fill(impossible)
  closed.fill(impossible, 1, width)
  const best = (at: number) => Math.min(closed[at]!, added[at]!)
  for (let i = 0; i <= text.length; i++)
    for (let j = 0; j < width; j++) {
      const at = i * width + j
      const up = at - width
      if (i > 0) {
        const skipped = best(up) + cost.skipped
        closed[at] = j === 0 ? skipped : Math.min(best(up - 1) + costOf(i - 1, j - 1), skipped)
      }
      if (j > 0) added[at] = Math.min(closed[at - 1]! + cost.run, added[at - 1]!) + cost.added
    }

  const placed: (number | null)[] = text.map(() => null)
  let [i, j] = [text.length, spoken.length]
  let isAdded = added[i * width + j]! < closed[i * width + j]!
  while (i > 0 && j > 0) {
    const at = i * width + j
    if (isAdded) {
      isAdded = added[at - 1]! < closed[at - 1]! + cost.run
      j--
      continue
    }
    const isReplaced = closed[at] === best(at - width - 1) + costOf(i - 1, j - 1)
    if (isReplaced) placed[i - 1] = --j
    i--
    isAdded = added[i * width + j]! < closed[i * width + j]!
  }
  return placed
}

/** More than any real cost, and far from the limit of 32 bits. */
const impossible = 1_000_000_000

/** Beyond any real reading, the likeness of words is not worth its time. */
const mostPairs = 1_000_000

/** What it costs that a spoken word stands for a word of the text. Each pair of different words is compared once. */
function replacementCosts(text: readonly string[], spoken: readonly string[]) {
  const isShort = text.length * spoken.length <= mostPairs
  const known = new Map<string, Map<string, number>>(text.map((word) => [word, new Map()]))
  return (at: number, place: number): number => {
    const [wanted, said] = [text[at]!, spoken[place]!]
    if (said === wanted) return 0
    if (said === spoken[place - 1]) return cost.again
    if (!isShort) return cost.other
    const costs = known.get(wanted)!
    const before = costs.get(said)
    if (before !== undefined) return before
    const found = resembles(said, wanted) ? cost.alike : cost.other
    costs.set(said, found)
    return found
  }
}

/** Whether a word may be an attempt at another: at most half of its letters differ, or it is the beginning of it. */
export function resembles(said: string, wanted: string): boolean {
  if (said.length > 1 && wanted.startsWith(said)) return true
  const longer = Math.max(said.length, wanted.length)
  if (Math.abs(said.length - wanted.length) > longer / 2) return false
  return distance(said, wanted) <= longer / 2
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), row[j]! + 1, next[j - 1]! + 1))
    row = next
  }
  return row[b.length]!
}
