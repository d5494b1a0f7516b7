import { describe, type FunctionDescription } from './description.ts'

export const avqi: FunctionDescription = {
  window:
    'the voiced frames of the speech, 30 ms each, then the middle 3 s of the vowel, both without what lies below 34 Hz',
  source: 'Barsties & Maryn 2016, Ann Otol Rhinol Laryngol 125, 571–583',
  measures: {
    avqi: describe(
      '',
      'lower_better',
      '2.8902 × (4.152 − 0.177 CPPS − 0.006 HNR − 0.037 shimmer in % + 0.941 shimmer in dB + 0.01 slope + 0.093 tilt): version 03.01.',
      'Quality of the voice as a whole: it grows with dysphonia. Compare it only with a cut-off for the same language and version.',
    ),
    cpps: describe(
      'dB',
      'higher_better',
      'Smoothed cepstral peak prominence of speech and vowel, with a peak between 60 and 330 Hz.',
      'How clearly the voice repeats: low in breathy and rough voices.',
    ),
    hnr: describe(
      'dB',
      'higher_better',
      'Mean harmonics-to-noise ratio of speech and vowel over the voiced frames of the pitch, as in Praat’s voice report.',
      'How much of the voice is noise. Its definition is another than that of a single vowel, so do not compare the two.',
    ),
    shimmer_pct: describe(
      '%',
      'lower_better',
      'Mean difference of the amplitude between neighbouring periods of speech and vowel over the mean amplitude.',
      'Irregular loudness from period to period. Speech is joined from short frames, so do not compare it with that of a vowel.',
    ),
    shimmer_db: describe(
      'dB',
      'lower_better',
      'Mean difference of the level between neighbouring periods of speech and vowel.',
      'The same as the shimmer in per cent on another scale.',
    ),
    slope: describe(
      'dB',
      'neutral',
      'Energy from 1 to 10 kHz less that from 0 to 1 kHz, in the long-term spectrum of speech and vowel.',
      'How fast the spectrum falls; noise of breath makes it flatter.',
    ),
    tilt: describe(
      'dB',
      'neutral',
      'The same difference, of the straight line through that spectrum up to 10 kHz.',
      'How fast the spectrum falls, measured on its line.',
    ),
    voiced_s: describe(
      's',
      'neutral',
      'Length of the voiced frames that were found in the speech.',
      'How much speech the index rests on: below 2 s it is withheld, a limit of our own.',
    ),
  },
}
