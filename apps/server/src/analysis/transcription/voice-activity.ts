import path from 'node:path'
import { resample, type Span } from '@fonema/speech'

export const voiceNetwork = 'silero-vad-5'
/** The root of the packages is readable in the sandbox. */
const folder = path.resolve(import.meta.dirname, '../../../../../packages/content/voice-activity')
const model = path.join(folder, `${voiceNetwork}.onnx`)
/** The rate and the block of the network, in samples. */
const rateHz = 16_000
const block = 512
/** Seconds. Shorter voices and pauses are joined. */
const shortest = { minSpeechDuration: 0.1, minSilenceDuration: 0.25 }
/** The probability from which a block counts as voice: the network's own default. */
const threshold = 0.5
const longestSegmentS = 60

/**
 * Loads Silero's network, which finds where somebody has a voice: noise, music, breath and clicks are none. Its memory is
 * freed with the process.
 *
 * @returns a function that gives spans in order; undefined where the platform cannot run the network
 */
export async function loadVoiceFinder() {
  const sherpa = await import('sherpa-onnx-node').then(
    (module) => module.default,
    () => undefined, // the platform has no native code of it
  )
  if (sherpa === undefined) return undefined
  const sileroVad = { model, threshold, ...shortest, maxSpeechDuration: longestSegmentS, windowSize: block }
  const detector = new sherpa.Vad({ sileroVad, sampleRate: rateHz, numThreads: 1, debug: 0 }, 2 * longestSegmentS)
  return (samples: Float32Array, sampleRateHz: number): Span[] => {
    const heard = resample(samples, sampleRateHz, rateHz)
    const spans: Span[] = []
    const collect = () => {
      for (; !detector.isEmpty(); detector.pop()) {
        const { start, samples: voice } = detector.front(false)
        spans.push({ start_s: start / rateHz, end_s: (start + voice.length) / rateHz })
      }
    }
    detector.reset()
    for (let at = 0; at + block <= heard.length; at += block) {
      detector.acceptWaveform(heard.slice(at, at + block))
      collect()
    }
    detector.flush()
    collect()
    return spans
  }
}
