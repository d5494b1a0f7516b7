const keptSeconds = 4
/** How long one stream waits for the other before the alignment is searched again. */
const maxWaitSeconds = 2
const patternFrames = 64
/** The alignment is searched for every so many frames, not at each sample. */
const searchEveryFrames = 1024

/**
 * In the graph's numbers: from `at` on, these samples of the track replace frames of the graph. Dropped audio replaces
 * none; zeros inserted by the browser are replaced by the samples they stand for, or by nothing.
 */
export type Difference = {
  at: number
  removed: number
  samples: Float32Array<ArrayBuffer>
  /** The examiner's channel of `samples`; null: there is none. */
  examiner: Float32Array<ArrayBuffer> | null
  /** The sound was found at one place only; an exactly periodic tone is found at many. */
  isCertain: boolean
}

/**
 * Compares the output of the browser's audio graph with what the same track delivers directly. Chromium buffers a tenth
 * of a second for a late graph and silently drops the rest: the graph's count continues, but the sound jumps. Otherwise
 * both streams have the same samples, so a jump is located to the frame and the track supplies the missing ones. Where
 * they cannot be compared (silence, a graph at another rate), nothing is found.
 */
export function createTrackComparison(sampleRateHz: number) {
  const kept = new Float32Array(Math.round(keptSeconds * sampleRateHz))
  /** The examiner's, at the same places. */
  let keptExaminer: Float32Array | null = null
  /** The number of samples delivered; the last ones are kept. */
  let delivered = 0
  /** The delivered index that should be heard next; null while unknown. */
  let expected: number | null = null
  /** Whether that index is certain: not one period of a tone off. */
  let isCertain = false
  /** The graph's first frame that the track also has. */
  let agreed: number | null = null
  const maxWaitFrames = Math.round(maxWaitSeconds * sampleRateHz)
  let heard = new Float32Array(2 * maxWaitFrames)
  /** The graph's frame number of each piece that waits in `heard`, with its index there. */
  let pieces: { at: number; first: number }[] = []
  let waiting = 0

  const deliveredAt = (index: number) => kept[index % kept.length]

  /** Where a pattern of the graph was first delivered, not before `from`, and whether it occurs only there. */
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

  /** Whether the pattern is not silence, which is alike everywhere. */
  function isDistinct(at: number): boolean {
    let changes = 0
    for (let i = at + 1; i < at + patternFrames; i++) if (heard[i] !== heard[i - 1]) changes++
    return changes >= patternFrames / 4
  }

  const frameOf = (at: number): number => {
    const piece = pieces.findLast((candidate) => candidate.at <= at)!
    return piece.first + at - piece.at
  }

  /** How far back from there both streams agree. */
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
      else if (waiting - at < maxWaitFrames / 2) break
      else expected = null
      if (expected === null && !isThere) break
    }
    forget(at)
    return differences
  }

  /** Zeros were heard from `at` to `sounding`; the track delivered `from` to `to`. A silence at the end is in both. */
  function difference(at: number, sounding: number, from: number, to: number) {
    let removed = sounding - at
    let end = to
    while (removed > 0 && end > from && deliveredAt(end - 1) === 0) {
      removed--
      end--
    }
    const copy = (source: Float32Array) =>
      Float32Array.from({ length: end - from }, (_, i) => source[(from + i) % source.length]!)
    return { at: frameOf(at), removed, samples: copy(kept), examiner: keptExaminer && copy(keptExaminer) }
  }

  return {
    /** Takes the track's next samples, mixed down or apart like those of the graph. The examiner's are not compared. */
    deliver(samples: Float32Array, examiner: Float32Array | null = null): void {
      if (examiner !== null) {
        keptExaminer ??= new Float32Array(kept.length)
        for (let i = 0; i < examiner.length; i++) keptExaminer[(delivered + i) % kept.length] = examiner[i]!
      }
      for (const sample of samples) kept[delivered++ % kept.length] = sample
    },
    /** Takes the graph's next samples and the number of the first. Returns the differences found so far. */
    hear(first: number, samples: Float32Array): Difference[] {
      if (waiting + samples.length > maxWaitFrames) {
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
    /** Before this frame the graph could not be compared and may have losses. Null until it is known. */
    agreedFrom: () => agreed,
    /** Whether all heard samples are compared, except the few that are needed to recognise a jump. */
    isUpToDate: () => expected === null || waiting <= patternFrames,
    /** Whether all frames before this one are compared, except those few. */
    isUpTo: (frame: number) => expected !== null && (pieces[0]?.first ?? 0) >= frame - patternFrames,
    deliveredSeconds: () => delivered / sampleRateHz,
  }
}
