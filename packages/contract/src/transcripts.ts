import { z } from 'zod'
import { Timestamp } from './fields.ts'
import { ofResults } from './guarded.ts'
import { UserId } from './ids.ts'
import { wordDoubts, wordMarks, wordSpeakers } from './word-marks.ts'

/** The origin of a transcript: a local recogniser, a remote one, or a person. */
export const transcriptEngines = ['sherpa', 'http', 'typed'] as const

/** A word of a transcript. */
export const TranscriptWord = z.object({
  text: z.string(),
  /** Seconds from the start of the marked window; null if the time is unknown. */
  start: z.number().nullable(),
  end: z.number().nullable(),
  /** The recogniser's probability of the word, 0 to 1; absent: it gives none. */
  confidence: z.number().optional(),
  /** The word counts as not heard: it is shown, but it is no part of the transcript and of no measure. */
  doubt: z.enum(wordDoubts).optional(),
  speaker: z.enum(wordSpeakers).optional(),
  marks: z.array(z.enum(wordMarks)).optional(),
})
export type TranscriptWord = z.infer<typeof TranscriptWord>

const version = {
  version: z.int(),
  text: ofResults(z.string(), ''),
  words: ofResults(z.array(TranscriptWord), []),
  created_at: Timestamp,
}

const TypedVersion = z.object({
  ...version,
  engine: z.literal('typed'),
  /** The user who typed it; null: the demonstration. */
  author: z.object({ id: UserId, first_name: z.string(), last_name: z.string() }).nullable(),
  /** The version that it replaced; null: there was none. */
  based_on: z.int().nullable(),
  model: z.null(),
})
const RecognisedVersion = z.object({
  ...version,
  engine: z.enum(transcriptEngines).exclude(['typed']),
  author: z.null(),
  based_on: z.null(),
  model: z.string().nullable(),
})
export const TranscriptVersion = z.discriminatedUnion('engine', [TypedVersion, RecognisedVersion])
export type TranscriptVersion = z.infer<typeof TranscriptVersion>

const longestText = 100_000
/** Words of one transcript. */
export const mostWords = 20_000

/** Seconds from the start of the marked window. */
const Moment = z.number('invalid').min(0, 'out_of_range').nullable()

/** A word that a person typed or kept. It is heard, so it has neither confidence nor doubt. */
export const TypedWord = z.strictObject({
  text: z.string('invalid').regex(/^[^\s\p{Cc}]{1,200}$/u, 'invalid'),
  start: Moment,
  end: Moment,
  speaker: z.enum(wordSpeakers).optional(),
  marks: z.array(z.enum(wordMarks)).max(wordMarks.length, 'too_long').optional(),
})
export type TypedWord = z.infer<typeof TypedWord>

const isForward = (words: readonly TypedWord[]) => {
  const starts = words.flatMap(({ start }) => start ?? [])
  return (
    words.every(({ start, end }) => start === null || end === null || start <= end) &&
    starts.every((start, index) => index === 0 || starts[index - 1]! <= start)
  )
}

/** The words, or the text alone: then unchanged words keep their times, marks and speakers. */
export const NewTranscript = z
  .strictObject({
    text: z.string('invalid').trim().max(longestText, 'too_long').optional(),
    words: z
      .array(TypedWord)
      .max(mostWords, 'too_long')
      .refine(isForward, 'invalid')
      .refine((words) => words.reduce((sum, { text }) => sum + text.length + 1, 0) <= longestText, 'too_long')
      .optional(),
    /** The version that the user saw; 0: none. */
    based_on: z.int('invalid').min(0, 'invalid'),
  })
  .refine(({ text, words }) => text !== undefined || words !== undefined, { path: ['text'], message: 'required' })
  .refine(({ text, words }) => text === undefined || words === undefined, { path: ['words'], message: 'invalid' })
export type NewTranscript = z.infer<typeof NewTranscript>

/** The largest body of a new transcript. */
export const transcriptBytes = 4 * 1024 * 1024
