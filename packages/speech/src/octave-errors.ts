import { createHalvesReader, type HalvesReader } from './harmonic-power.ts'
import type { PitchTrack } from './pitch.ts'
import { medianInPlace } from './statistics.ts'

/** Frames of one pitch that are examined, spread over all of them; fewer say too little. */
const mostFrames = 24
const fewestFrames = 5
/** A smaller share of the voice changes its measures little, and creak at the end of a sentence is no error. */
const leastShare = 0.1
/** Twice three and three times two: as many multiples of 2 as of 3. */
const harmonics = 6
/** Frames that are no further away, in octaves, have the same pitch. */
const nearPitch = 0.25

/**
 * Limits on the mean contrast (dB) of the harmonics that a pitch too low by a whole factor would not have, and of those
 * that it would. In 97 reference voices the former reach 9 dB at least, also with true subharmonics; in constructed
 * breathy voices whose pitch was too low, 3 dB at most.
 */
const mostOfMissingDb = 5
const leastOfPresentDb = 4
const leastRatio = 3

/**
 * A pitch that is half or a third of the true one, in all or some frames. The correlation repeats at every multiple of
 * the period, and noise may raise a multiple above the period itself. The spectrum tells: of a pitch that is half the
 * true one, odd harmonics are missing; of a third, all but every third.
 *
 * @returns Hz; null: the pitch of no frame is too low
 */
export function findOctaveError(samples: Float32Array, sampleRateHz: number, track: PitchTrack): number | null {
  const voiced = Array.from({ length: track.count }, (_, frame) => frame).filter((frame) => track.hz[frame]! > 0)
  if (voiced.length === 0) return null
  const lowestHz = voiced.reduce((least, frame) => Math.min(least, track.hz[frame]!), Infinity)
  const read = createHalvesReader(samples, sampleRateHz, lowestHz, 2 * harmonics + 1)
  const medianHz = medianInPlace(Float64Array.from(voiced, (frame) => track.hz[frame]!))
  for (const hz of [medianHz, medianHz / 2, medianHz / 3]) {
    const frames = voiced.filter((frame) => Math.abs(Math.log2(track.hz[frame]! / hz)) <= nearPitch)
    if (frames.length < Math.max(fewestFrames, leastShare * voiced.length)) continue
    const contrasts = harmonicContrasts(read, track, frames)
    for (const factor of [2, 3]) {
      const present = meanWhere(contrasts, (harmonic) => harmonic % factor === 0)
      const missing = meanWhere(contrasts, (harmonic) => harmonic % factor !== 0)
      if (present >= leastOfPresentDb && missing <= mostOfMissingDb && present >= leastRatio * missing) return hz
    }
  }
  return null
}

function meanWhere(contrasts: readonly number[], included: (harmonic: number) => boolean): number {
  const chosen = contrasts.filter((_, i) => included(i + 1))
  return chosen.reduce((sum, db) => sum + db, 0) / chosen.length
}

/** By how many dB each harmonic exceeds the mean of the two middles beside it. */
function harmonicContrasts(read: HalvesReader, track: PitchTrack, frames: readonly number[]): number[] {
  // The powers at half the pitch and its multiples: odd places lie between two harmonics.
  const powers = new Float64Array(2 * harmonics + 2)
  const ofFrame = new Float64Array(powers.length)
  const step = Math.max(1, frames.length / mostFrames)
  for (let place = 0; place < frames.length; place += step) {
    const frame = frames[Math.floor(place)]!
    read(track.firstS + frame * track.stepS, track.hz[frame]!, ofFrame)
    // Each frame counts alike, however loud it is.
    const total = ofFrame.reduce((sum, power) => sum + power, 0)
    for (let half = 1; total > 0 && half < powers.length; half++) powers[half] = powers[half]! + ofFrame[half]! / total
  }
  return Array.from({ length: harmonics }, (_, i) => {
    const [below, here, above] = [powers[2 * i + 1]!, powers[2 * i + 2]!, powers[2 * i + 3]!]
    return 10 * Math.log10((2 * here + Number.MIN_VALUE) / (below + above + Number.MIN_VALUE))
  })
}
