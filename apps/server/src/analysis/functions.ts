import { type FunctionName, functionVersions, type WordFunctionName, wordFunctionVersions } from '@fonema/speech'

/** Functions that measure samples, and functions that measure the words of a transcript. */
export type Entry = FunctionName | WordFunctionName

type AnalysisFunction = { id: string; name: string; entry: Entry }

export const wordEntries = Object.keys(wordFunctionVersions) as WordFunctionName[]
export const versionOf: Readonly<Record<Entry, number>> = { ...functionVersions, ...wordFunctionVersions }
export const readsSamples = (entry: string): entry is FunctionName => entry in functionVersions
export const readsWords = (entry: string): entry is WordFunctionName => entry in wordFunctionVersions

const prosody: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000001',
  name: 'Prosody',
  entry: 'prosody',
}

const voiceQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000004',
  name: 'Voice quality',
  entry: 'voice_quality',
}

const diadochokinesis: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000005',
  name: 'Diadochokinesis',
  entry: 'diadochokinesis',
}

const timing: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000002',
  name: 'Timing',
  entry: 'timing',
}

const spectrum: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000006',
  name: 'Spectrum',
  entry: 'spectrum',
}

const transcript: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000007',
  name: 'Transcript',
  entry: 'transcript',
}

const lexical: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000008',
  name: 'Words',
  entry: 'lexical',
}

const fluency: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000009',
  name: 'Verbal fluency',
  entry: 'fluency',
}

const contentUnits: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-00000000000a',
  name: 'Content units',
  entry: 'content_units',
}

const readingAlignment: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-00000000000b',
  name: 'Text and reading',
  entry: 'reading_alignment',
}

const recordingQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000003',
  name: 'Recording quality',
  entry: 'recording_quality',
}

/** All functions, in the order in which results are sent. */
export const analysisFunctions: readonly AnalysisFunction[] = [
  prosody,
  voiceQuality,
  diadochokinesis,
  timing,
  spectrum,
  transcript,
  lexical,
  fluency,
  contentUnits,
  readingAlignment,
  recordingQuality,
]

/** What measures every kind of connected speech. */
const speech = [prosody, voiceQuality, timing, spectrum, transcript, lexical, recordingQuality]

/** Categories that are measured otherwise. */
const beyondSpeech: Record<string, readonly AnalysisFunction[]> = {
  sustained_vowel: [prosody, voiceQuality, timing, spectrum, recordingQuality],
  diadochokinesis: [prosody, diadochokinesis, timing, spectrum, recordingQuality],
  fluency: [...speech, fluency],
  reading: [...speech, readingAlignment],
  sentence: [...speech, readingAlignment],
  picture_description: [...speech, contentUnits],
  retelling: [...speech, contentUnits],
}

/**
 * Functions whose scores no population has: they count what one picture, story or text asks for, and were validated for
 * nobody.
 */
export const withoutNorms: ReadonlySet<string> = new Set(['content_units', 'reading_alignment'])

/** Categories whose text must be said word for word. */
export const recited: ReadonlySet<string> = new Set(['reading', 'sentence'])

/** The functions that measure an item of a category. What is shown of them is in `shown-measures.ts`. */
export const functionsFor = (category: string): readonly AnalysisFunction[] => beyondSpeech[category] ?? speech

/** The functions of each category by name. `speech` stands for every category without an entry. */
export const functionsByCategory: Readonly<Record<string, readonly AnalysisFunction[]>> = { ...beyondSpeech, speech }
