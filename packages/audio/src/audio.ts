/** A decoded recording: all channels mixed down to one, −1 … 1, at the rate it was made. */
export type Audio = { readonly samples: Float32Array; readonly sampleRateHz: number }

export type AudioErrorCode =
  | 'not_found'
  | 'unsupported_format'
  | 'decode_failed'
  | 'no_samples'
  | 'too_long'
  | 'time_limit'
  | 'ffmpeg_missing'

/** Why a file gave no recording; the message says more where there is more to say. */
export class AudioError extends Error {
  readonly code: AudioErrorCode
  constructor(code: AudioErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? code : `${code}: ${detail}`, options)
    this.code = code
  }
}

/** Recordings are at most this long: an hour's session fits, a header that claims hours does not. */
export const longestS = 5400

/** Rates outside these are no recording of a voice, and would make seconds of samples days or nothing. */
const lowestRateHz = 8000
const highestRateHz = 192_000
export const isRecordingRate = (sampleRateHz: number) => sampleRateHz >= lowestRateHz && sampleRateHz <= highestRateHz

/** @throws {AudioError} when a recording of this many samples per channel is not to be measured */
export function requireMeasurable(frames: number, sampleRateHz: number) {
  if (!isRecordingRate(sampleRateHz)) {
    throw new AudioError('unsupported_format', `${sampleRateHz} samples per second`)
  }
  if (frames > longestS * sampleRateHz) {
    throw new AudioError('too_long', `${Math.round(frames / sampleRateHz)} s; the longest is ${longestS} s`)
  }
}
