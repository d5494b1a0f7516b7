import { quantile } from '../statistics.ts'
import type { Span } from '../timing.ts'
import { mfccRateHz } from './mfcc.ts'
import { lengthOf } from './segments.ts'
import { atVoiceRate, findVoiceFrames, voiceDimensions } from './voice-frames.ts'

/**
 * Tasks of one sound repeated or held, in which another voice can be told without knowing the participant's. In running
 * speech, sounds of one person differ as much as two people do.
 */
const oneSound = ['sustained_vowel', 'diadochokinesis']

export const isOneSound = (category: string | undefined): boolean =>
  category !== undefined && oneSound.includes(category)

/** Voiced frames, of 10 ms, that are averaged. */
const windowFrames = 20
const hopFrames = 5
/** A window may contain so much time without voice. */
const mostUnvoicedS = 0.6
/**
 * How far the average of a window strays from the median of its recording in running speech of one person: the coefficients
 * 1 to 16 and the octaves of pitch. Measured on the voices that `scripts/other-voices.ts` keeps for tuning.
 */
const usualSpread = [
  2.88, 2.67, 4.57, 2.48, 2.04, 2.45, 1.37, 1.36, 1.24, 0.98, 0.91, 0.94, 0.74, 0.64, 0.6, 0.55, 0.125,
]
const pitchAt = voiceDimensions - 1
/** Squared distance in units of the spread: another voice has a peak above the first, and lasts while above the second. */
const peakDistance = 8
const edgeDistance = 4
/** Windows further apart than this are two stretches. */
const apartS = 0.3

/** Of the voiced windows. */
const mostShare = 0.8

export type OtherVoice = { readonly seconds: number; readonly spans: readonly Span[] }

/**
 * A voice beside the participant's, in a task of one sound. The sound that is heard most is the participant's. What else
 * the participant says is found too: it is not the task either.
 *
 * @param category that of the item
 * @returns null when no other voice is heard, or the task has more than one sound
 */
export function findOtherVoice(
  samples: Float32Array,
  sampleRateHz: number,
  category: string | undefined,
): OtherVoice | null {
  if (!isOneSound(category) || samples.length < sampleRateHz / mfccRateHz) return null
  const { timesS, vectors } = findVoiceFrames(atVoiceRate(samples, sampleRateHz))
  const usual = Array.from({ length: voiceDimensions }, (_, k) => {
    const values = Float64Array.from(timesS, (_, i) => vectors[i * voiceDimensions + k]!)
    return quantile(values.sort(), 0.5) ?? 0
  })
  const spans: Span[] = []
  let windows = 0
  let far = 0
  let run: { start_s: number; end_s: number; peak: number } | null = null
  const close = () => {
    if (run !== null && run.peak > peakDistance) spans.push({ start_s: run.start_s, end_s: run.end_s })
    run = null
  }
  for (let from = 0; from + windowFrames <= timesS.length; from += hopFrames) {
    const [start_s, end_s] = [timesS[from]!, timesS[from + windowFrames - 1]!]
    if (end_s - start_s > windowFrames * 0.01 + mostUnvoicedS) continue
    const distance = distanceOf(vectors, from, usual)
    windows++
    if (distance > edgeDistance) far++
    if (distance <= edgeDistance || (run !== null && start_s > run.end_s + apartS)) close()
    if (distance <= edgeDistance) continue
    if (run === null) run = { start_s, end_s, peak: distance }
    else run = { start_s: run.start_s, end_s, peak: Math.max(run.peak, distance) }
  }
  close()
  // Nearly everything cannot be the other voice: the sound is distorted, or it is another task.
  if (spans.length === 0 || far > mostShare * windows) return null
  return { seconds: lengthOf(spans), spans }
}

function distanceOf(vectors: Float64Array, from: number, usual: readonly number[]): number {
  let squares = 0
  for (let k = 0; k < voiceDimensions; k++) {
    let sum = 0
    for (let i = from; i < from + windowFrames; i++) {
      const difference = vectors[i * voiceDimensions + k]! - usual[k]!
      // Pitch that is found an octave too high or low is no other voice.
      sum += k === pitchAt ? difference - Math.round(difference) : difference
    }
    squares += (sum / windowFrames / usualSpread[k]!) ** 2
  }
  return squares
}
