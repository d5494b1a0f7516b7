import type { ScoreHeading } from '@fonema/contract'
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

/** The function that computes a score. */
export type ShownScore = ScoreDisplay & { entry: string }

/** A category's scores by heading, in the order of the page. */
type ShownMeasures = Readonly<Partial<Record<ScoreHeading, readonly ShownScore[]>>>

type Described = MeasureDescription & { entry: string }

/** Every described measure, by name. */
export const describedMeasures: ReadonlyMap<string, Described> = new Map(
  Object.entries({ ...measureDescriptions, ...wordMeasureDescriptions }).flatMap(([entry, { measures }]) =>
    Object.entries(measures).map(([name, description]) => [name, { ...description, entry }] as const),
  ),
)

function descriptionOf(measure: string): Described {
  const description = describedMeasures.get(measure)
  if (description === undefined) throw new Error(`no measure ${measure}`)
  return description
}

/** Whether a higher value of a measure is better, from its description. */
export const directionOf = (measure: string): Direction => descriptionOf(measure).direction

/** The largest value that a measure can have; Infinity for most, and for a measure that exists in old norms only. */
export const highestOf = (measure: string): number =>
  describedMeasures.get(measure)?.highest ?? Number.POSITIVE_INFINITY

/** How a measure is shown, from its description. */
function score(name: string): ShownScore {
  const { unit, shown = { unit, offset: 0 }, decimals, direction, entry } = descriptionOf(name)
  return { name, entry, unit: shown.unit || null, decimals, direction, offset: shown.offset }
}

const pitch = [
  score('f0_mean_hz'),
  score('f0_median_hz'),
  score('f0_sd_hz'),
  score('f0_sd_st'),
  score('f0_p05_hz'),
  score('f0_p95_hz'),
  score('voiced_fraction'),
]

const loudness = [score('intensity_mean_energy_db'), score('intensity_sounding_sd_db')]

const vowelVoice = [
  score('cpps_avqi_db'),
  score('hnr_mean_db'),
  score('h1_h2_db'),
  score('gne'),
  score('jitter_local_pct'),
  score('jitter_rap_pct'),
  score('jitter_ppq5_pct'),
  score('shimmer_local_pct'),
  score('shimmer_local_db'),
  score('shimmer_apq3_pct'),
  score('shimmer_apq11_pct'),
]

/** Jitter, shimmer and breaks have no meaning where consonants and pauses interrupt the voice. */
const speechVoice = [score('cpps_avqi_db')]

const breaks = [
  score('voice_break_count'),
  score('voice_break_degree_pct'),
  score('tremor_rate_hz'),
  score('tremor_depth_pct'),
  score('amplitude_tremor_rate_hz'),
  score('amplitude_tremor_depth_pct'),
]

const held = [score('max_phonation_time_s'), score('phonation_time_s'), score('duration_s')]

const syllables = [
  score('ddk_rate_onsets_per_s'),
  score('ddk_onset_count'),
  score('ddk_onset_cv_pct'),
  score('ddk_same_syllable_cv_pct'),
  score('ddk_syllable_1_ms'),
  score('ddk_syllable_2_ms'),
  score('ddk_syllable_3_ms'),
  score('ddk_acceleration_pct'),
  score('ddk_intensity_slope_db_per_s'),
]

/** Without the articulation rate: it counts syllables by another method than the syllable train's. */
const trainTime = [score('speech_onset_s'), score('duration_s'), score('phonation_time_s'), score('pause_count')]

const speechTime = [
  score('speech_onset_s'),
  score('duration_s'),
  score('phonation_time_s'),
  score('phonation_ratio_span'),
  score('pause_count'),
  score('pause_total_s'),
  score('pause_mean_s'),
  score('articulation_rate_syl_per_s'),
]

const speechTimbre = [
  score('spec_cog_hz'),
  score('spec_sd_hz'),
  score('ltas_slope_0_1k_1k_4k_db'),
  score('ltas_alpha_ratio_db'),
  score('ltas_hammarberg_db'),
]

