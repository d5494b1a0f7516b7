import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { routes } from './route.ts'

/** Why a model is not there. */
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

/** A speech recogniser of this installation, for all of its organisations. */
export const Model = z.object({
  name: z.string(),
  title: z.string(),
  licence: z.string(),
  source: z.string(),
  bytes: z.int(),
  state: z.enum(['absent', 'waiting', 'downloading', 'checking', 'ready', 'failed']),
  /** Of `bytes`. */
  done_bytes: z.int(),
  error: z.enum(modelErrors).nullable(),
  /** Whether its publisher names checksums; without them a download cannot be checked. */
  has_checksums: z.boolean(),
  /** Whether what is there was compared with them; null where nothing is. */
  is_checked: z.boolean().nullable(),
  /** The one that transcribes, by the installation's configuration. */
  is_chosen: z.boolean(),
})
export type Model = z.infer<typeof Model>

export const modelRoutes = routes({
  'GET /ai/models/': {
    summary: 'Models that transcribe on this machine; none where another server does it, or people type',
    access: {},
    responses: { 200: z.array(Model) },
  },
  'POST /ai/models/': {
    summary: 'Download a model, or check the one that is there; one that is on its way goes on',
    access: { role: 'manager', feature: 'admin' },
    body: z.strictObject({ name: z.string() }),
    responses: { 202: Model, 400: BadRequest, 404: ApiError },
  },
})
