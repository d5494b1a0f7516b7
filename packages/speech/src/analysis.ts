import { createBandPass } from './band-pass.ts'
import { harmonicDifferences } from './harmonic-difference.ts'
import { measureHarmonicity } from './harmonicity.ts'
import type { IntensityContour } from './intensity.ts'
import { measureIntensity } from './intensity.ts'
import type { MissingReason } from './measured.ts'
import type { PitchTrack } from './pitch.ts'
import { trackForward } from './pitch-forward.ts'
import { findPulses } from './pulses.ts'
import { resample } from './resample.ts'
import { scanSamples } from './samples.ts'
import { type Amplitudes, measureAmplitudes } from './shimmer.ts'
import type { Interval } from './silences.ts'
import { findPauses } from './silences.ts'
import { groupOf, type PitchSearch, type Speaker } from './speaker-range.ts'
import { searchAbove, searchVoice } from './voice-range.ts'

/** One recording and the intermediate results that several measures use. Each is computed once, on first use. */
export type Analysis = {
  readonly samples: Float32Array
  readonly sampleRateHz: number
  readonly durationS: number
  /** what the device heard just before and after the samples, if known */
  readonly outside: readonly Float32Array[]
  /** null: shorter than one frame */
  readonly intensity: () => IntensityContour | null
  /** intensity of the speech band only, so that rumble and hiss outside it do not hide pauses */
  readonly speechBandIntensity: () => IntensityContour | null
  readonly intervals: () => readonly Interval[] | null
  readonly pitch: () => PitchTrack | null
  /** the lowest pitch that counts as a voice: 75 Hz, or the floor of the search for a voice below */
  readonly pitchFloorHz: () => number
  /** harmonics-to-noise ratio of the frames that are not silent, dB; null: shorter than one frame */
  readonly harmonicity: () => readonly number[] | null
  /** where the pitch was searched; null: shorter than one frame */
  readonly pitchSearch: () => PitchSearch | null
  /** the pitch that guides the search for pulses */
  readonly forward: () => PitchTrack | null
  /** the recording below 8 kHz without its offset, for pulses and their amplitudes */
  readonly voiceBand: () => Float32Array
  /** the same at no more than 16 kHz, for the pitch */
  readonly voice: () => { readonly samples: Float32Array; readonly rateHz: number }
  /** H1–H2 of single frames, dB, or the reason why there is none; null: shorter than one frame */
  readonly harmonicDifferences: () => number[] | MissingReason | null
  /** times of the glottal pulses, s; null: shorter than one frame */
  readonly pulses: () => Float64Array | null
  /** of the periods between these pulses */
  readonly amplitudes: () => Amplitudes
  /** the recording at another rate, such as twice the highest frequency analysed; only the latest is kept */
  readonly at: (rateHz: number) => Float32Array
}

const intensityFloorHz = 100
const intensityStepS = 0.008
/** The pitch is searched below 8 kHz, so that a whistle or a humming device above does not count as a voice. */
const voiceRateHz = 16_000

export function createAnalysis(
  samples: Float32Array,
  sampleRateHz: number,
  speaker?: Speaker,
  outside: readonly Float32Array[] = [],
): Analysis {
  if (!(sampleRateHz > 0 && sampleRateHz < Infinity)) throw new RangeError('the sample rate must be > 0 Hz and finite')
  const durationS = samples.length / sampleRateHz
  const speechBandIntensity = once(() => {
    const speechBand = createBandPass(samples, sampleRateHz, 80, 8000, 80)
    return measureIntensity(samples, sampleRateHz, intensityFloorHz, intensityStepS, speechBand)
  })
  const isWider = sampleRateHz > voiceRateHz
  const voiceBand = once(() =>
    removeOffset(isWider ? lowPass(samples, sampleRateHz, voiceRateHz / 2) : samples.slice()),
  )
  const voice = once(() => {
    const rateHz = isWider ? voiceRateHz : sampleRateHz
    return { samples: resample(voiceBand(), sampleRateHz, rateHz), rateHz }
  })
  const range = once(() => searchVoice(voice().samples, voice().rateHz, groupOf(speaker)))
  const forward = once(() => searchAbove(voice().samples, voice().rateHz, range().settings, trackForward).pitch)
  const pulses = once(() => {
    const track = forward()
    return track === null ? null : findPulses(voiceBand(), sampleRateHz, track)
  })
  let resampled = { rateHz: sampleRateHz, samples }
  return {
    samples,
    sampleRateHz,
    durationS,
    outside,
    intensity: once(() => measureIntensity(samples, sampleRateHz, intensityFloorHz, intensityStepS)),
    speechBandIntensity,
    intervals: once(() => {
      const contour = speechBandIntensity()
      return contour === null ? null : findPauses(contour, durationS)
    }),
    at: (rateHz) => {
      if (resampled.rateHz !== rateHz) resampled = { rateHz, samples: resample(samples, sampleRateHz, rateHz) }
      return resampled.samples
    },
    pitch: () => range().pitch,
    pitchFloorHz: () => range().floorHz,
    harmonicity: once(() => measureHarmonicity(samples, sampleRateHz, range().floorHz)),
    pitchSearch: () => range().search,
    forward,
    voice,
    voiceBand,
    harmonicDifferences: once(() => {
      const track = range().pitch
      return track === null ? null : harmonicDifferences(voice().samples, voice().rateHz, track)
    }),
    pulses,
    amplitudes: once(() => measureAmplitudes(voiceBand(), sampleRateHz, pulses() ?? new Float64Array(0))),
  }
}

/** The edge of the filter, Hz, on either side of its corner. */
const edgeHz = 100

const lowPass = (samples: Float32Array, sampleRateHz: number, cornerHz: number): Float32Array =>
  createBandPass(samples, sampleRateHz, -Infinity, cornerHz, edgeHz)(0, samples.length)

/** Subtracts the mean in place: an offset would change the correlation of neighbouring periods. */
function removeOffset(samples: Float32Array): Float32Array {
  const { mean } = scanSamples(samples)
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! - mean
  return samples
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
