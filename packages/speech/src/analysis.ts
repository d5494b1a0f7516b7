import { createBandPass } from './band-pass.ts'
import type { IntensityContour } from './intensity.ts'
import { measureIntensity } from './intensity.ts'
import type { PitchTrack } from './pitch.ts'
import { pitchSettings, trackPitch } from './pitch.ts'
import type { ForwardTrack } from './pitch-forward.ts'
import { trackForward } from './pitch-forward.ts'
import { findPulses } from './pulses.ts'
import { resample } from './resample.ts'
import type { Interval } from './silences.ts'
import { findPauses } from './silences.ts'

/** One recording and what several measures read of it; each part is made once, when first asked for. */
export type Analysis = {
  readonly samples: Float32Array
  readonly sampleRateHz: number
  readonly durationS: number
  /** null: shorter than one frame */
  readonly intensity: () => IntensityContour | null
  /** intensity of the speech band alone: rumble and hiss outside it hide no pause */
  readonly speechBandIntensity: () => IntensityContour | null
  readonly intervals: () => readonly Interval[] | null
  readonly pitch: () => PitchTrack | null
  readonly forward: () => ForwardTrack | null
  /** times of the glottal pulses, s; null: shorter than one frame */
  readonly pulses: () => Float64Array | null
  /** the recording at another rate, such as twice the highest frequency that is looked for; only the latest is kept */
  readonly at: (rateHz: number) => Float32Array
}

const intensityFloorHz = 100
const intensityStepS = 0.008

export function createAnalysis(samples: Float32Array, sampleRateHz: number): Analysis {
  if (!(sampleRateHz > 0 && sampleRateHz < Infinity)) throw new RangeError('the sample rate must be > 0 Hz and finite')
  const durationS = samples.length / sampleRateHz
  const speechBandIntensity = once(() => {
    const speechBand = createBandPass(samples, sampleRateHz, 80, 8000, 80)
    return measureIntensity(samples, sampleRateHz, intensityFloorHz, intensityStepS, speechBand)
  })
  const forward = once(() => trackForward(samples, sampleRateHz, pitchSettings))
  let resampled = { rateHz: sampleRateHz, samples }
  return {
    samples,
    sampleRateHz,
    durationS,
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
    pitch: once(() => trackPitch(samples, sampleRateHz, pitchSettings)),
    forward,
    pulses: once(() => {
      const track = forward()
      return track === null ? null : findPulses(samples, sampleRateHz, track.pitch)
    }),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
