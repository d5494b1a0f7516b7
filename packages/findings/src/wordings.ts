/**
 * The measures of each wording. Measures with the same wording make one finding. A minus sign means that the measure falls
 * when the wording rises (more noise is a lower harmonics-to-noise ratio). Measures of the recording, and uncalibrated
 * levels, have no wording, because they do not describe the participant.
 */
const measuresOf = {
  rate: ['articulation_rate_syl_per_s', 'words_per_min', 'words_correct_per_min'],
  pauses: ['pause_count'],
  pause_time: ['pause_mean_s', 'pause_total_s', '-phonation_ratio_span'],
  onset: ['speech_onset_s', 'first_word_s'],
  length: ['phonation_time_s', 'duration_s'],
  held: ['max_phonation_time_s'],
  pitch: ['f0_median_hz', 'f0_mean_hz'],
  lowest_pitch: ['f0_p05_hz'],
  highest_pitch: ['f0_p95_hz'],
  melody: ['f0_sd_st', 'f0_sd_hz'],
  voicing: ['voiced_fraction'],
  loudness: ['intensity_sounding_sd_db'],
  periodicity: ['cpps_avqi_db'],
  noise: ['-hnr_mean_db', '-gne'],
  jitter: ['jitter_local_pct', 'jitter_rap_pct', 'jitter_ppq5_pct'],
  shimmer: ['shimmer_local_pct', 'shimmer_local_db', 'shimmer_apq3_pct', 'shimmer_apq11_pct'],
  breathiness: ['h1_h2_db'],
  breaks: ['voice_break_degree_pct', 'voice_break_count'],
  tremor: ['tremor_depth_pct', 'amplitude_tremor_depth_pct'],
  tremor_rate: ['tremor_rate_hz', 'amplitude_tremor_rate_hz'],
  formants: ['f1_median_5500_hz', 'f2_median_5500_hz', 'f3_median_5500_hz'],
  brightness: ['spec_cog_hz', 'ltas_alpha_ratio_db', 'ltas_slope_0_1k_1k_4k_db', '-ltas_hammarberg_db'],
  spectrum_width: ['spec_sd_hz'],
  syllable_rate: ['ddk_rate_onsets_per_s', 'ddk_onset_count'],
  syllable_variation: ['ddk_onset_cv_pct', 'ddk_same_syllable_cv_pct'],
  syllable_length: ['ddk_syllable_1_ms', 'ddk_syllable_2_ms', 'ddk_syllable_3_ms'],
  acceleration: ['ddk_acceleration_pct'],
  fading: ['-ddk_intensity_slope_db_per_s'],
  words: ['tokens'],
  different_words: ['types'],
  variety: ['mattr_50', 'mattr_25', 'mattr_10', 'ttr', 'hapax_ratio', 'honore_r', '-brunet_w'],
  word_length: ['mean_word_length'],
  content_words: ['content_word_ratio'],
  disfluencies: [
    'filled_pauses_per_100_words',
    'repetitions_per_100_words',
    'phrase_repetitions_per_100_words',
    'fragments_per_100_words',
  ],
  text_read: ['read_words_pct'],
  reading_errors: ['word_error_rate_pct'],
  valid_words: ['valid_unique_words', 'words_0_15_s', 'words_15_30_s', 'words_30_45_s', 'words_45_60_s'],
  repeated_words: ['repetitions'],
  intrusions: ['intrusions'],
  clusters: ['cluster_size_mean'],
  switches: ['cluster_switches'],
  late_words: ['words_slope_per_quarter'],
  word_intervals: ['interword_interval_mean_s'],
} as const satisfies Record<string, readonly string[]>

export type Wording = keyof typeof measuresOf
export const wordings = Object.keys(measuresOf) as Wording[]

/** `rank`: the measure's place among those of its wording; the first one speaks for equals. */
export type MeasureWording = { wording: Wording; isReversed: boolean; rank: number }

const byMeasure = new Map<string, MeasureWording>(
  wordings.flatMap((wording) =>
    measuresOf[wording].map((name, rank) => {
      const isReversed = name.startsWith('-')
      return [isReversed ? name.slice(1) : name, { wording, isReversed, rank }] as const
    }),
  ),
)

/** @returns undefined for a measure that makes no finding */
export const wordingOf = (measure: string): MeasureWording | undefined => byMeasure.get(measure)
export const hasWording = (measure: string): boolean => byMeasure.has(measure)
export const measuresWithWording = (): string[] => [...byMeasure.keys()]
