import { type FunctionName, functionVersions, type WordFunctionName, wordFunctionVersions } from '@fonema/speech'
import {
  type Direction,
  type MeasureDescription,
  measureDescriptions,
  wordMeasureDescriptions,
} from '@fonema/speech/measures'

/** A score that the result page shows, with its unit; null: a plain number or a ratio. */
export type ScoreDisplay = { name: string; unit: string | null; direction: Direction; offset: number }

/** What reads samples, and what reads the words of a transcript. */
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

/** Whether more of a measure is better, as its description says. */
export function directionOf(measure: string): Direction {
  const description = described[measure]
  if (description === undefined) throw new Error(`no measure ${measure}`)
  return description.direction
}

const score = (name: string, unit: string | null, offset = 0): ScoreDisplay => ({
  name,
  unit,
  direction: directionOf(name),
  offset,
})

// Praat's levels take full scale for 1 Pa, which is 93.98 dB re 20 µPa: nobody shall read them as sound pressure.
const fullScaleOffsetDb = 20 * Math.log10(2e-5)

const prosody: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000001',
  name: 'Prosody',
  entry: 'prosody',
  shown: [
    score('f0_mean_hz', 'Hz'),
    score('f0_median_hz', 'Hz'),
    score('f0_sd_hz', 'Hz'),
    score('f0_sd_st', 'st'),
    score('f0_p05_hz', 'Hz'),
    score('f0_p95_hz', 'Hz'),
    score('voiced_fraction', null),
    score('intensity_mean_energy_db', 'dBFS', fullScaleOffsetDb),
    score('intensity_sounding_sd_db', 'dB'),
  ],
}

const voiceQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000004',
  name: 'Voice quality',
  entry: 'voice_quality',
  shown: [
    score('jitter_local_pct', '%'),
    score('jitter_rap_pct', '%'),
    score('jitter_ppq5_pct', '%'),
    score('shimmer_local_pct', '%'),
    score('shimmer_local_db', 'dB'),
    score('shimmer_apq3_pct', '%'),
    score('shimmer_apq11_pct', '%'),
    score('hnr_mean_db', 'dB'),
    score('cpps_avqi_db', 'dB'),
  ],
}

const diadochokinesis: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000005',
  name: 'Diadochokinesis',
  entry: 'diadochokinesis',
  shown: [
    score('ddk_rate_peaks_per_s', '1/s'),
    score('ddk_peak_count', null),
    score('ddk_interval_mean_ms', 'ms'),
    score('ddk_interval_sd_ms', 'ms'),
    score('ddk_interval_cv_pct', '%'),
  ],
}

const timing: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000002',
  name: 'Timing',
  entry: 'timing',
  shown: [
    score('duration_s', 's'),
    score('phonation_time_s', 's'),
    score('phonation_ratio_span', null),
    score('pause_count', null),
    score('pause_total_s', 's'),
    score('pause_mean_s', 's'),
    score('articulation_rate_syl_per_s', '1/s'),
  ],
}

/** How long a sound was held; of a vowel, pauses and syllables say nothing. */
const duration: AnalysisFunction = { ...timing, shown: timing.shown.slice(0, 2) }

const recordingQuality: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000003',
  name: 'Recording quality',
  entry: 'recording_quality',
  shown: [
    score('snr_db', 'dB'),
    score('peak_dbfs', 'dBFS'),
    score('rms_dbfs', 'dBFS'),
    score('clipped_ratio', null),
    score('speech_ratio', null),
  ],
}

const spectrum: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000006',
  name: 'Spectrum',
  entry: 'spectrum',
  shown: [
    score('spec_cog_hz', 'Hz'),
    score('spec_sd_hz', 'Hz'),
    score('ltas_slope_0_1k_1k_4k_db', 'dB'),
    score('ltas_alpha_ratio_db', 'dB'),
    score('ltas_hammarberg_db', 'dB'),
  ],
}

/** The resonances that make one vowel sound unlike another; over whole sentences they say nothing. */
const vowelSpectrum: AnalysisFunction = {
  ...spectrum,
  shown: [1, 2, 3].map((formant) => score(`f${formant}_median_5500_hz`, 'Hz')).concat(spectrum.shown),
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
    score('tokens', null),
    score('types', null),
    score('mattr_10', null),
    score('mattr_25', null),
    score('mattr_50', null),
    score('brunet_w', null),
    score('honore_r', null),
    score('mean_word_length', null),
    score('content_word_ratio', null),
    score('filled_pauses_per_100_words', null),
    score('repetitions_per_100_words', null),
    score('words_per_min', '1/min'),
  ],
}

/** Words that were to be said as they stand: richness is the text's, errors are the speaker's. */
const recitedWords: AnalysisFunction = {
  ...lexical,
  shown: [
    score('tokens', null),
    score('read_words_pct', '%'),
    score('word_error_rate_pct', '%'),
    score('words_correct_per_min', '1/min'),
    score('filled_pauses_per_100_words', null),
    score('repetitions_per_100_words', null),
    score('words_per_min', '1/min'),
  ],
}

const fluency: AnalysisFunction = {
  id: '0197f3a0-0001-7000-8000-000000000009',
  name: 'Verbal fluency',
  entry: 'fluency',
  shown: [
    score('valid_unique_words', null),
    score('repetitions', null),
    score('intrusions', null),
    score('words_0_15_s', null),
    score('words_15_30_s', null),
    score('words_30_45_s', null),
    score('words_45_60_s', null),
    score('first_word_s', 's'),
    score('interword_interval_mean_s', 's'),
  ],
}

/** What can be measured of a recording, in the order in which it is shown. */
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

/** Categories whose items are measured otherwise than speech. */
const beyondSpeech: Record<string, readonly AnalysisFunction[]> = {
  sustained_vowel: [prosody, voiceQuality, duration, vowelSpectrum, recordingQuality],
  diadochokinesis: [prosody, diadochokinesis, timing, spectrum, recordingQuality],
  reading: [prosody, timing, spectrum, transcript, recitedWords, recordingQuality],
  sentence: [prosody, timing, spectrum, transcript, recitedWords, recordingQuality],
  fluency: [prosody, timing, spectrum, transcript, fluency, lexical, recordingQuality],
}

/** Categories whose text is to be said word for word. */
export const recited: ReadonlySet<string> = new Set(['reading', 'sentence'])

/** What runs on an item of a category. */
export const functionsFor = (category: string): readonly AnalysisFunction[] =>
  beyondSpeech[category] ?? [prosody, timing, spectrum, transcript, lexical, recordingQuality]

/** The functions of each category by name; `speech` stands for every category not named. */
export const functionsByCategory: Readonly<Record<string, readonly AnalysisFunction[]>> = {
  ...beyondSpeech,
  speech: functionsFor('speech'),
}
