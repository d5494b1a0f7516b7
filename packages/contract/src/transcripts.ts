import { z } from 'zod'
import { Timestamp } from './fields.ts'
import { ofResults } from './guarded.ts'
import { UserId } from './ids.ts'

/** The origin of a transcript: a local recogniser, a remote one, or a person. */
export const transcriptEngines = ['sherpa', 'http', 'typed'] as const

const version = { version: z.int(), text: ofResults(z.string(), ''), created_at: Timestamp }

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

export const NewTranscript = z.strictObject({
  text: z.string('invalid').trim().max(100_000, 'too_long'),
  /** The version that the user saw; 0: none. */
  based_on: z.int('invalid').min(0, 'invalid'),
})
