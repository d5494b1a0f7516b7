import { count, describe, type FunctionDescription, percentage } from './description.ts'

const jitter = 'Praat manual, "Voice 2. Jitter"'
const shimmer = 'Praat manual, "Voice 3. Shimmer"'
const harmonicity = 'Boersma 1993, eq. 4; Praat manual, "Sound: To Harmonicity (cc)..."'
const cepstrum = 'Hillenbrand & Houde 1996; Maryn & Weenink 2015 (settings of the AVQI)'
const tremor = 'Brückl 2012, Interspeech; Scargle 1982'
const breaks = 'Praat manual, "Voice 1. Voice breaks"'

export const voiceQuality: FunctionDescription = {
  window:
    'the whole recording; glottal pulses by cross-correlation of what lies below 8 kHz, without its offset, periods of 0.1–20 ms that differ from their neighbour by less than 1.3 times; no perturbation above a jitter of 5 % or from fewer than 100 periods',
  source: 'Praat manual, "Sound & Pitch: To PointProcess (cc)"',
  measures: {
    n_pulses: count('neutral', 'Glottal pulses found.', 'How much voice there was to measure.'),
    n_periods: count(
      'neutral',
      'Intervals between pulses that are periods with a regular neighbour.',
      'Jitter and shimmer from fewer than a hundred periods are not reliable, and are withheld.',
    ),
    mean_period_s: describe(
      's',
      'neutral',
      'Mean of the periods that have a regular neighbour.',
      'The inverse of the pitch.',
      jitter,
    ),
    jitter_local_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between consecutive periods over the mean period.',
      'Roughness of the voice: irregular from one period to the next; meant for sustained vowels.',
      jitter,
    ),
    jitter_abs_us: describe(
      'µs',
      'lower_better',
      'Mean absolute difference between consecutive periods.',
      'Jitter before division by the period, hence larger in low voices.',
      jitter,
    ),
    jitter_rap_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between a period and the mean of it and its two neighbours, over the mean period.',
      'Jitter that slow changes of pitch hardly raise.',
      jitter,
    ),
    jitter_ppq5_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between a period and the mean of it and its four neighbours, over the mean period.',
      'Jitter that changes of pitch raise least.',
      jitter,
    ),
    jitter_ddp_pct: describe(
      '%',
      'lower_better',
      'Three times the relative average perturbation (RAP).',
      'The same as RAP on another scale.',
      jitter,
    ),
    shimmer_local_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between the amplitudes of consecutive periods over the mean amplitude.',
      'Breathiness and roughness: loudness that is irregular from one period to the next.',
      shimmer,
    ),
    shimmer_local_db: describe(
      'dB',
      'lower_better',
      'Mean absolute difference between consecutive amplitudes in dB.',
      'Local shimmer in decibels.',
      shimmer,
    ),
    shimmer_apq3_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between an amplitude and the mean of it and its two neighbours, over the mean amplitude.',
      'Shimmer that slow changes of loudness hardly raise.',
      shimmer,
    ),
    shimmer_apq5_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between an amplitude and the mean of it and its four neighbours, over the mean amplitude.',
      'Shimmer that changes of loudness raise less.',
      shimmer,
    ),
    shimmer_apq11_pct: describe(
      '%',
      'lower_better',
      'Mean absolute difference between an amplitude and the mean of it and its ten neighbours, over the mean amplitude.',
      'Shimmer that changes of loudness raise least.',
      shimmer,
    ),
    shimmer_dda_pct: describe(
      '%',
      'lower_better',
      'Three times the APQ3.',
      'The same as APQ3 on another scale.',
      shimmer,
    ),
    hnr_mean_db: describe(
      'dB',
      'higher_better',
      'Harmonics-to-noise ratio, mean over the frames (every 10 ms) that are not silent.',
      'Low in breathy and hoarse voices; noise of the room lowers it, too.',
      harmonicity,
    ),
    hnr_sd_db: describe(
      'dB',
      'neutral',
      'Sample standard deviation of the harmonics-to-noise ratio over the frames that are not silent.',
      'Whether the voice quality holds.',
      harmonicity,
    ),
    cpps_avqi_db: describe(
      'dB',
      'higher_better',
      'Smoothed cepstral peak prominence: the height of the cepstral peak between 60 and 330 Hz over a straight line fitted to the cepstrum.',
      'One of the best single measures of dysphonia, valid in vowels and in speech: low in hoarse and breathy voices.',
      cepstrum,
    ),
    h1_h2_db: describe(
      'dB',
      'neutral',
      'Level of the first harmonic less that of the second, median over the voiced frames, six periods each; the resonances of the vowel are not taken out.',
      'High in breathy voices, low in pressed ones; only takes of the same vowel compare.',
      'Hillenbrand, Cleveland & Erickson 1994, JSHR 37',
    ),
    gne: describe(
      '',
      'higher_better',
      'Glottal-to-noise excitation ratio: the largest correlation between the envelopes of two bands of 1 kHz, 500 Hz or more apart, from 500 to 4500 Hz, after flattening the spectrum; in the middle second of the longest phonation (0.5 s or more).',
      'Near 1 when the closing glottis excites all bands together, lower when breath noise does; jitter and shimmer hardly change it.',
      'Michaelis, Gramss & Strube 1997, Acustica 83',
    ),
    max_phonation_time_s: describe(
      's',
      'higher_better',
      'The longest stretch of voice, breaks below 0.25 s included.',
      'In a vowel held as long as possible: short when breath support or glottal closure is weak.',
      'Hirano 1981, Clinical examination of voice',
    ),
    voice_break_count: count(
      'lower_better',
      'Intervals between pulses of more than 16.7 ms (1.25 periods of the lowest pitch).',
      'A sustained vowel of a healthy voice has none.',
      breaks,
    ),
    voice_break_degree_pct: percentage(
      'lower_better',
      'Sum of the voice breaks over the time from the first pulse to the last.',
      'How much of the vowel is without a voice.',
      breaks,
    ),
    tremor_rate_hz: describe(
      'Hz',
      'neutral',
      'The rate between 2 and 15 Hz that carries at least 30 % of the variation of F0 about its trend in the longest phonation (1 s or more).',
      'Essential tremor lies at 4–12 Hz, that of Parkinson’s disease mostly at 4–7 Hz; without a tremor there is no value.',
      tremor,
    ),
    tremor_depth_pct: describe(
      '%',
      'lower_better',
      'Amplitude of the tremor’s swing of F0 over the mean F0 (4: 4 % up and down).',
      'How far the pitch trembles.',
      tremor,
    ),
    amplitude_tremor_rate_hz: describe(
      'Hz',
      'neutral',
      'The rate between 2 and 15 Hz that carries at least 30 % of the variation of the amplitude about its trend in the longest phonation (1 s or more).',
      'Loudness trembles with or without the pitch, at the rates of the tremor of pitch; without a tremor there is no value.',
      tremor,
    ),
    amplitude_tremor_depth_pct: describe(
      '%',
      'lower_better',
      'Amplitude of the tremor’s swing of the amplitude of each period over the mean amplitude (30: 30 % up and down); swings below 1 % count as none.',
      'How far the loudness trembles.',
      tremor,
    ),
  },
}
