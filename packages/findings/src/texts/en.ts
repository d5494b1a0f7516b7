import { plural, type Texts } from './texts.ts'

const of = plural('en')
const measures = (count: number) => `${count} ${of(count, 'measure', 'measures')}`
const about = (expected: number) => {
  if (expected < 1) return 'none or one'
  if (expected < 1.5) return 'about one'
  return expected < 2 ? 'one or two' : `about ${Math.round(expected)}`
}

export const en: Texts = {
  than: {
    most: (phrase) => `${phrase} than in most people`,
    on: (phrase, date) => `${phrase} than on ${date}`,
  },
  perhaps: (phrase) => `Perhaps ${phrase}`,
  invented: 'invented demonstration data',
  percentile: (percentile, low, high) => `percentile ${percentile} (between ${low} and ${high})`,
  changed: (value, before, error) =>
    `${value} (before: ${before}). The change exceeds the measurement error (±${error})`,
  changedAtLeast: (value, before, error) =>
    `${value} (before: ${before}). The change exceeds the error within a session (±${error}); between sessions it is larger`,
  index: {
    name: (name) => `Voice quality, ${name}`,
    above: (value, cutOff) => `${value}, above the cut-off of ${cutOff}`,
    below: (value, cutOff) => `${value}, at or below the cut-off of ${cutOff}`,
    no_cut_off: (value, language) => `${value}, without a validated cut-off for ${language}`,
    byClinic: 'entered by the clinic',
  },
  also: (items) => `also in ${items}`,
  related: (names) => `as does ${names}`,
  norm: (name, version) => `${name}, version ${version}`,
  unjudged: {
    poor_quality: () => 'the recording is poor',
    not_measured: () => 'it could not be measured',
    pending: () => 'it is still being measured',
    skipped: () => 'it was skipped',
    unanswered: () => 'it was not recorded',
    interrupted: () => 'the recording was interrupted',
    other_device: (count) => `The change of ${measures(count)}: recorded with another microphone`,
    other_engine: (count) => `The change of ${measures(count)}: measured with another version`,
    other_range: (count) => `The change of ${measures(count)}: the pitch was searched in another range`,
    unknown_error: (count) => `The change of ${measures(count)}: the measurement error is not known yet`,
    no_place: () => 'the norm has no values for this item',
    few_words: (count) => `fewer than 50 words (${measures(count)})`,
  },
  doubtful: (some, reasons) => `${some} of doubtful reliability (${reasons})`.trimStart(),
  measures,
  because: (reasons) => ` (${reasons})`,
  quality: {
    clipped: 'clipped sound',
    too_quiet: 'very low level',
    noisy: 'background noise',
    no_speech: 'no speech',
    cut_start: 'start cut off',
    cut_end: 'end cut off',
    gap: 'parts lost',
    low_sample_rate: 'low sample rate',
    longer_than_allowed: 'longer than allowed',
    processed_by_browser: 'sound processed by the browser',
    no_steady_voice: 'no steady voice',
    offset: 'signal not centred on zero',
    other_voice: 'another voice',
  },
  vowelSpace: 'Vowel space',
  indexReasons: {
    not_recorded: 'the recording of the speech or of the vowel is missing',
    poor_quality: 'one of the recordings is poor',
    rates_differ: 'the two recordings have different sample rates',
    low_rate: 'the sample rate is too low',
    vowel_too_short: 'the vowel is shorter than 3 s',
    too_little_voice: 'there is too little voice in the speech',
    other_syllables: 'the speech does not have the syllables of the item',
    others_speak: 'another person speaks too in the recording of the speech',
    needs_calibrated_microphone: 'it needs a calibrated microphone',
    vowel_missing: 'the recording of one of the vowels is missing',
    too_little_vowel: 'one of the vowels is held for less than 1 s',
    pitch_too_high: 'the pitch is above 250 Hz, which hides the lowest formants',
    formants_not_found: 'the formants of one of the vowels were not found',
    formants_unsteady: 'the formants of one of the vowels vary too much',
    formants_disagree: 'the formants of one of the vowels are uncertain',
    vowels_not_distinct: 'the vowels do not differ as /a/, /i/ and /u/ do',
  },
  chance: (count, expected) =>
    `Of ${measures(count)} compared, ${about(expected)} ${expected < 1.5 ? 'lies' : 'lie'} outside by chance.`,
  chanceOfChanges: (count, expected) =>
    `Of ${count} ${of(count, 'change', 'changes')}, ${about(expected)} ${expected < 1.5 ? 'exceeds' : 'exceed'} the error by chance.`,
  noDiagnosis: 'This is not a diagnosis.',
  units: { st: 'semitones', '1/min': 'words/min', '1/s': 'syl/s', '1/15 s': 'words/15 s' },
}
