import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { optionalText, Timestamp } from './fields.ts'
import { FileId } from './ids.ts'
import { Link } from './links.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { routes } from './route.ts'

export const ParticipantFile = z.object({
  id: FileId,
  filename: z.string(),
  label: z.string().nullable(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  date_created: Timestamp,
})
export type ParticipantFile = z.infer<typeof ParticipantFile>

/** The rules of this clinic for files. */
export const FileRules = z.object({
  max_bytes: z.int(),
  /** Without the dot, in lower case. */
  extensions: z.array(z.string()),
})
export type FileRules = z.infer<typeof FileRules>

export const FileFields = z.strictObject({ label: optionalText(255) })
const FileParams = ParticipantParams.extend({ file_id: FileId })

export const fileRoutes = routes({
  'GET /files/rules/': {
    summary: 'The allowed types of files and their maximum size',
    access: { role: 'examiner', feature: 'editFiles' },
    responses: { 200: FileRules },
  },
  'GET /files/{participant_id}/': {
    summary: "The participant's files, newest first",
    access: { role: 'examiner', feature: 'readFiles' },
    params: ParticipantParams,
    query: PageQuery,
    order: ['-id'],
    responses: { 200: z.array(ParticipantFile), 404: ApiError },
  },
  'POST /files/{participant_id}/': {
    summary: 'Add a file (multipart, file `file`), one per request',
    access: { role: 'examiner', feature: 'editFiles' },
    repeatable: true,
    params: ParticipantParams,
    multipart: { file: 'file', fields: FileFields },
    responses: {
      201: ParticipantFile,
      400: BadRequest,
      404: ApiError,
      409: ApiError,
      413: ApiError,
      415: ApiError,
      507: ApiError,
    },
  },
  'DELETE /files/{participant_id}/{file_id}/': {
    summary: 'Delete a file',
    access: { role: 'examiner', feature: 'editFiles' },
    params: FileParams,
    responses: { 204: null, 404: ApiError },
  },
  'GET /files/{participant_id}/{file_id}/presigned_url/': {
    summary: 'A short-lived link to the file, served as a download',
    access: { role: 'examiner', feature: 'readFiles' },
    params: FileParams,
    responses: { 200: Link, 404: ApiError },
  },
})
