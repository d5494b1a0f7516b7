import { type FunctionName, functionVersions, type WordFunctionName, wordFunctionVersions } from '@fonema/speech'
import {
  type Direction,
  type MeasureDescription,
  measureDescriptions,
  wordMeasureDescriptions,
} from '@fonema/speech/measures'

/** A score on the result page. `unit` is null for a count, a plain number or a ratio. */
export type ScoreDisplay = {
  name: string
  unit: string | null
  decimals: number
  direction: Direction
  offset: number
}

/** Functions that measure samples, and functions that measure the words of a transcript. */
export type Entry = FunctionName | WordFunctionName

export type AnalysisFunction = { id: string; name: string; entry: Entry; shown: readonly ScoreDisplay[] }

export const wordEntries = Object.keys(wordFunctionVersions) as WordFunctionName[]
export const versionOf: Readonly<Record<Entry, number>> = { ...functionVersions, ...wordFunctionVersions }
export const readsSamples = (entry: string): entry is FunctionName => entry in functionVersions
export const readsWords = (entry: string): entry is WordFunctionName => entry in wordFunctionVersions

const described = Object.assign(
  {},
  ...Object.values({ ...measureDescriptions, ...wordMeasureDescriptions }).map(({ measures }) => measures),
) as Readonly<Record<string, MeasureDescription>>

function descriptionOf(measure: string): MeasureDescription {
  const description = described[measure]
  if (description === undefined) throw new Error(`no measure ${measure}`)
  return description
}

/** Whether a higher value of a measure is better, from its description. */
export const directionOf = (measure: string): Direction => descriptionOf(measure).direction

/** How a measure is shown, from its description. */
function score(name: string): ScoreDisplay {
  const { unit, shown = { unit, offset: 0 }, decimals, direction } = descriptionOf(name)
  return { name, unit: shown.unit || null, decimals, direction, offset: shown.offset }
}

const prosody: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000001',
  name: 'Prosody',
  entry: 'prosody',
  shown: [
    score('f0_mean_hz'),
    score('f0_median_hz'),
    score('f0_sd_hz'),
    score('f0_sd_st'),
    score('f0_p05_hz'),
    score('f0_p95_hz'),
    score('voiced_fraction'),
    score('intensity_mean_energy_db'),
    score('intensity_sounding_sd_db'),
  ],
}

const voiceQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000004',
  name: 'Voice quality',
  entry: 'voice_quality',
  shown: [
    score('jitter_local_pct'),
    score('jitter_rap_pct'),
    score('jitter_ppq5_pct'),
    score('shimmer_local_pct'),
    score('shimmer_local_db'),
    score('shimmer_apq3_pct'),
    score('shimmer_apq11_pct'),
    score('hnr_mean_db'),
    score('cpps_avqi_db'),
  ],
}

const diadochokinesis: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000005',
  name: 'Diadochokinesis',
  entry: 'diadochokinesis',
  shown: [
    score('ddk_rate_onsets_per_s'),
    score('ddk_onset_count'),
    score('ddk_onset_cv_pct'),
    score('ddk_same_syllable_cv_pct'),
    score('ddk_syllable_1_ms'),
    score('ddk_syllable_2_ms'),
    score('ddk_syllable_3_ms'),
    score('ddk_acceleration_pct'),
    score('ddk_intensity_slope_db_per_s'),
    score('ddk_rate_peaks_per_s'),
    score('ddk_peak_count'),
    score('ddk_interval_mean_ms'),
    score('ddk_interval_sd_ms'),
    score('ddk_interval_cv_pct'),
  ],
}

const timing: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000002',
  name: 'Timing',
  entry: 'timing',
  shown: [
    score('duration_s'),
    score('phonation_time_s'),
    score('phonation_ratio_span'),
    score('pause_count'),
    score('pause_total_s'),
    score('pause_mean_s'),
    score('articulation_rate_syl_per_s'),
  ],
}

