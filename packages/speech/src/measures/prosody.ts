import { describe, type FunctionDescription, level, share } from './description.ts'

const ownRange = 'De Looze & Hirst 2008, Speech Prosody'
const intensity = 'Praat manual, "Sound: To Intensity..."'

export const prosody: FunctionDescription = {
  window:
    'the whole recording; F0 by autocorrelation of what lies below 8 kHz, 75–600 Hz (further for sex and age where the voice reaches an end of it, decision 0273; from 50 Hz where there is no voice above 75 Hz; from a higher limit where the spectrum shows an octave error), 40 ms every 10 ms, voiced frames only; intensity in 64 ms every 8 ms',
  source: 'Boersma 1993, IFA Proceedings 17, 97–110',
  measures: {
    voiced_fraction: share(
      'neutral',
      'Share of the frames that are voiced.',
      'How much of the recording carries a voice.',
    ),
    f0_median_hz: describe(
      'Hz',
      'neutral',
      'Median F0.',
      'The usual pitch of the voice; the most robust single number for it.',
    ),
    f0_mean_hz: describe('Hz', 'neutral', 'Mean F0.', 'The average pitch of the voice.'),
    f0_sd_hz: describe(
      'Hz',
      'neutral',
      'Sample standard deviation of F0.',
      'How much the pitch moves; depends on how high the voice is.',
    ),
    f0_sd_st: describe(
      'st',
      'neutral',
      'Sample standard deviation of F0 in semitones.',
      'How lively the melody is, comparable between high and low voices; low in monotonous speech, high in an unsteady vowel.',
    ),
    f0_p05_hz: describe('Hz', 'neutral', '5th percentile of F0.', 'The lower end of the pitch range in use.'),
    f0_p95_hz: describe('Hz', 'neutral', '95th percentile of F0.', 'The upper end of the pitch range in use.'),
    f0_min_hz: describe(
      'Hz',
      'neutral',
      'Smallest F0, with a parabola through it and its neighbours.',
      'The lowest pitch; one mistracked frame is enough to change it.',
    ),
    f0_max_hz: describe(
      'Hz',
      'neutral',
      'Largest F0, with a parabola through it and its neighbours.',
      'The highest pitch; one mistracked frame is enough to change it.',
    ),
    f0_2pass_mean_hz: describe(
      'Hz',
      'neutral',
      'Mean F0, tracked again between 0.75 of the first quartile and 1.5 of the third.',
      'The average pitch, with most octave errors taken out.',
      ownRange,
    ),
    f0_2pass_median_hz: describe(
      'Hz',
      'neutral',
      'Median F0, tracked again between 0.75 of the first quartile and 1.5 of the third.',
      'The usual pitch, with most octave errors taken out.',
      ownRange,
    ),
    f0_2pass_sd_hz: describe(
      'Hz',
      'neutral',
      'Sample standard deviation of F0, tracked again between 0.75 of the first quartile and 1.5 of the third.',
      'How much the pitch moves, with most octave errors taken out.',
      ownRange,
    ),
    f0_2pass_sd_st: describe(
      'st',
      'neutral',
      'Sample standard deviation in semitones of F0, tracked again between 0.75 of the first quartile and 1.5 of the third.',
      'How lively the melody is, with most octave errors taken out.',
      ownRange,
    ),
    intensity_mean_energy_db: level(
      'Level of the mean power of the intensity contour: in Praat, relative to 2·10⁻⁵ with full scale equal to 1; on the result page, relative to full scale.',
      'How loud the recording is; uncalibrated, so it compares only within one device and distance.',
      intensity,
    ),
    intensity_mean_db: level('Mean of the intensity contour in dB.', 'The usual level, pauses included.', intensity),
    intensity_sd_db: describe(
      'dB',
      'neutral',
      'Sample standard deviation of the intensity contour.',
      'How much the level changes, pauses included.',
      intensity,
    ),
    intensity_max_db: level('Largest value of the intensity contour, interpolated.', 'The loudest point.', intensity),
    intensity_min_db: level(
      'Smallest value of the intensity contour, interpolated.',
      'The quietest point: mostly the noise of the room.',
      intensity,
    ),
    intensity_median_db: level(
      'Median of the intensity contour.',
      'The usual level, whatever a few loud sounds do.',
      intensity,
    ),
    intensity_sounding_mean_db: level(
      'Mean of the intensity contour outside pauses.',
      'How loudly the participant speaks; low in hypophonia, if device and distance are the same.',
      intensity,
    ),
    intensity_sounding_sd_db: describe(
      'dB',
      'neutral',
      'Sample standard deviation of the intensity contour outside pauses.',
      'How much loudness varies in speech: little when it is monotonous.',
      intensity,
    ),
  },
}
