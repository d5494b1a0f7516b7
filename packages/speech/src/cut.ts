import type { Span } from './timing.ts'

/**
 * Cuts a recording into stretches that a recogniser can process, each at most `maximumS` long. It cuts in the middle of
 * the last pause that is early enough, and within speech only where there is no pause for that long.
 *
 * @param sounding the stretches with sound, in order; the rest is silence
 * @param voice the stretches with a voice, in order: in noise, only their pauses are pauses of the speaker
 * @returns the stretches with sound in them, in order; none for silence
 * @throws {RangeError} when `maximumS` is not above zero
 */
export function cutAtPauses(
  durationS: number,
  sounding: readonly Span[],
  maximumS: number,
  voice: readonly Span[] = sounding,
): Span[] {
  if (!(maximumS > 0)) throw new RangeError('the longest stretch must be > 0 s')
  const middles = voice.slice(1).map(({ start_s }, index) => (voice[index]!.end_s + start_s) / 2)
  const stretches: Span[] = []
  let start = 0
  while (start < durationS) {
    const limit = start + maximumS
    const pause = middles.findLast((middle) => middle > start && middle <= limit)
    const end = limit >= durationS ? durationS : (pause ?? limit)
    if (sounding.some(({ start_s, end_s }) => start_s < end && end_s > start))
      stretches.push({ start_s: start, end_s: end })
    start = end
  }
  return stretches
}
