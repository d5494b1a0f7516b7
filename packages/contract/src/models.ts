import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { routes } from './route.ts'

/** Why a model is not available. */
export const modelErrors = [
  'no_space',
  'not_writable',
  'not_found',
  'refused',
  'server_error',
  'connection_lost',
  'wrong_size',
  'wrong_checksum',
  'interrupted',
] as const
export type ModelError = (typeof modelErrors)[number]

const model = {
  name: z.string(),
  title: z.string(),
  licence: z.string(),
  source: z.string(),
  word_times: z.boolean(),
  /** Whether it gives the probability of each word. */
  word_confidence: z.boolean(),
  /** It hears which language is spoken; the item's language cannot be given. */
  detects_language: z.boolean(),
  bytes: z.int(),
  /** How many of `bytes` are downloaded. */
  done_bytes: z.int(),
  /** Whether the publisher gives checksums. Without them a download cannot be checked. */
  has_checksums: z.boolean(),
  /** The model that transcribes, according to the installation's configuration. */
  is_chosen: z.boolean(),
}

/**
 * A recogniser of this installation, for all of its organisations. `is_checked`: whether the files were compared with
 * the checksums; null without files.
 */
export const Model = z.discriminatedUnion('state', [
  z.object({
    ...model,
    state: z.enum(['absent', 'waiting', 'downloading', 'checking']),
    error: z.null(),
    is_checked: z.boolean().nullable(),
  }),
  z.object({ ...model, state: z.literal('ready'), error: z.null(), is_checked: z.boolean() }),
  z.object({ ...model, state: z.literal('failed'), error: z.enum(modelErrors), is_checked: z.boolean().nullable() }),
])
export type Model = z.infer<typeof Model>

export const modelRoutes = routes({
  'GET /ai/models/': {
    summary: 'Models that transcribe on this machine; none if another server transcribes, or people type',
    access: {},
    responses: { 200: z.array(Model), 304: null },
  },
  'POST /ai/models/': {
    summary: 'Download a model, or check the downloaded one; a running download continues',
    access: { role: 'manager', feature: 'admin' },
    body: z.strictObject({ name: z.string() }),
    responses: { 202: Model, 400: BadRequest, 404: ApiError },
  },
})
