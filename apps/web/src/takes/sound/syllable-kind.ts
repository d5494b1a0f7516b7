import type { SyllableKind } from '@fonema/speech'

/** The syllables that the picture of an item marks, by the name of its category: a sustained vowel has none. */
export const syllablesOf = (category: string): SyllableKind =>
  category === 'diadochokinesis' ? 'train' : category === 'sustained_vowel' ? 'none' : 'speech'
