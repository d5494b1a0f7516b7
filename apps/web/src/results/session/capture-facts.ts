import type { Capture, Quality } from '@fonema/contract'

export type CaptureFacts = {
  /** Interruptions inside the marked window. */
  gapCount: number
  lostSeconds: number
  isProcessed: boolean
  /** Null when it is high enough or unknown. */
  lowSampleRateHz: number | null
}

const lowestGoodSampleRateHz = 32_000

/** Problems of the capture itself: known once the recording is stored, before any measurement. */
export function captureFactsOf({ settings, gaps, window }: Capture, quality: Quality | null): CaptureFacts {
  const inside = gaps.filter(({ at, length, pause }) => pause !== true && at < window.end && at + length > window.start)
  const rates = [quality?.sample_rate, settings.sample_rate, settings.context_sample_rate]
  const lowest = Math.min(...rates.filter((rate) => typeof rate === 'number').filter((rate) => rate > 0))
  return {
    gapCount: inside.length,
    lostSeconds: inside.reduce((sum, { length }) => sum + length, 0),
    isProcessed:
      settings.processed_by_browser === true ||
      Boolean(settings.echo_cancellation) ||
      settings.noise_suppression === true ||
      settings.auto_gain_control === true,
    lowSampleRateHz: lowest < lowestGoodSampleRateHz ? lowest : null,
  }
}
