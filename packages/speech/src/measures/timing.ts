import { count, describe, type FunctionDescription, share } from './description.ts'

const syllables = 'De Jong & Wempe 2009, Behavior Research Methods 41, 385–390'

export const timing: FunctionDescription = {
  window:
    'from the first sound to the last unless said otherwise; intensity every 8 ms, pauses of at least 0.25 s that lie 25 dB below the loudest point',
  source: 'Praat manual, "Intensity: To TextGrid (silences)..."',
  measures: {
    duration_s: describe('s', 'neutral', 'Length of the recording.', 'The time the participant was recorded.'),
    pause_count: count(
      'neutral',
      'Silences of at least 0.25 s between the first sound and the last.',
      'Many pauses may show trouble with words, breath or planning.',
    ),
    // A longer answer has more pauses, so only measures per time or per pause have a better end.
    pause_total_s: describe(
      's',
      'neutral',
      'Sum of all pauses.',
      'The time spent silent within the answer; grows with its length.',
    ),
    pause_mean_s: describe(
      's',
      'lower_better',
      'Mean length of the pauses.',
      'Long pauses are typical of word-finding difficulty and slowed processing.',
    ),
    pause_median_s: describe(
      's',
      'lower_better',
      'Median length of the pauses.',
      'The usual pause, which one very long silence does not change.',
    ),
    pause_max_s: describe('s', 'lower_better', 'The longest pause.', 'The longest interruption of the answer.'),
    pause_sd_s: describe(
      's',
      'neutral',
      'Sample standard deviation of the pauses’ lengths.',
      'Whether pauses are alike or very different.',
    ),
    pauses_per_min_span: describe(
      '1/min',
      'lower_better',
      'Pauses per minute of the time from the first sound to the last.',
      'How often speech is interrupted, whatever the length of the answer.',
    ),
    speech_onset_s: describe(
      's',
      'lower_better',
      'Start of the first sound: the onset latency when the recording starts with the cue.',
      'How long it took the participant to begin.',
    ),
    speech_offset_s: describe('s', 'neutral', 'End of the last sound.', 'When the participant had finished.'),
    speech_span_s: describe(
      's',
      'neutral',
      'Time from the first sound to the last.',
      'The length of the answer without the silence around it.',
    ),
    phonation_time_s: describe(
      's',
      'neutral',
      'The time from the first sound to the last without its pauses; voiceless sounds and short closures count.',
      'The time really spent speaking.',
    ),
    phonation_ratio_total: share(
      'neutral',
      'Phonation time over the length of the recording.',
      'How much of the time available was used to speak.',
    ),
    phonation_ratio_span: share(
      'higher_better',
      'Phonation time over the time from the first sound to the last.',
      'How fluent the answer was once it had begun.',
    ),
    syllable_count: count(
      'neutral',
      'Syllable nuclei: voiced peaks of the intensity outside pauses, within 25 dB of the loud frames, each followed by a dip of at least 2 dB.',
      'How much was said; an estimate that needs no transcript.',
      syllables,
    ),
    speech_rate_syl_per_s: describe(
      '1/s',
      'neutral',
      'Syllables over the length of the recording.',
      'How fast the participant spoke in the task, pauses and waiting included.',
      syllables,
    ),
    speech_rate_span_syl_per_s: describe(
      '1/s',
      'neutral',
      'Syllables over the time from the first sound to the last.',
      'How fast the answer was spoken, pauses included.',
      syllables,
    ),
    articulation_rate_syl_per_s: describe(
      '1/s',
      'neutral',
      'Syllables over the phonation time.',
      'How fast the articulators move: slow in dysarthria, fast in the festination of Parkinson’s disease.',
      syllables,
    ),
    asd_s_per_syl: describe(
      's',
      'neutral',
      'Phonation time over the syllables (average syllable duration).',
      'The same as the articulation rate, expressed as the length of one syllable.',
      syllables,
    ),
  },
}
