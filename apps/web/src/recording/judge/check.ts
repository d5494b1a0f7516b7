import { isLowRate, verdictThresholds as limits, measure, type Verdict } from '@fonema/speech'

export type CheckSubject = 'room' | 'level' | 'rate' | 'processing'
export type CheckFinding =
  | 'room_quiet'
  | 'room_noisy'
  | 'room_loud'
  | 'level_good'
  | 'level_low'
  | 'level_lowest'
  | 'level_clipped'
  | 'level_silent'
  | 'rate_good'
  | 'rate_low'
  | 'processing_none'
  | 'processing_unknown'
  | 'processing_reported'
  | 'processing_heard'

export type CheckResult = { subject: CheckSubject; finding: CheckFinding; verdict: Verdict }[]

export type CheckRecording = {
  /** Some seconds without speech. */
  room: Float32Array
  /** A sentence read aloud. */
  sentence: Float32Array
  /** Sample rate of `room` and `sentence`. */
  contextRateHz: number
  /** The device's own rate, if the browser reports it. */
  sampleRateHz: number
  /** null: the browser does not report it. */
  isProcessed: boolean | null
}

const frameSeconds = 0.02
const speechBelowLoudestDb = 25
/** A microphone's own noise is never exactly zero for this long; the output of a noise gate is. */
const gateSeconds = 0.05

/**
 * Checks room and microphone before anything counts, with the same limits as a take's verdict. The room is judged by how
 * far a voice stands above its noise: without a voice, the result has no room.
 */
export function checkMicrophone({
  room,
  sentence,
  contextRateHz,
  sampleRateHz,
  isProcessed,
}: CheckRecording): CheckResult {
  const quality = measure(sentence, contextRateHz, ['recording_quality']).recording_quality
  const scores = quality?.scores ?? {}
  const isSilent = (quality?.data?.speech ?? []).length === 0
  const roomPower = Math.max(meanPower(room), Number.MIN_VALUE)
  const snr = () => 10 * Math.log10(speechPower(sentence, contextRateHz) / roomPower)
  const isGated = longestZero(room) >= gateSeconds * contextRateHz
  return [
    ...(isSilent ? [] : [{ subject: 'room' as const, ...roomOf(snr()) }]),
    { subject: 'level', ...levelOf(scores.peak_dbfs ?? -Infinity, scores.clipped_ratio ?? 0, isSilent) },
    {
      subject: 'rate',
      ...(isLowRate(sampleRateHz, quality?.data?.bandLimitHz) ? fair('rate_low') : good('rate_good')),
    },
    {
      subject: 'processing',
      ...(isProcessed
        ? fair('processing_reported')
        : isGated && !isSilent
          ? fair('processing_heard')
          : isProcessed === null
            ? fair('processing_unknown')
            : good('processing_none')),
    },
  ]
}

const good = (finding: CheckFinding) => ({ finding, verdict: 'good' as const })
const fair = (finding: CheckFinding) => ({ finding, verdict: 'fair' as const })
const poor = (finding: CheckFinding) => ({ finding, verdict: 'poor' as const })

function roomOf(snrDb: number) {
  if (snrDb < limits.poorSnrDb) return poor('room_loud')
  return snrDb < limits.fairSnrDb ? fair('room_noisy') : good('room_quiet')
}

function levelOf(peakDbfs: number, clippedRatio: number, isSilent: boolean) {
  if (clippedRatio > limits.clippedRatio) return poor('level_clipped')
  if (isSilent) return poor('level_silent')
  if (peakDbfs < limits.poorPeakDbfs) return poor('level_lowest')
  return peakDbfs < limits.fairPeakDbfs ? fair('level_low') : good('level_good')
}

function longestZero(samples: Float32Array): number {
  let longest = 0
  let run = 0
  for (const sample of samples) {
    run = sample === 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function meanPower(samples: Float32Array): number {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length)
  return samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / Math.max(1, samples.length)
}

/** Mean power of the parts that are not pauses. */
function speechPower(samples: Float32Array, sampleRateHz: number): number {
  const frame = Math.round(frameSeconds * sampleRateHz)
  const powers: number[] = []
  for (let at = 0; at + frame <= samples.length; at += frame) powers.push(meanPower(samples.subarray(at, at + frame)))
  const least = Math.max(0, ...powers) / 10 ** (speechBelowLoudestDb / 10)
  const loud = powers.filter((power) => power > 0 && power >= least)
  return loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length)
}
