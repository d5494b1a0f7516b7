type Timed = { start: number | null; end: number | null }

/** The index of the word spoken at a time, or −1 between words. Times ascend; words without a time never match. */
export function wordAt(words: readonly Timed[], seconds: number): number {
  let low = 0
  let high = words.length - 1
  let found = -1
  while (low <= high) {
    let middle = (low + high) >> 1
    // Skip words without a time to the nearest timed word before.
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
