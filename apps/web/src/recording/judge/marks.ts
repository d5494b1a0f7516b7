import type { OtherVoice, QualityData, QualityPart, VerdictReason } from '@fonema/speech'
import type { Gap } from '../recorder/types.ts'
import type { Span } from './parts.ts'

/** A place in a take, in seconds from its first mark, and what is wrong there. */
export type Mark = {
  kind: 'clipped' | 'silence' | 'noise' | 'cut_start' | 'cut_end' | 'gap' | 'other_voice'
  span: Span
}

/** dB re full scale: of the speech from its quiet to its loud moments, and the highest sample. */
export type LevelRange = { quietDb: number; loudDb: number; peakDb: number }

/** Pieces of clipping that are nearer than this are one. */
const clippingApart = 0.15
/** A pause that is longer is worth a look: did the participant wait for something? */
const longSilence = 3
/** How much of a cut edge is marked. */
const edge = 0.3

type Heard = {
  reasons: readonly VerdictReason[]
  speech: QualityData['speech']
  flatTops: QualityPart['flatTops']
  sampleRateHz: number
  /** From the first mark. */
  gaps: readonly Gap[]
  durationS: number
  otherVoice?: OtherVoice | null
}

/** The places of a take's problems, in the order of time. Problems of the whole take, such as its rate, have none. */
export function marksOf({ reasons, speech, flatTops, sampleRateHz, gaps, durationS, otherVoice }: Heard): Mark[] {
  const has = (reason: VerdictReason) => reasons.includes(reason)
  const mark = (kind: Mark['kind'], start: number, end: number): Mark => ({
    kind,
    span: { start: Math.max(0, start), end: Math.min(durationS, end) },
  })
  const isNoisy = has('noisy')
  const pauses = between(speech, durationS).filter(({ start, end }) => isNoisy || end - start >= longSilence)
  return [
    ...(has('cut_start') ? [mark('cut_start', 0, edge)] : []),
    ...(has('cut_end') ? [mark('cut_end', durationS - edge, durationS)] : []),
    ...(has('clipped') ? near(flatTops, sampleRateHz).map(({ start, end }) => mark('clipped', start, end)) : []),
    ...gaps.filter(({ pause }) => pause !== true).map(({ at, length }) => mark('gap', at, at + length)),
    ...(has('other_voice')
      ? (otherVoice?.spans ?? []).map(({ start_s, end_s }) => mark('other_voice', start_s, end_s))
      : []),
    ...pauses.map(({ start, end }) => mark(isNoisy ? 'noise' : 'silence', start, end)),
  ]
    .filter(({ span }) => span.end >= span.start)
    .sort((a, b) => a.span.start - b.span.start)
}

/** Where nobody speaks. */
function between(speech: QualityData['speech'], durationS: number): Span[] {
  const edges = [0, ...speech.flatMap(({ start_s, end_s }) => [start_s, end_s]), durationS]
  return Array.from({ length: edges.length / 2 }, (_, i) => ({ start: edges[2 * i]!, end: edges[2 * i + 1]! })).filter(
    ({ start, end }) => end > start,
  )
}

function near(flatTops: QualityPart['flatTops'], sampleRateHz: number): Span[] {
  const joined: Span[] = []
  for (const { from, to } of flatTops) {
    const [start, end] = [from / sampleRateHz, to / sampleRateHz]
    const last = joined.at(-1)
    if (last !== undefined && start - last.end < clippingApart) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** The level that the contour gives to full scale. */
const fullScaleDb = -10 * Math.log10(4e-10)

/** The 5th to the 95th percentile of the speech; null without speech. */
export function levelRange({ contour, peak }: QualityPart, speech: QualityData['speech']): LevelRange | null {
  if (contour === null) return null
  const { db, firstS, stepS } = contour
  const spoken = [...db]
    .filter((_, frame) => {
      const at = firstS + frame * stepS
      return speech.some(({ start_s, end_s }) => at >= start_s && at <= end_s)
    })
    .sort((a, b) => a - b)
  if (spoken.length === 0) return null
  const at = (share: number) => spoken[Math.round(share * (spoken.length - 1))]! - fullScaleDb
  return { quietDb: at(0.05), loudDb: at(0.95), peakDb: 20 * Math.log10(peak) }
}
