import { count, describe, type FunctionDescription } from './description.ts'

const onsets = 'own definition; compare Bello et al. 2005, IEEE TSAP 13, 1035–1047'

export const diadochokinesis: FunctionDescription = {
  window:
    'the whole recording; intensity in 107 ms every 5 ms; a peak counts as a syllable within 20 dB of the loud frames, 70 ms from the next and with a dip of 3 dB between',
  source: 'own definition; compare Kent, Kent & Rosenbek 1987, JSHD 52, 367–387',
  measures: {
    // Kent et al.: a count is a score only where the time is fixed; the rate is valid for any length.
    ddk_peak_count: count(
      'neutral',
      'Syllables, counted by their peaks of intensity.',
      'How many syllables were repeated; grows with the length of the recording.',
    ),
    ddk_rate_peaks_per_s: describe(
      '1/s',
      'higher_better',
      'Intervals between peaks over the time from the first to the last.',
      'Speed of the articulators: 5 to 7 a second in healthy adults, slower in dysarthria.',
    ),
    ddk_interval_mean_ms: describe(
      'ms',
      'lower_better',
      'Mean interval between peaks.',
      'The same as the rate, expressed as the length of one syllable.',
    ),
    ddk_interval_sd_ms: describe(
      'ms',
      'lower_better',
      'Sample standard deviation of the intervals between peaks.',
      'Irregular rhythm, as in ataxia.',
    ),
    ddk_interval_cv_pct: describe(
      '%',
      'lower_better',
      'Standard deviation of the intervals between peaks over their mean.',
      'Irregular rhythm, comparable between fast and slow repetitions.',
    ),
    ddk_onset_count: count(
      'neutral',
      'Syllables, counted by their onsets (burst or steepest rise), without onsets between two syllables.',
      'How many syllables were repeated; grows with the length of the recording.',
      onsets,
    ),
    ddk_rate_onsets_per_s: describe(
      '1/s',
      'higher_better',
      'One over the mean interval between the onsets of neighbouring syllables.',
      'Speed of the articulators: 5 to 7 a second in healthy adults, slower in dysarthria.',
      onsets,
    ),
    ddk_onset_cv_pct: describe(
      '%',
      'lower_better',
      'Standard deviation of the intervals between the onsets of the syllables (burst or steepest rise) over their mean.',
      'Irregular rhythm. Below about 5 % the repetition is regular; the intervals between peaks vary more, as /p/, /t/ and /k/ differ.',
      onsets,
    ),
    ddk_same_syllable_cv_pct: describe(
      '%',
      'lower_better',
      'The same within each of the three steps of /pa-ta-ka/ (pa to ta, ta to ka, ka to pa), pooled.',
      'Irregular rhythm that does not come from one syllable being longer than another.',
      onsets,
    ),
    ddk_syllable_1_ms: describe(
      'ms',
      'lower_better',
      'Median interval from the onset of the first syllable of each round (pa) to the next onset.',
      'How long the lips need. A syllable much longer than the other two points to the articulator that is slow.',
      onsets,
    ),
    ddk_syllable_2_ms: describe(
      'ms',
      'lower_better',
      'Median interval from the onset of the second syllable of each round (ta) to the next onset.',
      'How long the tip of the tongue needs. Compare it with the other two syllables.',
      onsets,
    ),
    ddk_syllable_3_ms: describe(
      'ms',
      'lower_better',
      'Median interval from the onset of the third syllable of each round (ka) to the next onset.',
      'How long the back of the tongue needs. Compare it with the other two syllables.',
      onsets,
    ),
    ddk_rate_first9_per_s: describe(
      '1/s',
      'higher_better',
      'The rate over the first nine syllables.',
      'Speed before fatigue, comparable between recordings of different length.',
    ),
    ddk_acceleration_pct: describe(
      '%',
      'neutral',
      'How much shorter the mean interval between onsets is in the last third than in the first, in whole rounds, expressed as a rise of the rate.',
      'Above zero the syllables become faster, as in festination; below zero they become slower, as in fatigue.',
      onsets,
    ),
    ddk_intensity_slope_db_per_s: describe(
      'dB/s',
      'neutral',
      'Regression of the peaks’ level on time.',
      'Below zero the voice fades, as in hypophonia.',
    ),
  },
}
