import type { PitchCandidates } from './pitch-candidates.ts'

export type PathCosts = {
  readonly ceilingHz: number
  readonly stepS: number
  readonly octaveCost: number
  /** per octave of change between neighbouring frames */
  readonly octaveJumpCost: number
  /** per change between voiced and unvoiced */
  readonly voicedUnvoicedCost: number
}

/** The time step for which the jump costs are defined; they are lower for longer steps. */
const costStepS = 0.01

/** The cost of each change between voiced and unvoiced. */
export function voicingCost({ voicedUnvoicedCost, stepS }: PathCosts): number {
  return (voicedUnvoicedCost * costStepS) / stepS
}

/** What the path chose in each frame: the pitch, Hz, and its correlation; both 0 where unvoiced. */
export type PitchPath = { readonly hz: Float64Array; readonly strength: Float64Array }

/**
 * The cheapest path through the candidates (Viterbi): it prefers strong candidates and few, small jumps.
 *
 * @see Boersma 1993, "Accurate short-term analysis of the fundamental frequency…", section 3.4
 */
export function findPath(candidates: PitchCandidates, costs: PathCosts): PitchPath {
  const { frames, perFrame, counts, hz, strength } = candidates
  const octaveJumpCost = (costs.octaveJumpCost * costStepS) / costs.stepS
  const voicedUnvoicedCost = voicingCost(costs)
  const cameFrom = new Uint8Array(frames * perFrame)
  let octaves = new Float64Array(perFrame)
  let merit = new Float64Array(perFrame)
  let previousOctaves = new Float64Array(perFrame)
  let previousMerit = new Float64Array(perFrame)

  for (let frame = 0; frame < frames; frame++) {
    const start = frame * perFrame
    for (let i = 0; i < counts[frame]!; i++) {
      const voiced = i > 0
      octaves[i] = voiced ? Math.log2(hz[start + i]!) : 0
      const own = strength[start + i]! - (voiced ? costs.octaveCost * Math.log2(costs.ceilingHz / hz[start + i]!) : 0)
      let best = frame === 0 ? 0 : -Infinity
      for (let j = 0; frame > 0 && j < counts[frame - 1]!; j++) {
        let cost = 0
        if (voiced !== j > 0) cost = voicedUnvoicedCost
        else if (voiced) cost = octaveJumpCost * Math.abs(octaves[i]! - previousOctaves[j]!)
        if (previousMerit[j]! - cost > best) {
          best = previousMerit[j]! - cost
          cameFrom[start + i] = j
        }
      }
      merit[i] = best + own
    }
    ;[octaves, previousOctaves] = [previousOctaves, octaves]
    ;[merit, previousMerit] = [previousMerit, merit]
  }

  const path = { hz: new Float64Array(frames), strength: new Float64Array(frames) }
  let place = 0
  for (let i = 1; frames > 0 && i < counts[frames - 1]!; i++) if (previousMerit[i]! > previousMerit[place]!) place = i
  for (let frame = frames - 1; frame >= 0; frame--) {
    path.hz[frame] = hz[frame * perFrame + place]!
    path.strength[frame] = place === 0 ? 0 : strength[frame * perFrame + place]!
    place = cameFrom[frame * perFrame + place]!
  }
  return path
}
