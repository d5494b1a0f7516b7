import type { FunctionName } from './measure.ts'
import { avqi } from './measures/avqi.ts'
import { contentUnits } from './measures/content-units.ts'
import type { FunctionDescription } from './measures/description.ts'
import { diadochokinesis } from './measures/diadochokinesis.ts'
import { fluency } from './measures/fluency.ts'
import { lexical } from './measures/lexical.ts'
import { prosody } from './measures/prosody.ts'
import { readingAlignment } from './measures/reading-alignment.ts'
import { recordingQuality } from './measures/recording-quality.ts'
import { spectrum } from './measures/spectrum.ts'
import { timing } from './measures/timing.ts'
import { voiceQuality } from './measures/voice-quality.ts'
import { vowelSpace } from './measures/vowel-space.ts'
import type { WordFunctionName } from './word-measures.ts'

export { type Card, cards } from './measures/cards.ts'
export type { Direction, FunctionDescription, MeasureDescription } from './measures/description.ts'
export { type FunctionalDescription, functionalDescriptions } from './measures/functionals.ts'

/** Every measure that `measure` computes, by function: its definition and its meaning. */
export const measureDescriptions: Readonly<Record<FunctionName, FunctionDescription>> = {
  recording_quality: recordingQuality,
  timing,
  prosody,
  voice_quality: voiceQuality,
  diadochokinesis,
  spectrum,
}

/** Every measure of a whole session that is described here, by index. */
export const indexDescriptions: Readonly<Record<'vowel_space' | 'avqi', FunctionDescription>> = {
  vowel_space: vowelSpace,
  avqi,
}

/** Every measure of words, by function. */
export const wordMeasureDescriptions: Readonly<Record<Exclude<WordFunctionName, 'transcript'>, FunctionDescription>> = {
  lexical,
  fluency,
  content_units: contentUnits,
  reading_alignment: readingAlignment,
}
