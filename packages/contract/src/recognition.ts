import { z } from 'zod'
import { BadRequest } from './errors.ts'
import { Timestamp } from './fields.ts'
import { routes } from './route.ts'

const manages = { role: 'manager', feature: 'admin' } as const

const checksum = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * How far a recogniser's words were from those that people confirmed, for a language and a kind of item. Rates and
 * probabilities are 0 to 1; an error rate can be above 1.
 */
export const RecognitionAccuracy = z.object({
  /** The item's language, such as `es`. */
  language: z.string(),
  /** The item's kind, such as `picture_description`. */
  category: z.string(),
  /** null: the transcription service names none. */
  model: z.string().nullable(),
  /** The checksum of the model's files; null: unknown, as with a remote service. */
  model_sha256: checksum.nullable(),
  transcripts: z.int(),
  /** Words that people confirmed. */
  words: z.int(),
  word_error_rate: z.number().nullable(),
  letter_error_rate: z.number().nullable(),
  /** Filled pauses that people confirmed, and the share of them that the recogniser wrote. */
  fillers: z.int(),
  filler_recall: z.number().nullable(),
  /** null: the recogniser gives no probabilities. */
  calibration_error: z.number().nullable(),
  /** The confidence from which its words may be counted; null: these transcripts support none. */
  proposed_confidence: z.number().nullable(),
  /** The organisation counts words of transcripts from this confidence on, before a person confirms them. */
  trusted: z.object({ least_confidence: z.number(), transcripts: z.int(), date_created: Timestamp }).nullable(),
})
export type RecognitionAccuracy = z.infer<typeof RecognitionAccuracy>

export const TrustChange = z.strictObject({
  language: z.string('invalid').max(10, 'too_long'),
  category: z.string('invalid').max(100, 'too_long'),
  model_sha256: z.string('invalid').regex(/^[0-9a-f]{64}$/, 'invalid'),
  is_trusted: z.boolean('invalid'),
})
export type TrustChange = z.infer<typeof TrustChange>

export const recognitionRoutes = routes({
  'GET /ai/accuracy/': {
    summary: "How accurate recognisers were in the organisation's newest confirmed transcripts, at most 1000",
    access: manages,
    responses: { 200: z.array(RecognitionAccuracy) },
  },
  'PATCH /ai/accuracy/': {
    summary: "Count a recogniser's words before a person confirms them, from the proposed confidence on, or no longer",
    access: manages,
    body: TrustChange,
    responses: { 204: null, 400: BadRequest },
  },
})
