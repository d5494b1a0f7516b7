/** Why a recognised word counts as not heard; `Doubt` of `packages/speech` has the same list. */
export const wordDoubts = ['no_voice', 'too_fast', 'loop', 'other_language', 'unsure'] as const

/** Who said a word. A word without a speaker is the participant's. */
export const wordSpeakers = ['participant', 'examiner', 'other'] as const
export type WordSpeaker = (typeof wordSpeakers)[number]

/** What a person notes about a word. A `name` identifies somebody. */
export const wordMarks = ['filler', 'fragment', 'repetition', 'paraphasia', 'unintelligible', 'name'] as const
export type WordMark = (typeof wordMarks)[number]

/** A shorter piece of speech is a slip of the pointer, s. */
export const shortestSegment = 0.02
