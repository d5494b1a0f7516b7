import { createAnalysis } from './analysis.ts'
import { measureDiadochokinesis } from './diadochokinesis.ts'
import { findFlatTops } from './flat-tops.ts'
import type { Span } from './timing.ts'
import { measureTiming } from './timing.ts'

/** Values at equal distances. */
export type Curve = { readonly firstS: number; readonly stepS: number; readonly values: Float32Array }

/** What a drawing shows above the spectrogram. Times in s from the start of the recording. */
export type Curves = {
  /** Hz, 0 where unvoiced; null: too short, or no voice */
  readonly pitch: Curve | null
  /** dB, uncalibrated; null: too short */
  readonly intensity: Curve | null
  readonly pauses: readonly Span[]
  /** the middles of syllables; empty where a task has none */
  readonly syllablesS: readonly number[]
  /** where samples lie on flat tops */
  readonly clipped: readonly Span[]
}

/** The syllables of a task: those of speech, those of a train of repeated ones, or none, as in a sustained vowel. */
export type SyllableKind = 'speech' | 'train' | 'none'

/**
 * The curves and marks behind the measures of a recording, by the functions that measure them: what is withheld from the
 * measures is absent here too.
 *
 * @param syllables which syllables are marked: those of a train are those of its diadochokinesis
 */
export function measureCurves(samples: Float32Array, sampleRateHz: number, syllables: SyllableKind): Curves {
  const analysis = createAnalysis(samples, sampleRateHz)
  const contour = analysis.intensity()
  const timing = measureTiming(analysis)
  const track = analysis.pitch()
  const hasVoice = track?.hz.some((hz) => hz > 0) === true
  const marks = {
    speech: () => timing.data?.syllables_s,
    train: () => measureDiadochokinesis(analysis).data?.peaks_s,
    none: () => undefined,
  }
  return {
    pitch: track !== null && hasVoice ? curveOf(track, track.hz) : null,
    intensity: contour === null ? null : curveOf(contour, contour.db),
    pauses: timing.data?.pauses ?? [],
    syllablesS: marks[syllables]() ?? [],
    clipped: findFlatTops(samples).map(([from, to]) => ({ start_s: from / sampleRateHz, end_s: to / sampleRateHz })),
  }
}

const curveOf = ({ firstS, stepS }: Omit<Curve, 'values'>, values: Float64Array): Curve => ({
  firstS,
  stepS,
  values: Float32Array.from(values),
})
