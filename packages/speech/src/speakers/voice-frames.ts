import { withWorkspaces } from '../kernels.ts'
import { pitchSettings, trackPitch } from '../pitch.ts'
import { resample } from '../resample.ts'
import { measureMfcc, mfccCount, mfccRateHz } from './mfcc.ts'

/** The voiced frames of a recording, every 10 ms, each with the 17 numbers that tell voices apart. */
export type VoiceFrames = {
  readonly timesS: Float64Array
  /** of each frame: its mel-frequency cepstral coefficients and its pitch in octaves */
  readonly vectors: Float64Array
}

export const voiceDimensions = mfccCount + 1

/** @param samples at 16 kHz */
export function findVoiceFrames(samples: Float32Array): VoiceFrames {
  const track = withWorkspaces(() => trackPitch(samples, mfccRateHz, pitchSettings))
  const voiced: number[] = []
  track?.hz.forEach((hz, frame) => {
    if (hz > 0) voiced.push(frame)
  })
  if (track === null) return { timesS: new Float64Array(0), vectors: new Float64Array(0) }
  const timesS = Float64Array.from(voiced, (frame) => track.firstS + frame * track.stepS)
  const coefficients = measureMfcc(samples, timesS)
  const vectors = new Float64Array(voiced.length * voiceDimensions)
  for (const [i, frame] of voiced.entries()) {
    vectors.set(coefficients.subarray(i * mfccCount, (i + 1) * mfccCount), i * voiceDimensions)
    vectors[i * voiceDimensions + mfccCount] = Math.log2(track.hz[frame]!)
  }
  return { timesS, vectors }
}

/** A recording at the rate of the voice frames. */
export const atVoiceRate = (samples: Float32Array, sampleRateHz: number): Float32Array =>
  withWorkspaces(() => resample(samples, sampleRateHz, mfccRateHz))
