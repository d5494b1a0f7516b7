import { cepstrumRateHz, measureCepstralPeak } from '../cepstral-peak.ts'
import { pitchSettings, trackPitch } from '../pitch.ts'
import { trackForward } from '../pitch-forward.ts'
import { findPulses } from '../pulses.ts'
import { resample } from '../resample.ts'
import { join } from '../samples.ts'
import { localShimmer, localShimmerDb, measureAmplitudes } from '../shimmer.ts'
import { mean } from '../statistics.ts'
import { highPass } from './high-pass.ts'
import { measureBalance } from './long-term-spectrum.ts'
import { joinVoicedFrames } from './voiced-frames.ts'

/** The components of the index, as they enter its formula. */
export type AvqiComponents = {
  readonly cpps: number
  /** harmonics-to-noise ratio, dB: the mean over the voiced frames of the pitch, not `hnr_mean_db` */
  readonly hnr: number
  readonly shimmer_pct: number
  readonly shimmer_db: number
  readonly slope: number
  readonly tilt: number
}

export type Avqi = AvqiComponents & {
  readonly avqi: number
  readonly avqi_0203: number
  /** length of the voiced speech that was found, s */
  readonly voiced_s: number
  readonly vowel_s: number
}

/** Raised when a change of the code changes the index: stored sessions are then measured again. */
export const avqiVersion = 1

/** Which 3 s of the vowel are used. */
export type VowelPart = 'last' | 'middle'

const highPassHz = 34
const vowelS = 3
/** The settings of Praat's "To PointProcess (periodic, cc): 50, 400". */
const pulsePitch = { ...pitchSettings, floorHz: 50, ceilingHz: 400, stepS: 0.75 / 50 }

/**
 * Acoustic Voice Quality Index: the overall quality of a voice from a recording of continuous speech and one of a
 * sustained vowel of the same person, at the same sampling rate. It grows with dysphonia, and is not limited to 0–10.
 *
 * @param speech mono, full scale ±1
 * @returns null when there is too little to measure
 * @throws {RangeError} when the two recordings differ in their sampling rate
 * @see Barsties & Maryn 2016, "External validation of the Acoustic Voice Quality Index version 03.01 with extended
 *   representativity", Ann Otol Rhinol Laryngol 125, 571–583
 */
export function measureAvqi(
  speech: { readonly samples: Float32Array; readonly sampleRateHz: number },
  vowel: { readonly samples: Float32Array; readonly sampleRateHz: number },
  vowelPart: VowelPart,
): Avqi | null {
  const { sampleRateHz } = speech
  if (vowel.sampleRateHz !== sampleRateHz)
    throw new RangeError(`the recordings differ in their rate: ${sampleRateHz} and ${vowel.sampleRateHz} Hz`)
  const voiced = joinVoicedFrames(highPass(speech.samples, sampleRateHz, highPassHz), sampleRateHz)
  const sustained = cutVowel(highPass(vowel.samples, sampleRateHz, highPassHz), sampleRateHz, vowelPart)
  const components = measureComponents(join([voiced, sustained]), sampleRateHz)
  if (components === null) return null
  return {
    ...components,
    ...indicesOf(components),
    voiced_s: voiced.length / sampleRateHz,
    vowel_s: sustained.length / sampleRateHz,
  }
}

function cutVowel(samples: Float32Array, sampleRateHz: number, vowelPart: VowelPart): Float32Array {
  const length = Math.round(vowelS * sampleRateHz)
  const spare = samples.length - length
  if (spare <= 0) return samples
  const first = vowelPart === 'last' ? spare : Math.floor(spare / 2)
  return samples.subarray(first, first + length)
}

function measureComponents(samples: Float32Array, sampleRateHz: number): AvqiComponents | null {
  const cpps = measureCepstralPeak(resample(samples, sampleRateHz, cepstrumRateHz))
  const hnr = harmonicsToNoise(samples, sampleRateHz)
  const track = trackPitch(samples, sampleRateHz, pulsePitch)
  if (track === null || cpps === null || hnr === null) return null
  const amplitudes = measureAmplitudes(samples, sampleRateHz, findPulses(samples, sampleRateHz, track))
  const shimmer = localShimmer(amplitudes)
  const shimmerDb = localShimmerDb(amplitudes)
  if (shimmer === null || shimmerDb === null) return null
  const { slopeDb, tiltDb } = measureBalance(samples, sampleRateHz)
  return { cpps, hnr, shimmer_pct: 100 * shimmer, shimmer_db: shimmerDb, slope: slopeDb, tilt: tiltDb }
}

/** @returns dB; null without a voiced frame */
function harmonicsToNoise(samples: Float32Array, sampleRateHz: number): number | null {
  const strengths = trackForward(samples, sampleRateHz, pitchSettings)?.strength.filter((r) => r > 0) ?? []
  return mean(Array.from(strengths, (r) => 10 * Math.log10(r / (1 - Math.min(r, 1 - 1e-15)))))
}

/** The weights of versions 03.01 and 02.03. */
const indicesOf = (c: AvqiComponents) => ({
  avqi:
    2.8902 *
    (4.152 -
      0.177 * c.cpps -
      0.006 * c.hnr -
      0.037 * c.shimmer_pct +
      0.941 * c.shimmer_db +
      0.01 * c.slope +
      0.093 * c.tilt),
  avqi_0203:
    1.797 +
    2.208 *
      (3.295 -
        0.111 * c.cpps -
        0.073 * c.hnr -
        0.213 * c.shimmer_pct +
        2.789 * c.shimmer_db -
        0.032 * c.slope +
        0.077 * c.tilt),
})