/** Resonances distinguish one vowel from another. They have no meaning for whole sentences. */
const vowelTimbre = [
  score('f1_median_5500_hz'),
  score('f2_median_5500_hz'),
  score('f3_median_5500_hz'),
  ...speechTimbre,
]

const words = [
  score('tokens'),
  score('types'),
  score('ttr'),
  score('mattr_10'),
  score('mattr_25'),
  score('mattr_50'),
  score('hapax_ratio'),
  score('brunet_w'),
  score('honore_r'),
  score('mean_word_length'),
  score('content_word_ratio'),
  score('filled_pauses_per_100_words'),
  score('repetitions_per_100_words'),
  score('phrase_repetitions_per_100_words'),
  score('fragments_per_100_words'),
  score('words_per_min'),
]

/** Words read from a given text: richness is a property of the text, errors are the speaker's. */
const reading = [
  score('tokens'),
  score('read_words_pct'),
  score('word_error_rate_pct'),
  score('words_correct_per_min'),
  score('reading_as_printed_pct'),
  score('reading_skipped_pct'),
  score('reading_replaced_pct'),
  score('reading_repeated_pct'),
  score('reading_corrected_pct'),
  score('reading_added_per_100_words'),
  score('filled_pauses_per_100_words'),
  score('repetitions_per_100_words'),
  score('phrase_repetitions_per_100_words'),
  score('fragments_per_100_words'),
  score('words_per_min'),
]

const fluency = [
  score('valid_unique_words'),
  score('repetitions'),
  score('intrusions'),
  score('undecided_words'),
  score('cluster_size_mean'),
  score('cluster_switches'),
  score('words_0_15_s'),
  score('words_15_30_s'),
  score('words_30_45_s'),
  score('words_45_60_s'),
  score('words_slope_per_quarter'),
  score('first_word_s'),
  score('interword_interval_mean_s'),
]

const contentUnits = [
  score('content_units'),
  score('content_units_pct'),
  score('content_units_per_min'),
  score('undecided_units'),
]

const signal = [score('snr_db'), score('peak_dbfs'), score('rms_dbfs'), score('clipped_ratio'), score('speech_ratio')]

const described: ShownMeasures = {
  content_units: contentUnits,
  words,
  time: speechTime,
  voice: speechVoice,
  pitch,
  loudness,
  timbre: speechTimbre,
  signal,
}

const recited: ShownMeasures = {
  reading,
  time: speechTime,
  voice: speechVoice,
  pitch,
  loudness,
  timbre: speechTimbre,
  signal,
}

/** What the result page shows for each category, in this order. `speech` stands for every other category. */
export const shownMeasures: Readonly<Record<string, ShownMeasures>> = {
  sustained_vowel: { held, voice: vowelVoice, breaks, pitch, loudness, timbre: vowelTimbre, signal },
  diadochokinesis: { syllables, time: trainTime, pitch, loudness, timbre: speechTimbre, signal },
  reading: recited,
  sentence: recited,
  picture_description: described,
  retelling: described,
  fluency: { fluency, words, time: speechTime, voice: speechVoice, pitch, loudness, timbre: speechTimbre, signal },
  speech: { words, time: speechTime, voice: speechVoice, pitch, loudness, timbre: speechTimbre, signal },
}

/** What the result page shows for an item of a category. */
export const shownFor = (category: string): ShownMeasures => shownMeasures[category] ?? shownMeasures.speech!

const byFunction = new Map(
  Object.entries(shownMeasures).map(([category, shown]) => [
    category,
    Map.groupBy(Object.values(shown).flat(), ({ entry }) => entry),
  ]),
)

/** The shown scores of one function for an item of a category. */
export const shownScores = (category: string, entry: string): readonly ScoreDisplay[] =>
  (byFunction.get(category) ?? byFunction.get('speech')!).get(entry) ?? []

/** The first heading under which the result page shows a score of an item of a category. */
export function headingOf(category: string, entry: string, name: string): ScoreHeading {
  const found = Object.entries(shownFor(category)).find(([, scores]) =>
    scores.some((one) => one.entry === entry && one.name === name),
  )
  if (found === undefined) throw new Error(`no heading of ${name}`)
  return found[0] as ScoreHeading
}
