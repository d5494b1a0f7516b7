import type { PitchedFrames } from './pitch.ts'

/** Breaks that a held voice may have. */
const longestBreakS = 0.05
/** The highest pitch of a held voice over its lowest: tremor and drift stay below, calls and sentences do not. */
const widest = 1.4

/**
 * The longest stretch in which a voice holds its pitch, s. Speech, whispers, barks and bangs have none as long as a
 * held vowel.
 */
export function longestSteadyVoice({ hz, stepS }: Pick<PitchedFrames, 'hz' | 'stepS'>): number {
  const mostUnvoiced = Math.round(longestBreakS / stepS)
  let longest = 0
  for (let first = 0; first < hz.length; first++) {
    if (hz[first] === 0) continue
    let [lowest, highest, last] = [hz[first]!, hz[first]!, first]
    for (let frame = first + 1; frame < hz.length && frame - last <= mostUnvoiced + 1; frame++) {
      if (hz[frame] === 0) continue
      lowest = Math.min(lowest, hz[frame]!)
      highest = Math.max(highest, hz[frame]!)
      if (highest > widest * lowest) break
      last = frame
    }
    longest = Math.max(longest, last - first + 1)
    // No later start within this stretch can reach further unless the range is left.
    if (last === hz.length - 1) break
  }
  return longest * stepS
}
