import type { Measured, QualityData } from '@fonema/speech'

/**
 * A running take is judged in pieces of this length, so at its end only the last piece is left, however long the take
 * is. Each piece is long enough to contain a pause, in which the noise can be measured.
 */
export const stretchSeconds = 10

export type Span = { start: number; end: number }

/**
 * The pieces of a window, in seconds of the file. Cuts lie at whole multiples of the length, so that a middle piece is
 * known before the take's end is. The first and the last piece absorb remainders that would be too short alone.
 */
export function stretchesOf({ start, end }: Span): Span[] {
  const cuts: number[] = []
  const first = Math.ceil((start + stretchSeconds / 2) / stretchSeconds) * stretchSeconds
  for (let cut = first; cut <= end - stretchSeconds / 2; cut += stretchSeconds) cuts.push(cut)
  return [start, ...cuts].map((from, i) => ({ start: from, end: cuts[i] ?? end }))
}

type Quality = Pick<Measured<QualityData>, 'scores' | 'missing' | 'data'>
export type JudgedStretch = { span: Span; quality: Quality }

/** Merges the pieces as if measured together. The signal-to-noise ratio is the mean over the speech. */
export function mergeStretches(stretches: readonly JudgedStretch[]): Quality {
  const only = stretches[0]
  if (only !== undefined && stretches.length === 1) return only.quality
  const origin = only?.span.start ?? 0
  const seconds = ({ start, end }: Span) => end - start
  const total = stretches.reduce((sum, { span }) => sum + seconds(span), 0)
  const speech = stretches.flatMap(({ span, quality }) =>
    (quality.data?.speech ?? []).map(({ start_s, end_s }) => ({
      start_s: start_s + span.start - origin,
      end_s: end_s + span.start - origin,
    })),
  )
  const clipped = stretches.reduce(
    (sum, { span, quality }) => sum + (quality.scores.clipped_ratio ?? 0) * seconds(span),
    0,
  )
  const offset = stretches.reduce((sum, { span, quality }) => sum + (quality.scores.dc_offset ?? 0) * seconds(span), 0)
  const peaks = stretches.flatMap(({ quality }) => quality.scores.peak_dbfs ?? [])
  const spoken = stretches.flatMap(({ span, quality: { scores } }) =>
    scores.snr_db === undefined ? [] : [{ snr: scores.snr_db, weight: (scores.speech_ratio ?? 0) * seconds(span) }],
  )
  const weight = spoken.reduce((sum, each) => sum + each.weight, 0)
  const limits = stretches.flatMap(({ quality }) => quality.data?.bandLimitHz ?? [])
  return {
    scores: {
      clipped_ratio: total === 0 ? 0 : clipped / total,
      dc_offset: total === 0 ? 0 : offset / total,
      ...(peaks.length > 0 && { peak_dbfs: Math.max(...peaks) }),
      ...(weight > 0 && { snr_db: spoken.reduce((sum, each) => sum + each.snr * each.weight, 0) / weight }),
    },
    missing: {},
    // If one piece contains high frequencies, the device passes them.
    data: {
      speech,
      bandLimitHz: limits.length > 0 ? Math.max(...limits) : null,
      steadyVoiceS: Math.max(0, ...stretches.map(({ quality }) => quality.data?.steadyVoiceS ?? 0)),
    },
  }
}
