type Timed = { start: number | null; end: number | null }

/** The index of the word that is being said at a time, or −1 between words. Times ascend; words without one are none. */
export function wordAt(words: readonly Timed[], seconds: number): number {
  let low = 0
  let high = words.length - 1
  let found = -1
  while (low <= high) {
    let middle = (low + high) >> 1
    // A word without a time tells nothing: the nearest one before it does.
    while (middle >= low && words[middle]!.start === null) middle--
    if (middle < low) {
      low = ((low + high) >> 1) + 1
      continue
    }
    if (words[middle]!.start! <= seconds) {
      found = middle
      low = Math.max(middle + 1, ((low + high) >> 1) + 1)
    } else high = middle - 1
  }
  return found >= 0 && seconds < (words[found]!.end ?? Number.POSITIVE_INFINITY) ? found : -1
}
