import type { Measured } from './measured.ts'
import type { QualityData } from './recording-quality.ts'

export type Verdict = 'good' | 'fair' | 'poor'

export type VerdictReason =
  | 'clipped'
  | 'too_quiet'
  | 'noisy'
  | 'no_speech'
  | 'cut_start'
  | 'cut_end'
  | 'gap'
  | 'low_sample_rate'
  | 'longer_than_allowed'
  | 'processed_by_browser'
  | 'no_steady_voice'
  | 'offset'
  | 'other_voice'

export type RecordingCircumstances = {
  readonly sampleRateHz: number
  readonly durationS: number
  /** the marked part of the take, without pre-roll and tail; default: all of it */
  readonly window?: { readonly startS: number; readonly endS: number }
  /** maximum length of the marked part; default: no limit */
  readonly longestS?: number
  /** that of the item: what was asked for */
  readonly category?: string
  /** seconds of a voice beside the participant's, where one was looked for */
  readonly otherVoiceS?: number | null
  /** stretches that the recorder lost */
  readonly gaps: readonly { readonly atS: number; readonly lengthS: number }[]
  /** processing that the browser left on, from the settings of its track */
  readonly settings: {
    readonly echoCancellation?: boolean
    readonly noiseSuppression?: boolean
    readonly autoGainControl?: boolean
  }
}

/** Thresholds of the verdict. */
export const verdictThresholds = {
  clippedRatio: 0.0001,
  poorSnrDb: 10,
  fairSnrDb: 20,
  poorPeakDbfs: -40,
  fairPeakDbfs: -30,
  edgeS: 0.1,
  /** enough lost audio to contain a speech sound; a block or two dropped by a busy browser is less */
  poorLostS: 0.05,
  sampleRateHz: 32_000,
  /** the bandwidth of a device of that rate, less the slope of its filter */
  bandLimitHz: 14_000,
  /** nobody stops a recording exactly on time */
  overlongS: 0.25,
  /** a vowel that is held for less has fewer than 100 periods in many voices */
  steadyVoiceS: 0.5,
  /** share of full scale: far above what an intact device adds */
  offset: 0.02,
  /** a shorter stretch is a slip of the voice as often as another person */
  otherVoiceS: 0.25,
} as const

/**
 * Whether a take can be used: `poor` when speech was lost or spoilt, so that it should be recorded again; `fair` when
 * some measures suffer. A missing signal-to-noise ratio does not lower the verdict. A held sound may begin or end outside
 * the recording: what lies inside is as good.
 */
export function judgeRecording(
  quality: Measured<QualityData>,
  circumstances: RecordingCircumstances,
): { verdict: Verdict; reasons: VerdictReason[] } {
  const { scores, data } = quality
  const limits = verdictThresholds
  const poor: VerdictReason[] = []
  const fair: VerdictReason[] = []

  const speech = data?.speech ?? []
  const hasSpeech = speech.length > 0
  if (!hasSpeech) poor.push('no_speech')
  if ((scores.clipped_ratio ?? 0) > limits.clippedRatio) poor.push('clipped')

  const peak = scores.peak_dbfs ?? -Infinity
  if (peak < limits.poorPeakDbfs) poor.push('too_quiet')
  else if (peak < limits.fairPeakDbfs) fair.push('too_quiet')

  const snr = scores.snr_db ?? Infinity
  if (snr < limits.poorSnrDb) poor.push('noisy')
  else if (snr < limits.fairSnrDb) fair.push('noisy')

  const startS = circumstances.window?.startS ?? 0
  const endS = circumstances.window?.endS ?? circumstances.durationS
  const spokenAt = (fromS: number, toS: number) => speech.some((part) => part.start_s < toS && part.end_s > fromS)
  const sustained = circumstances.category === 'sustained_vowel'
  const cut = sustained ? fair : poor
  if (spokenAt(startS, startS + limits.edgeS)) cut.push('cut_start')
  if (spokenAt(endS - limits.edgeS, endS)) cut.push('cut_end')

  const lostS = circumstances.gaps.reduce(
    (sum, { atS, lengthS }) => sum + Math.max(0, Math.min(endS, atS + lengthS) - Math.max(startS, atS)),
    0,
  )
  if (lostS > limits.poorLostS) poor.push('gap')
  else if (lostS > 0) fair.push('gap')
  if (endS - startS > (circumstances.longestS ?? Infinity) + limits.overlongS) fair.push('longer_than_allowed')
  if (isLowRate(circumstances.sampleRateHz, data?.bandLimitHz)) fair.push('low_sample_rate')
  const { echoCancellation, noiseSuppression, autoGainControl } = circumstances.settings
  if (echoCancellation || noiseSuppression || autoGainControl) fair.push('processed_by_browser')

  const isSteady = (data?.steadyVoiceS ?? 0) >= limits.steadyVoiceS
  if (sustained && hasSpeech && !isSteady) fair.push('no_steady_voice')
  if (Math.abs(scores.dc_offset ?? 0) > limits.offset) fair.push('offset')

  if ((circumstances.otherVoiceS ?? 0) >= limits.otherVoiceS) fair.push('other_voice')

  const verdict = poor.length > 0 ? 'poor' : fair.length > 0 ? 'fair' : 'good'
  return { verdict, reasons: [...poor, ...fair] }
}

/** From the rate of device and file, or the bandwidth heard: a hands-free link has 16 kHz, however it is resampled. */
export const isLowRate = (sampleRateHz: number, bandLimitHz: number | null | undefined): boolean =>
  sampleRateHz < verdictThresholds.sampleRateHz || (bandLimitHz ?? Infinity) < verdictThresholds.bandLimitHz
