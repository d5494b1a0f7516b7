import { type PathCosts, voicingCost } from './pitch-path.ts'
import { refineMaximum, sincDepth } from './sinc.ts'

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
export type Collector = {
  /**
   * Adds the candidate "unvoiced".
   *
   * @param relativePeak the frame's peak as a share of the recording's
   * @returns false: the frame is so silent that no path uses a voiced candidate, whatever its correlation
   */
  begin(frame: number, relativePeak: number): boolean
  /** @param correlation normalised, 1 at lag 0, laid out as `lagZero` says */
  collect(frame: number, correlation: Float64Array): void
}

export function createCollector(
  table: PitchCandidates,
  sampleRateHz: number,
  settings: CandidateSettings & PathCosts,
  maximumLag = longestLag(sampleRateHz, settings.floorHz),
): Collector {
  const { floorHz, ceilingHz, silenceThreshold, voicingThreshold, octaveCost } = settings
  // A voiced candidate has a strength of 1 at most, and a path that avoids it has at most two more changes.
  const surelyUnvoiced = 1 + 2 * voicingCost(settings)
  const minimumLag = 2
  const lags = new Int32Array(table.perFrame)
  const merits = new Float64Array(table.perFrame)
  const top = { place: 0, height: 0 }

  const begin = (frame: number, relativePeak: number) => {
    const strength = voicingThreshold + Math.max(0, 2 - relativePeak / (silenceThreshold / (1 + voicingThreshold)))
    const start = frame * table.perFrame
    table.hz[start] = 0
    table.strength[start] = strength
    table.counts[frame] = 1
    return strength <= surelyUnvoiced
  }
  const collect = (frame: number, correlation: Float64Array) => {
    const start = frame * table.perFrame
    let kept = 0
    for (let lag = minimumLag; lag <= maximumLag; lag++) {
      const here = correlation[lag + lagZero]!
      if (here <= 0.5 * voicingThreshold) continue
      if (here <= correlation[lag + lagZero - 1]! || here < correlation[lag + lagZero + 1]!) continue
      const merit = here - octaveCost * Math.log2((floorHz * lag) / sampleRateHz)
      kept = keepBest(lags, merits, kept, table.perFrame - 1, lag, merit)
    }

    let count = 1
    for (let i = 0; i < kept; i++) {
      refineMaximum(correlation, lags[i]! + lagZero, top)
      const hz = sampleRateHz / (top.place - lagZero)
      if (hz < floorHz || hz > ceilingHz) continue
      table.hz[start + count] = hz
      // Interpolation may exceed 1, the largest possible correlation.
      table.strength[start + count] = top.height > 1 ? 1 / top.height : top.height
      count++
    }
    table.counts[frame] = count
  }
  return { begin, collect }
}

/** Adds a lag. When there is no room, it replaces the weakest lag, or is dropped if it is weaker itself. */
function keepBest(
  lags: Int32Array,
  merits: Float64Array,
  kept: number,
  room: number,
  lag: number,
  merit: number,
): number {
  if (kept < room) {
    lags[kept] = lag
    merits[kept] = merit
    return kept + 1
  }
  let weakest = 0
  for (let i = 1; i < room; i++) if (merits[i]! < merits[weakest]!) weakest = i
  if (merit > merits[weakest]!) {
    lags[weakest] = lag
    merits[weakest] = merit
  }
  return kept
}
