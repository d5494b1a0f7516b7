import { describe, type FunctionDescription } from './description.ts'

const formants = ['a', 'i', 'u'].flatMap((vowel) => [
  [
    `f1_${vowel}`,
    describe(
      'Hz',
      'neutral',
      `F1 of the held /${vowel}/: the median over its middle.`,
      `Rises as the mouth opens in /${vowel}/; it also rises as the vocal tract gets shorter.`,
    ),
  ] as const,
  [
    `f2_${vowel}`,
    describe(
      'Hz',
      'neutral',
      `F2 of the held /${vowel}/: the median over its middle.`,
      `Rises as the tongue moves forward in /${vowel}/ and the lips are spread; it also rises as the vocal tract gets shorter.`,
    ),
  ] as const,
])

export const vowelSpace: FunctionDescription = {
  window:
    'the middle half of each held vowel, at most 1 s; F1 and F2 are the medians of its voiced frames below ceilings of 4500 to 6500 Hz, of which at least three of five must agree',
  source: 'Sapir, Ramig, Spielman & Fox 2010, J Speech Lang Hear Res 53, 114–125',
  measures: {
    vowel_space: describe(
      'kHz²',
      'neutral',
      'Area of the triangle between /a/, /i/ and /u/ over their first two formants.',
      'How far apart the vowels are; it also grows as the vocal tract gets shorter, so it compares a person only with themselves.',
    ),
    fcr: describe(
      '',
      'lower_better',
      'Formant centralisation ratio: F2 of /u/, F2 of /a/, F1 of /i/ and F1 of /u/ over F2 of /i/ and F1 of /a/, as sums.',
      'It rises when the vowels are drawn to the middle, as in dysarthria, and depends little on the size of the speaker.',
    ),
    vai: describe(
      '',
      'higher_better',
      'Vowel articulation index: the inverse of the formant centralisation ratio.',
      'The same as the ratio on another scale: it falls when the vowels are drawn to the middle.',
      'Roy, Nissen, Dromey & Sapir 2009, J Commun Disord 42, 124–135',
    ),
    f2_ratio: describe(
      '',
      'higher_better',
      'F2 of /i/ over F2 of /u/.',
      'How far the tongue and the lips move between front and back; it depends on how /u/ is said in a language.',
    ),
    ...Object.fromEntries(formants),
  },
}
