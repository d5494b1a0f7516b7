const keptSeconds = 4
/** How long one stream waits for the other before the two are laid side by side anew. */
const longestWaitSeconds = 2
const patternFrames = 64
/** Where the streams lie to each other is not looked for at each sample. */
const searchEveryFrames = 1024

/**
 * By the graph's numbers: instead of so many frames from `at` on, the track has delivered these samples. What was dropped
 * replaces none; zeros that the browser put in are replaced by what they stand for, or by nothing.
 */
export type Difference = {
  at: number
  removed: number
  samples: Float32Array<ArrayBuffer>
  /** The sound was found in one place only; a tone that repeats itself to the bit is found in many. */
  isCertain: boolean
}

/**
 * Compares what came through the browser's audio graph with what the same track delivers beside it. Chromium keeps a
 * tenth of a second for a graph that is late and drops the rest without a word: the graph's own counting goes on, only
 * the sound jumps. Both are the same samples otherwise, so that a jump shows to the frame, and what is missing is there.
 * Where they cannot be compared (silence, a graph at another rate) nothing is found.
 */
export function createTrackComparison(sampleRateHz: number) {
  const kept = new Float32Array(Math.round(keptSeconds * sampleRateHz))
  /** How many have been delivered; the last ones are kept. */
  let delivered = 0
  /** Which of them should be heard next; null while it is not known. */
  let expected: number | null = null
  /** That it is there, and not a period of a tone before or after. */
  let isCertain = false
  /** The graph's first frame that the track has, too. */
  let agreed: number | null = null
  const longestWait = Math.round(longestWaitSeconds * sampleRateHz)
  let heard = new Float32Array(2 * longestWait)
  /** The graph's number of each piece that waits in `heard`, by its place there. */
  let pieces: { at: number; first: number }[] = []
  let waiting = 0

  const deliveredAt = (index: number) => kept[index % kept.length]

  /** Where a pattern of what was heard was first delivered, not before `from`, and whether it was only there. */
  function find(at: number, from: number): { index: number; isOnly: boolean } | null {
    const last = delivered - patternFrames
    let found: number | null = null
    for (let index = Math.max(from, delivered - kept.length); index <= last; index++) {
      let same = 0
      while (same < patternFrames && deliveredAt(index + same) === heard[at + same]) same++
      if (same < patternFrames) continue
      if (found !== null) return { index: found, isOnly: false }
      found = index
    }
    return found === null ? null : { index: found, isOnly: true }
  }

  /** Not silence, which is alike everywhere. */
  function isDistinct(at: number): boolean {
    let changes = 0
    for (let i = at + 1; i < at + patternFrames; i++) if (heard[i] !== heard[i - 1]) changes++
    return changes >= patternFrames / 4
  }

  const frameOf = (at: number): number => {
    const piece = pieces.findLast((candidate) => candidate.at <= at)!
    return piece.first + at - piece.at
  }

  /** How far back from there both have the same. */
  function agreedBefore(at: number, index: number): number {
    const oldest = Math.max(0, delivered - kept.length)
    let back = 0
    while (back < at && index - back > oldest && deliveredAt(index - back - 1) === heard[at - back - 1]) back++
    return frameOf(at - back)
  }

  function forget(count: number) {
    heard.copyWithin(0, count, waiting)
    waiting -= count
    pieces = pieces
      .filter(({ at }, i) => at >= count || (pieces[i + 1]?.at ?? Infinity) > count)
      .map(({ at, first }) => (at >= count ? { at: at - count, first } : { at: 0, first: first + count - at }))
  }

  function compare(): Difference[] {
    const differences: Difference[] = []
    let at = 0
    while (at < waiting) {
      if (expected !== null && expected >= delivered) break
      if (expected !== null && deliveredAt(expected) === heard[at]) {
        expected++
        at++
        continue
      }
      let sounding = at
      while (sounding < waiting && heard[sounding] === 0) sounding++
      let probe = sounding
      while (probe + patternFrames <= waiting && !isDistinct(probe)) probe += patternFrames
      const isThere = probe + patternFrames <= waiting
      const quiet = probe - sounding
      const found = isThere ? find(probe, expected === null ? 0 : expected + quiet) : null
      if (found !== null) {
        if (expected !== null)
          differences.push({
            ...difference(at, sounding, expected, found.index - quiet),
            isCertain: isCertain && found.isOnly,
          })
        else if (found.isOnly) agreed ??= agreedBefore(probe, found.index)
        expected = found.index
        isCertain = found.isOnly
        at = probe
      } else if (expected === null) at = isThere ? Math.min(waiting, probe + searchEveryFrames) : sounding
      else if (waiting - at < longestWait / 2) break
      else expected = null
      if (expected === null && !isThere) break
    }
    forget(at)
    return differences
  }

  /** From `at` to `sounding` zeros were heard, from `from` to `to` this was delivered. A silence at the end is in both. */
  function difference(at: number, sounding: number, from: number, to: number) {
    let removed = sounding - at
    let end = to
    while (removed > 0 && end > from && deliveredAt(end - 1) === 0) {
      removed--
      end--
    }
    const samples = Float32Array.from({ length: end - from }, (_, i) => deliveredAt(from + i)!)
    return { at: frameOf(at), removed, samples }
  }

  return {
    /** The track's next samples, mixed down like those of the graph. */
    deliver(samples: Float32Array): void {
      for (const sample of samples) kept[delivered++ % kept.length] = sample
    },
    /** The graph's next samples, with its number of the first. Returns what is found by now. */
    hear(first: number, samples: Float32Array): Difference[] {
      if (waiting + samples.length > longestWait) {
        // The track has stopped delivering.
        expected = null
        waiting = 0
        pieces = []
      }
      if (samples.length > heard.length) heard = new Float32Array(2 * samples.length)
      heard.set(samples, waiting)
      pieces.push({ at: waiting, first })
      waiting += samples.length
      return compare()
    },
    isComparing: () => expected !== null,
    /** What the graph gave before this frame could not be compared: something may lack there. Null until it is known. */
    agreedFrom: () => agreed,
    /** Whether everything that was heard has been compared, up to what a jump needs to be known by. */
    isUpToDate: () => expected === null || waiting <= patternFrames,
    deliveredSeconds: () => delivered / sampleRateHz,
  }
}
