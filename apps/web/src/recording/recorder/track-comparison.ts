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
  /** The examiner's channel of `samples`; null: the track has none. */
  examiner: Float32Array<ArrayBuffer> | null
  /** The sound was found at one place only; an exactly periodic tone is found at many. */
  isCertain: boolean
}

/**
 * Compares the output of the browser's audio graph with what the same track delivers directly. Chromium buffers a tenth
 * of a second for a late graph and silently drops the rest: the graph's count continues, but the sound jumps. Otherwise
 * both streams have the same samples, so a jump is located to the frame and the track supplies the missing ones. Where
 * they cannot be compared (silence, a graph at another rate), nothing is found. A frame is compared on all its channels:
 * a jump that one of them shows late, in a pause or at an equal sample, is placed where the other one shows it.
 */
export function createTrackComparison(sampleRateHz: number) {
  /** One or two channels, each of this length. */
  const kept: Float32Array[] = []
  const keptFrames = Math.round(keptSeconds * sampleRateHz)
  /** The number of frames delivered; the last ones are kept. */
  let delivered = 0
  /** The delivered index that should be heard next; null while unknown. */
  let expected: number | null = null
  /** Whether that index is certain: not one period of a tone off. */
  let isCertain = false
  /** The graph's first frame that the track also has. */
  let agreed: number | null = null
  const maxWaitFrames = Math.round(maxWaitSeconds * sampleRateHz)
  /** The channels of the graph that wait to be compared. */
  let heard: Float32Array[] = []
  /** The graph's frame number of each piece that waits in `heard`, with its index there. */
  let pieces: { at: number; first: number }[] = []
  let waiting = 0

  /** A channel that only one of the streams has is not compared. */
  const compared = () => Math.min(kept.length, heard.length)

  function isSame(index: number, at: number): boolean {
    for (let channel = 0; channel < compared(); channel++)
      if (kept[channel]![index % keptFrames] !== heard[channel]![at]) return false
    return true
  }

  const isZero = (channels: readonly Float32Array[], at: number) => channels.every((channel) => channel[at] === 0)

  /** Where a pattern of the graph was first delivered, not before `from`, and whether it occurs only there. */
  function find(at: number, from: number): { index: number; isOnly: boolean } | null {
    const last = delivered - patternFrames
    let found: number | null = null
    for (let index = Math.max(from, delivered - keptFrames); index <= last; index++) {
      let same = 0
      while (same < patternFrames && isSame(index + same, at + same)) same++
      if (same < patternFrames) continue
      if (found !== null) return { index: found, isOnly: false }
      found = index
    }
    return found === null ? null : { index: found, isOnly: true }
  }

  /** Whether the pattern is not silence, which is alike everywhere. */
  function isDistinct(at: number): boolean {
    let changes = 0
    for (let i = at + 1; i < at + patternFrames; i++)
      if (heard.some((channel) => channel[i] !== channel[i - 1])) changes++
    return changes >= patternFrames / 4
  }

  const frameOf = (at: number): number => {
    const piece = pieces.findLast((candidate) => candidate.at <= at)!
    return piece.first + at - piece.at
  }

  /** How far back from there both streams agree. */
  function agreedBefore(at: number, index: number): number {
    const oldest = Math.max(0, delivered - keptFrames)
    let back = 0
    while (back < at && index - back > oldest && isSame(index - back - 1, at - back - 1)) back++
    return frameOf(at - back)
  }

  function forget(count: number) {
    for (const channel of heard) channel.copyWithin(0, count, waiting)
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
      if (expected !== null && isSame(expected, at)) {
        expected++
        at++
        continue
      }
      let sounding = at
      while (sounding < waiting && isZero(heard, sounding)) sounding++
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
    while (removed > 0 && end > from && isZero(kept, (end - 1) % keptFrames)) {
      removed--
      end--
    }
    const [samples, examiner] = kept.map((channel) =>
      Float32Array.from({ length: end - from }, (_, i) => channel[(from + i) % keptFrames]!),
    )
    return { at: frameOf(at), removed, samples: samples!, examiner: examiner ?? null }
  }

  return {
    /** Takes the track's next samples, mixed down or with the examiner's apart, like those of the graph. */
    deliver(samples: Float32Array, examiner: Float32Array | null = null): void {
      for (const [channel, source] of channelsOf(samples, examiner)) {
        kept[channel] ??= new Float32Array(keptFrames)
        for (let i = 0; i < source.length; i++) kept[channel][(delivered + i) % keptFrames] = source[i]!
      }
      delivered += samples.length
    },
    /** Takes the graph's next samples and the number of the first. Returns the differences found so far. */
    hear(first: number, samples: Float32Array, examiner: Float32Array | null = null): Difference[] {
      if (waiting + samples.length > maxWaitFrames) {
        // The track has stopped delivering.
        expected = null
        waiting = 0
        pieces = []
      }
      if (samples.length > (heard[0]?.length ?? 0)) heard = []
      for (const [channel, source] of channelsOf(samples, examiner)) {
        heard[channel] ??= new Float32Array(2 * Math.max(maxWaitFrames, samples.length))
        heard[channel].set(source, waiting)
      }
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

function channelsOf(samples: Float32Array, examiner: Float32Array | null) {
  return (examiner === null ? [samples] : [samples, examiner]).entries()
}
