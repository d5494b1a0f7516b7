import type { Workspace } from './kernels.ts'
import { type PathCosts, voicingCost } from './pitch-path.ts'
import { sincDepth, sincWeights } from './sinc.ts'

/** The possible pitches of every frame. Candidate 0 of a frame is "unvoiced" (0 Hz). */
export type PitchCandidates = {
  readonly frames: number
  readonly perFrame: number
  readonly counts: Uint8Array
  readonly hz: Float32Array
  readonly strength: Float64Array
}

export type CandidateSettings = {
  readonly floorHz: number
  readonly ceilingHz: number
  readonly maxCandidates: number
  /** share of the recording's peak below which a frame counts as silent */
  readonly silenceThreshold: number
  /** correlation below which a frame counts as unvoiced */
  readonly voicingThreshold: number
  /** per octave, in favour of the higher pitch */
  readonly octaveCost: number
}

/** A correlation function with room before lag 0 for interpolation: lag i has the index i + `lagZero`. */
export const lagZero = sincDepth + 2

/** Length of a buffer that holds the lags 0 … maximumLag and what interpolation needs on either side. */
export function correlationLength(maximumLag: number): number {
  return lagZero + maximumLag + sincDepth + 3
}

/** The longest lag of a pitch, samples. */
export function longestLag(sampleRateHz: number, floorHz: number): number {
  return Math.floor(sampleRateHz / floorHz) + 1
}

export function createCandidates(frames: number, perFrame: number): PitchCandidates {
  return {
    frames,
    perFrame,
    counts: new Uint8Array(frames),
    hz: new Float32Array(frames * perFrame),
    strength: new Float64Array(frames * perFrame),
  }
}

/** Writes a frame's candidates into the table. */
type Collector = {
  /**
   * Adds the candidate "unvoiced".
   *
   * @param relativePeak the frame's peak as a share of the recording's
   * @returns false: the frame is so silent that no path uses a voiced candidate, whatever its correlation
   */
  begin(frame: number, relativePeak: number): boolean
  /** Reads the workspace's `correlation`: normalised, 1 at lag 0, laid out as `lagZero` says. */
  collect(frame: number): void
}

type CollectorArrays = 'correlation' | 'sinc' | 'costs' | 'tops' | 'merits'

/** The lengths of the arrays that a collector needs besides the correlation. */
export const roomOfCollector = ({ maxCandidates, floorHz }: CandidateSettings, sampleRateHz: number) => ({
  sinc: sincWeights.length,
  costs: longestLag(sampleRateHz, floorHz) + 1,
  tops: 2 * maxCandidates,
  merits: maxCandidates,
})

export function createCollector(
  { kernels, arrays }: Workspace<CollectorArrays>,
  table: PitchCandidates,
  sampleRateHz: number,
  settings: CandidateSettings & PathCosts,
  maximumLag = longestLag(sampleRateHz, settings.floorHz),
): Collector {
  const { floorHz, ceilingHz, silenceThreshold, voicingThreshold, octaveCost } = settings
  // A voiced candidate has a strength of 1 at most, and a path that avoids it has at most two more changes.
  const surelyUnvoiced = 1 + 2 * voicingCost(settings)
  const { correlation, sinc, costs, tops, merits } = arrays
  sinc.set(sincWeights)
  const lagged = correlation.byteOffset + correlation.BYTES_PER_ELEMENT * lagZero
  const [least, room] = [0.5 * voicingThreshold, table.perFrame - 1]
  const [costsAt, sincAt, topsAt] = [costs.byteOffset, sinc.byteOffset, tops.byteOffset]
  const search = [lagged, maximumLag, least, costsAt, room, sincAt, topsAt, merits.byteOffset] as const
  for (let lag = 1; lag < costs.length; lag++) costs[lag] = octaveCost * Math.log2((floorHz * lag) / sampleRateHz)

  const begin = (frame: number, relativePeak: number) => {
    const strength = voicingThreshold + Math.max(0, 2 - relativePeak / (silenceThreshold / (1 + voicingThreshold)))
    const start = frame * table.perFrame
    table.hz[start] = 0
    table.strength[start] = strength
    table.counts[frame] = 1
    return strength <= surelyUnvoiced
  }
  const collect = (frame: number) => {
    const start = frame * table.perFrame
    const kept = kernels.collectMaxima(...search)
    let count = 1
    for (let i = 0; i < kept; i++) {
      const height = tops[2 * i + 1]!
      const hz = sampleRateHz / tops[2 * i]!
      if (hz < floorHz || hz > ceilingHz) continue
      table.hz[start + count] = hz
      // Interpolation may exceed 1, the largest possible correlation.
      table.strength[start + count] = height > 1 ? 1 / height : height
      count++
    }
    table.counts[frame] = count
  }
  return { begin, collect }
}
