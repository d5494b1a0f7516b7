import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Timestamp } from './fields.ts'
import { UserId } from './ids.ts'
import { ItemParams } from './responses.ts'
import { routes } from './route.ts'
import { NewTranscript, TranscriptVersion, TranscriptWord, transcriptBytes } from './transcripts.ts'

const Person = z.object({ id: UserId, first_name: z.string(), last_name: z.string() })

/** In what two transcripts of a recording differ. */
export const differenceKinds = ['words', 'speaker', 'marks', 'times'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A place where two transcripts differ: the word of each; null: it has none there. */
export const TranscriptDifference = z.object({
  first: TranscriptWord.nullable(),
  second: TranscriptWord.nullable(),
  about: z.array(z.enum(differenceKinds)),
})
export type TranscriptDifference = z.infer<typeof TranscriptDifference>

/** How far two transcripts agree. Case, punctuation and hyphens do not count. */
export const TranscriptAgreement = z.object({
  first_words: z.int(),
  second_words: z.int(),
  same_words: z.int(),
  /** Twice the words that both have, by the words of both, %; null: neither has any. */
  agreement_pct: z.number().nullable(),
  /** Changes that make the first transcript of the second, by the words of the first, %; null: it has none. */
  word_error_rate_pct: z.number().nullable(),
  /** Edges of words that both have, where both measured them. */
  edges: z.object({
    count: z.int(),
    median_ms: z.number().nullable(),
    /** At most 50 ms apart. */
    near: z.int(),
  }),
  /** Words that both have and at least one marked, and how many have the same marks. */
  marks: z.object({ count: z.int(), same: z.int() }),
  /** Words that both have, and how many have the same speaker. */
  speakers: z.object({ count: z.int(), same: z.int() }),
})
export type TranscriptAgreement = z.infer<typeof TranscriptAgreement>

export const SecondOpinion = z.discriminatedUnion('state', [
  /** `may_start`: somebody else corrected the words, and the caller has not given an opinion. */
  z.object({ state: z.literal('none'), may_start: z.boolean() }),
  /** The caller's own, begun. The words are the recogniser's. */
  z.object({ state: z.literal('open'), started_at: Timestamp, words: z.array(TranscriptWord) }),
  z.object({ state: z.literal('waiting'), started_at: Timestamp, second: Person }),
  z.object({
    state: z.literal('finished'),
    finished_at: Timestamp,
    /** The other version; `author` null: the demonstration. */
    first: z.object({ version: z.int(), author: Person.nullable() }),
    second: Person,
    agreement: TranscriptAgreement,
    differences: z.array(TranscriptDifference),
    /** The newest version, on which a settlement must be based. */
    newest_version: z.int(),
    settled: z.object({ version: z.int(), by: Person }).nullable(),
  }),
])
export type SecondOpinion = z.infer<typeof SecondOpinion>

export const FinishedOpinion = z.strictObject({ words: NewTranscript.shape.words.unwrap() })
export type FinishedOpinion = z.infer<typeof FinishedOpinion>

export const Settlement = z.strictObject({
  /** For each difference in its order, whose words count. */
  choices: z.array(z.enum(['first', 'second'], 'invalid')).max(40_000, 'too_long'),
  /** The newest version that the user saw. */
  based_on: z.int('invalid').min(1, 'invalid'),
})
export type Settlement = z.infer<typeof Settlement>

const access = { role: 'examiner', feature: 'recordProtocol', also: 'readProtocolRes' } as const

export const secondOpinionRoutes = routes({
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/': {
    summary: 'The second, blind transcript of the item, and how far it agrees with the first once it is finished',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    responses: { 200: SecondOpinion, 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/': {
    summary: "Begin a blind transcript: until it is finished, no call returns others' words of the item to the caller",
    access,
    repeatable: true,
    params: ItemParams,
    body: z.strictObject({}),
    responses: { 201: SecondOpinion, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/': {
    summary: 'Finish the blind transcript; it is compared, and nothing counts until it is settled',
    access,
    params: ItemParams,
    body: FinishedOpinion,
    bodyBytes: transcriptBytes,
    responses: { 200: SecondOpinion, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/settle/': {
    summary: 'Settle the differences; the result is the next version of the transcript',
    access,
    repeatable: true,
    params: ItemParams,
    body: Settlement,
    responses: { 201: TranscriptVersion, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
})
