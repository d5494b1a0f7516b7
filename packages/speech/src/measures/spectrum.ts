import { describe, type FunctionDescription } from './description.ts'

const ltas = 'Praat manual, "Ltas: Get slope..."'
const hammarberg = 'Hammarberg et al. 1980, Acta Oto-Laryngologica 90, 441–451'
const burg = 'Childers 1978, Modern spectrum analysis, 252–255; Praat manual, "Sound: To Formant (burg)..."'

export const spectrum: FunctionDescription = {
  window: 'the whole recording; power spectrum in overlapping blocks of 0.74 s; formants in 50 ms every 6.25 ms',
  source: 'Praat manual, "Spectrum: Get centre of gravity..."',
  measures: {
    spec_cog_hz: describe('Hz', 'neutral', 'Centre of gravity of the power below 8 kHz.', 'How bright the sound is.'),
    spec_sd_hz: describe(
      'Hz',
      'neutral',
      'Standard deviation of the power over frequency.',
      'How widely the power is spread.',
    ),
    spec_skewness: describe(
      '',
      'neutral',
      'Skewness of the power over frequency.',
      'How much more there is below the centre than above.',
    ),
    spec_kurtosis: describe(
      '',
      'neutral',
      'Excess kurtosis of the power over frequency.',
      'How peaked the spectrum is.',
    ),
    ltas_slope_0_1k_1k_4k_db: describe(
      'dB',
      'neutral',
      'Level of 1–4 kHz less that of 0–1 kHz, both per hertz.',
      'Steep (more negative) in weak and breathy voices.',
      ltas,
    ),
    ltas_alpha_ratio_db: describe(
      'dB',
      'neutral',
      'Level of 1–5 kHz less that of 50–1000 Hz.',
      'Rises with vocal effort and pressed voice.',
      ltas,
    ),
    ltas_hammarberg_db: describe(
      'dB',
      'neutral',
      'The strongest 100 Hz below 2 kHz less the strongest of 2–5 kHz.',
      'High in weak and hypofunctional voices.',
      hammarberg,
    ),
    f1_mean_5000_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 1 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the height of the tongue and the opening of the jaw.',
      burg,
    ),
    f1_median_5000_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 1 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the height of the tongue and the opening of the jaw.',
      burg,
    ),
    f2_mean_5000_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 2 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the place of the tongue between front and back.',
      burg,
    ),
    f2_median_5000_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 2 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the place of the tongue between front and back.',
      burg,
    ),
    f3_mean_5000_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 3 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the shape of the front of the mouth and the rounding of the lips.',
      burg,
    ),
    f3_median_5000_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 3 where there is a voice, five formants below 5000 Hz (men).',
      'In a vowel it follows the shape of the front of the mouth and the rounding of the lips.',
      burg,
    ),
    f1_mean_5500_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 1 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the height of the tongue and the opening of the jaw.',
      burg,
    ),
    f1_median_5500_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 1 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the height of the tongue and the opening of the jaw.',
      burg,
    ),
    f2_mean_5500_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 2 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the place of the tongue between front and back.',
      burg,
    ),
    f2_median_5500_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 2 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the place of the tongue between front and back.',
      burg,
    ),
    f3_mean_5500_hz: describe(
      'Hz',
      'neutral',
      'Mean of formant 3 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the shape of the front of the mouth and the rounding of the lips.',
      burg,
    ),
    f3_median_5500_hz: describe(
      'Hz',
      'neutral',
      'Median of formant 3 where there is a voice, five formants below 5500 Hz (women).',
      'In a vowel it follows the shape of the front of the mouth and the rounding of the lips.',
      burg,
    ),
  },
}
