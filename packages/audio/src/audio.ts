/** A decoded recording: all channels mixed to mono, −1 … 1, at its original sample rate. */
export type Audio = { readonly samples: Float32Array; readonly sampleRateHz: number }

export type AudioErrorCode =
  | 'not_found'
  | 'unsupported_format'
  | 'decode_failed'
  | 'no_samples'
  | 'too_long'
  | 'time_limit'
  | 'ffmpeg_missing'

/** Why a file could not be read as a recording. The message adds detail where there is any. */
export class AudioError extends Error {
  readonly code: AudioErrorCode
  constructor(code: AudioErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? code : `${code}: ${detail}`, options)
    this.code = code
  }
}

/** The longest recording: enough for a session of an hour, and a limit for headers that claim many hours. */
export const longestS = 5400

/** Other rates are not used for voice, and would turn seconds of samples into days or into nothing. */
const lowestRateHz = 8000
const highestRateHz = 192_000
export const isRecordingRate = (sampleRateHz: number) => sampleRateHz >= lowestRateHz && sampleRateHz <= highestRateHz

/** @throws {AudioError} when the recording is too long to measure or its sample rate is out of range */
export function requireMeasurable(frames: number, sampleRateHz: number) {
  if (!isRecordingRate(sampleRateHz)) {
    throw new AudioError('unsupported_format', `${sampleRateHz} samples per second are not supported`)
  }
  if (frames > longestS * sampleRateHz) {
    throw new AudioError('too_long', `${Math.round(frames / sampleRateHz)} s; the longest is ${longestS} s`)
  }
}