/** How long a sound was held. Pauses and syllables have no meaning for a vowel. */
const duration: AnalysisFunction = { ...timing, shown: timing.shown.slice(0, 2) }

const recordingQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000003',
  name: 'Recording quality',
  entry: 'recording_quality',
  shown: [score('snr_db'), score('peak_dbfs'), score('rms_dbfs'), score('clipped_ratio'), score('speech_ratio')],
}

const spectrum: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000006',
  name: 'Spectrum',
  entry: 'spectrum',
  shown: [
    score('spec_cog_hz'),
    score('spec_sd_hz'),
    score('ltas_slope_0_1k_1k_4k_db'),
    score('ltas_alpha_ratio_db'),
    score('ltas_hammarberg_db'),
  ],
}

/** Resonances that distinguish one vowel from another. They have no meaning for whole sentences. */
const vowelSpectrum: AnalysisFunction = {
  ...spectrum,
  shown: [1, 2, 3].map((formant) => score(`f${formant}_median_5500_hz`)).concat(spectrum.shown),
}

const transcript: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000007',
  name: 'Transcript',
  entry: 'transcript',
  shown: [],
}

const lexical: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000008',
  name: 'Words',
  entry: 'lexical',
  shown: [
    score('tokens'),
    score('types'),
    score('mattr_10'),
    score('mattr_25'),
    score('mattr_50'),
    score('brunet_w'),
    score('honore_r'),
    score('mean_word_length'),
    score('content_word_ratio'),
    score('filled_pauses_per_100_words'),
    score('repetitions_per_100_words'),
    score('words_per_min'),
  ],
}

/** Words read from a given text: richness is a property of the text, errors are the speaker's. */
const recitedWords: AnalysisFunction = {
  ...lexical,
  shown: [
    score('tokens'),
    score('read_words_pct'),
    score('word_error_rate_pct'),
    score('words_correct_per_min'),
    score('filled_pauses_per_100_words'),
    score('repetitions_per_100_words'),
    score('words_per_min'),
  ],
}

const fluency: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000009',
  name: 'Verbal fluency',
  entry: 'fluency',
  shown: [
    score('valid_unique_words'),
    score('repetitions'),
    score('intrusions'),
    score('words_0_15_s'),
    score('words_15_30_s'),
    score('words_30_45_s'),
    score('words_45_60_s'),
    score('first_word_s'),
    score('interword_interval_mean_s'),
  ],
}

/** All functions, in the order in which results are shown. */
export const analysisFunctions: readonly AnalysisFunction[] = [
  prosody,
  voiceQuality,
  diadochokinesis,
  timing,
  spectrum,
  transcript,
  lexical,
  fluency,
  recordingQuality,
]

/** Categories whose items are not measured as speech. */
const beyondSpeech: Record<string, readonly AnalysisFunction[]> = {
  sustained_vowel: [prosody, voiceQuality, duration, vowelSpectrum, recordingQuality],
  diadochokinesis: [prosody, diadochokinesis, timing, spectrum, recordingQuality],
  reading: [prosody, timing, spectrum, transcript, recitedWords, recordingQuality],
  sentence: [prosody, timing, spectrum, transcript, recitedWords, recordingQuality],
  fluency: [prosody, timing, spectrum, transcript, fluency, lexical, recordingQuality],
}

/** Categories whose text must be said word for word. */
export const recited: ReadonlySet<string> = new Set(['reading', 'sentence'])

/** The functions that measure an item of a category. */
export const functionsFor = (category: string): readonly AnalysisFunction[] =>
  beyondSpeech[category] ?? [prosody, timing, spectrum, transcript, lexical, recordingQuality]

/** The functions of each category by name. `speech` stands for every category without an entry. */
export const functionsByCategory: Readonly<Record<string, readonly AnalysisFunction[]>> = {
  ...beyondSpeech,
  speech: functionsFor('speech'),
}
