import type { FunctionName } from '../measure.ts'
import type { WordFunctionName } from '../word-measures.ts'

/**
 * What is known about a family of measures, shown whole behind each measure. These texts are the English ones of the product and of
 * docs/measures; the other languages translate every field (apps/web/src/texts/measures).
 */
export type Card = {
  readonly title: string
  readonly about: string
  /** Verification, analytical and clinical validation in one sentence. */
  readonly validated: string
  /** What changes the values although the speech does not, in one sentence. */
  readonly moves: string
  /** Does the program compute what it says? */
  readonly verification: string
  /** Does the number follow what it names, in recordings whose truth is known? */
  readonly analytical: string
  /** In whom was this program's number shown to be of use? */
  readonly clinical: string
  readonly age: string
  readonly device: string
  readonly noise: string
  readonly reliability: string
  readonly sources: readonly string[]
}

const none =
  'None. No study has used the numbers of this program; studies of the same measure used other programs and rooms.'
const own =
  'Depends on the clinic: its own repeats give the standard error of measurement (decision 0265). No value is assumed before that.'

type Family = FunctionName | Exclude<WordFunctionName, 'transcript'> | 'vowel_space' | 'avqi'

export const cards: Readonly<Record<Family, Card>> = {
  recording_quality: {
    title: 'Recording quality',
    about: 'Levels, noise and clipping of the recording itself. It judges the recording, not the person.',
    validated:
      'Verified with constructed signals; there is no clinical validation, since it measures the recording only.',
    moves: 'The room, the distance to the microphone and the processing of the browser change it most.',
    verification: 'Tests with tones, noise and clipped signals whose values are known.',
    analytical:
      'The noise needs a silence: that in the recording, or for a vowel without pauses the half second before it, if nobody spoke then.',
    clinical: 'Not applicable: it does not describe a person.',
    age: 'No effect of its own.',
    device: 'Gain, automatic gain control and noise suppression of the browser change every level.',
    noise: 'Noise is what it measures.',
    reliability: own,
    sources: ['Own definitions, stated with each measure'],
  },
  timing: {
    title: 'Timing',
    about: 'How long a person speaks and pauses, and how many syllables a second.',
    validated: 'Verified against Praat on the reference recordings; there is no clinical validation of this program.',
    moves: 'The task, the language, age and noise in the pauses change it; the microphone hardly does.',
    verification: 'Praat 6.3.07 on the reference recordings (docs/metrics.md).',
    analytical:
      'Constructed pauses are found to one frame. Syllables are counted by peaks of intensity, which miss quiet ones.',
    clinical: none,
    age: 'Older adults speak more slowly and pause more.',
    device: 'Little, unless noise suppression cuts quiet sounds.',
    noise: 'Noise above the limit of 25 dB below the loudest point hides pauses.',
    reliability: own,
    sources: [
      'Praat manual, "Intensity: To TextGrid (silences)..."',
      'De Jong & Wempe 2009, Behavior Research Methods 41, 385–390',
    ],
  },
  prosody: {
    title: 'Pitch and loudness',
    about: 'The fundamental frequency of the voice, how it varies, and the level of the sound.',
    validated: 'Verified against Praat on the reference recordings; there is no clinical validation of this program.',
    moves: 'Sex, age, loudness and the task change pitch; the microphone and its distance change every level.',
    verification: 'Praat 6.3.07 on the reference recordings (docs/metrics.md).',
    analytical:
      'Constructed voices of known pitch. Octave errors are found in the spectrum: of 240 constructed breathy vowels none was an octave low (decision 0257). Where fewer than a tenth of the frames are an octave low, they stay.',
    clinical: none,
    age: 'Falls in women and rises in men at old age; children are far higher. Compare with people of like age and sex.',
    device: 'Pitch hardly; levels entirely, because they are not calibrated.',
    noise: 'Hum and whistles can be taken for a voice when they are loud.',
    reliability: own,
    sources: ['Boersma 1993, IFA Proceedings 17, 97–110', 'De Looze & Hirst 2008, Speech Prosody'],
  },
  voice_quality: {
    title: 'Voice quality',
    about: 'How regular the voice is from one period to the next, and how much of it is noise.',
    validated:
      'Verified against Praat on the reference recordings, H1–H2 and tremor with constructed signals only; the clinical studies of these measures used other programs, none used this one.',
    moves: 'The vowel, loudness, pitch, sex, noise and the microphone change it: repeat it under equal conditions.',
    verification:
      'Praat 6.3.07 on the reference recordings (docs/metrics.md); the GNE on the middle second of 12 vowels. H1–H2 and tremor: constructed signals only, as Praat has no such measure.',
    analytical:
      'Constructed voices of known jitter and shimmer. Perturbation is defined for nearly periodic voices only (type 1).',
    clinical: none,
    age: 'Rises somewhat with age; the effect of loudness and pitch is larger.',
    device: 'Low sample rates, lossy codecs and noise suppression distort jitter, shimmer and the cepstral peak.',
    noise: 'Noise raises jitter and shimmer and lowers the harmonics-to-noise ratio and the cepstral peak.',
    reliability: own,
    sources: [
      'Titze 1995, Workshop on acoustic voice analysis: summary statement',
      'Brockmann et al. 2011, Journal of Voice 25, 44–53',
      'Hillenbrand & Houde 1996; Maryn & Weenink 2015',
      'Michaelis, Gramss & Strube 1997, Acustica 83',
      'Hillenbrand, Cleveland & Erickson 1994, JSHR 37',
      'Brückl 2012, Interspeech; Scargle 1982',
    ],
  },
  diadochokinesis: {
    title: 'Syllable repetition',
    about: 'How fast and how regularly syllables are repeated.',
    validated:
      'Verified against Praat and with constructed syllable trains; there is no clinical validation of this program.',
    moves: 'The syllables that were asked for, the instruction, age, noise and echo change it.',
    verification: 'Praat 6.3.07 for the measures of peaks (docs/metrics.md).',
    analytical:
      'Trains that no setting was chosen by: the variation between onsets is more than 2.5 points off in 0.3 % and withheld in 0.8 %. By a second construction it is so wrong in 0.8 % and withheld in 9.3 %; in rooms with an echo, 1.5 % are wrong and 18 % withheld (decision 0460). Voice onset time is not shown: by the second construction 78 % are right, and at most 93 % if three of four are withheld (decision 0370).',
    clinical: none,
    age: 'Slower and less regular in children and at old age.',
    device: 'Little, unless noise suppression cuts the bursts.',
    noise:
      'Noise and echo hide bursts; the onset is then found 10 to 60 ms late. Most of these repetitions are noticed, and their variation is withheld.',
    reliability: own,
    sources: ['Decision 0460', 'Own definitions, stated with each measure'],
  },
  spectrum: {
    title: 'Spectrum',
    about: 'How the energy is spread over frequency, and the resonances of a vowel.',
    validated: 'Verified against Praat on the reference recordings; there is no clinical validation of this program.',
    moves: 'The microphone, its distance, the room and loudness change it most.',
    verification: 'Praat 6.3.07 on the reference recordings (docs/metrics.md).',
    analytical: 'Constructed vowels of known resonances. A high pitch leaves the first resonance uncertain.',
    clinical: none,
    age: 'Resonances are higher in women and much higher in children.',
    device: 'Every microphone has its own spectrum: compare only recordings of one device.',
    noise: 'Noise flattens the spectrum.',
    reliability: own,
    sources: [
      'Childers 1978, Modern spectrum analysis, 252–255',
      'Hammarberg et al. 1980, Acta Oto-Laryngologica 90, 441–451',
    ],
  },
  vowel_space: {
    title: 'Vowel space',
    about: 'How far apart the held vowels /a/, /i/ and /u/ are, from their first two formants.',
    validated: 'Verified with constructed vowels of known formants; there is no clinical validation of this program.',
    moves: 'The length of the vocal tract, the language, the pitch and how the vowels were asked for change it.',
    verification: 'Tests with constructed vowels of known formants at pitches of 120 and 210 Hz.',
    analytical:
      'With an even pitch up to 250 Hz, the ratio lies within 4 % of the truth, the F2 ratio within 5 % and the area within 20 %, or they are withheld.',
    clinical: none,
    age: 'The area is larger in women and children, whose vocal tracts are shorter; above 250 Hz nothing is shown.',
    device: 'A telephone or a strong low-pass filter hides F2 of /i/: compare only recordings of one device.',
    noise: 'Noise and a breathy voice leave the formants uncertain; then the vowel space is withheld.',
    reliability: own,
    sources: [
      'Sapir, Ramig, Spielman & Fox 2010, J Speech Lang Hear Res 53, 114–125',
      'Roy, Nissen, Dromey & Sapir 2009, J Commun Disord 42, 124–135',
      'Escudero, Boersma, Rauber & Bion 2009, J Acoust Soc Am 126, 1379–1393',
    ],
  },
  avqi: {
    title: 'Acoustic Voice Quality Index (AVQI)',
    about: 'One number for the quality of the voice as a whole, from connected speech and a held /a/ of one session.',
    validated:
      'Verified against Praat on 41 pairs of recordings. Published cut-offs exist for some languages, none that could be verified for Spanish, Portuguese or French, and no study used this program.',
    moves:
      'The text and its number of syllables, the part of the vowel, noise, the microphone and the version of the index change it.',
    verification:
      'Praat 6.3.07: 40 of 41 pairs of recordings lie within 0.05. Pairs that Praat itself does not repeat so well are left out.',
    analytical:
      'The index is withheld with less than 2 s of voiced speech, or where the syllables that are found are fewer than 0.6 or more than 1.6 times those asked for. These limits are ours, not those of a study (decision 0233).',
    clinical:
      'None for this program. Studies by language used Praat: the n, sensitivity and specificity stand beside their cut-off, where the study states them.',
    age: 'Which ages the studies held is not recorded here: do not apply a cut-off to children without reading its study.',
    device: 'The spectrum counts up to 10 kHz: microphones, codecs and sample rates below 44.1 kHz change it.',
    noise:
      'Noise raises it. A recording of poor quality, or in which another person speaks too, gives no index; of a noisy one it is not interpreted.',
    reliability: own,
    sources: ['Barsties & Maryn 2016, Ann Otol Rhinol Laryngol 125, 571–583', 'Decision 0233'],
  },
  lexical: {
    title: 'Words',
    about: 'How many words, how varied, and how often speech is interrupted, counted in a transcript.',
    validated: 'Verified with texts whose counts are known; there is no clinical validation of this program.',
    moves: 'The task, the length of the text, schooling, language and errors of the transcript change it.',
    verification:
      'Tests with texts whose counts are known, and with the published examples of two other programs: cophi-toolbox (Honoré) and textcomplexity (moving type-token ratio).',
    analytical:
      'Exact for a correct transcript. Measures of variety depend on the length of the text. The formulas are those that other programs document, since the papers were not at hand: Brunet N^(V^−a) and Honoré 100 ln N / (1 − V₁/V) as in textcomplexity, the moving ratio over every window as in quanteda.textstats. Brunet’s a is 0.165 here, as in studies of speech, and 0.172 there: compare his index only with values of the same a (decision 0368).',
    clinical: none,
    age: 'Vocabulary is stable until old age; schooling matters more.',
    device: 'Only through the recogniser.',
    noise: 'Noise makes the recogniser err. A person confirms the words first (decision 0198).',
    reliability: own,
    sources: [
      'Covington & McFall 2010, Journal of Quantitative Linguistics 17, 94–100',
      'Brunet 1978, Le vocabulaire de Jean Giraudoux',
      'Honoré 1979, ALLC Bulletin 7, 172–177',
    ],
  },
  fluency: {
    title: 'Verbal fluency',
    about: 'How many words of a category or with a letter a person finds in a minute.',
    validated:
      'Verified with transcripts whose score is known; the test is a clinical one, but the count of this program was not validated.',
    moves: 'The category or letter, the language, age, schooling and the list of known words change it.',
    verification: 'Tests with transcripts whose scores are known.',
    analytical: 'Exact for a correct transcript and words that are on the list; others need an examiner.',
    clinical: 'None for this program. Published norms hold for their own task, language and scoring rules.',
    age: 'Falls with age and rises with schooling.',
    device: 'Only through the recogniser.',
    noise: 'Noise makes the recogniser err. A person confirms the words first (decision 0198).',
    reliability: own,
    sources: [
      'Benton, Hamsher & Sivan 1994, Multilingual Aphasia Examination, 3rd ed.; Strauss, Sherman & Spreen 2006, A Compendium of Neuropsychological Tests, 3rd ed., 499–526',
      'Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146',
    ],
  },
  content_units: {
    title: 'Content units',
    about: 'How many elements of the picture or story a person mentions.',
    validated:
      'Verified with constructed transcripts whose elements are known; there is no clinical validation, and no norm.',
    moves: 'The picture or story, the language, dialect, paraphrase and errors of the transcript change it.',
    verification: 'Precision and recall over forty constructed transcripts in each language, half of them held out.',
    analytical:
      'Lists of words, without a parser: a paraphrase outside the list is missed, and words near to one another may be taken for an element. The examiner decides in the end (decision 0390).',
    clinical: 'None. The pictures, the stories and their lists are our own; no study has used them.',
    age: 'Not known for these items.',
    device: 'Only through the recogniser.',
    noise: 'Noise makes the recogniser err. A person confirms the words first (decision 0198).',
    reliability: own,
    sources: ['Own lists (packages/content/content-units)', 'Decisions 0390 and 0391'],
  },
  reading_alignment: {
    title: 'Text and reading',
    about: 'Which words of a text were read, skipped, replaced, repeated or put right, and which were added.',
    validated: 'Verified with readings whose errors are known; there is no clinical validation, and no norm.',
    moves: 'The text, schooling, eyesight, the language and errors of the transcript change it.',
    verification:
      'Tests with readings whose errors are known, and 200 readings of the texts of the product with errors at random places.',
    analytical:
      'Of several explanations it takes the one with the fewest errors, which need not be what happened. Capitals, accents, hyphens and digits up to 20 do not count as errors; an accent that makes another word is not noticed (decision 0393).',
    clinical: 'None. No study has used the numbers of this program.',
    age: 'Children who learn to read make more errors; schooling matters at every age.',
    device: 'Only through the recogniser.',
    noise: 'Noise makes the recogniser err. A person confirms the words first (decision 0198).',
    reliability: own,
    sources: ['Levenshtein 1966, Soviet Physics Doklady 10, 707–710', 'Decision 0393'],
  },
}
