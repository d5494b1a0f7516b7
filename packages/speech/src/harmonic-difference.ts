import { createHalvesReader } from './harmonic-power.ts'
import type { MissingReason } from './measured.ts'
import type { PitchTrack } from './pitch.ts'
import { medianInPlace } from './statistics.ts'

/** Fewer voiced frames (10 ms) are not a held vowel. */
const fewestFrames = 20
/** Frames that are measured, spread over the voiced ones. */
const mostFrames = 200
/** A harmonic that exceeds the spectrum beside it by less is noise as much as voice. */
const leastContrastDb = 6

/**
 * H1–H2: the level of the first harmonic less that of the second, dB, as the median over the voiced frames. The
 * resonances of the vowel are not taken out, so only takes of the same vowel compare.
 *
 * @returns the reason when there is no value
 * @see Hillenbrand, Cleveland & Erickson 1994, "Acoustic correlates of breathy vocal quality", JSHR 37, 769–778
 */
export const medianDifference = (differences: readonly number[] | MissingReason): number | MissingReason =>
  typeof differences === 'string' ? differences : medianInPlace(Float64Array.from(differences))

/** H1–H2 of single frames, dB, spread over the voiced ones; the reason when they say nothing. */
export function harmonicDifferences(
  samples: Float32Array,
  sampleRateHz: number,
  track: PitchTrack,
): number[] | MissingReason {
  const differences: number[] = []
  // Halves of the pitch: 2 is the first harmonic, 4 the second, 1, 3 and 5 lie beside them.
  const powers = new Float64Array(6)
  const sums = new Float64Array(6)
  const voiced = Array.from({ length: track.count }, (_, frame) => frame).filter((frame) => track.hz[frame]! > 0)
  if (voiced.length === 0) return 'no_voice'
  const lowestHz = voiced.reduce((least, frame) => Math.min(least, track.hz[frame]!), Infinity)
  const read = createHalvesReader(samples, sampleRateHz, lowestHz, powers.length - 1)
  for (let place = 0; place < voiced.length; place += Math.max(1, voiced.length / mostFrames)) {
    const frame = voiced[Math.floor(place)]!
    const hz = track.hz[frame]!
    read(track.firstS + frame * track.stepS, hz, powers)
    const total = powers.reduce((sum, power) => sum + power, 0)
    if (!(powers[2]! > 0 && powers[4]! > 0)) continue
    differences.push(10 * Math.log10(powers[2]! / powers[4]!))
    for (let half = 1; half < powers.length; half++) sums[half] = sums[half]! + powers[half]! / total
  }
  if (differences.length === 0) return 'no_voice'
  if (differences.length < fewestFrames) return 'too_short'
  const contrastDb = (half: number) => 10 * Math.log10((2 * sums[half]!) / (sums[half - 1]! + sums[half + 1]!))
  if (Math.min(contrastDb(2), contrastDb(4)) < leastContrastDb) return 'too_noisy'
  return differences
}
