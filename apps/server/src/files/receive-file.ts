import '@fastify/multipart'
import { FileFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { AppError, InvalidFields, parseFields } from '../platform/http/errors.ts'
import { type ObjectStore, ObjectTooLarge, type StagedObject } from '../platform/objects/object-store.ts'
import { type Antivirus, requireClean } from './antivirus.ts'
import { cleanFilename, contentTypeOf } from './file-kind.ts'

export type FileLimits = {
  store: ObjectStore
  maxFileBytes: number
  fileTypes: readonly string[]
  antivirus: Antivirus | undefined
}
export type ReceivedFile = { staged: StagedObject; filename: string; contentType: string; label: string | null }

/**
 * Receives the multipart form of a file. The bytes are staged as they arrive, then the type is checked. What `use` does
 * not commit is discarded.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  limits: FileLimits,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const received: { staged: StagedObject; filename: string }[] = []
  try {
    const texts = await receiveParts(request, limits, received)
    const { label } = parseFields(FileFields, texts)
    const file = received[0]
    if (file === undefined) throw new InvalidFields({ file: ['required'] })
    if (file.staged.sizeBytes === 0) throw new InvalidFields({ file: ['empty_data'] })
    const contentType = await contentTypeOf(file.staged.file, file.filename, limits.fileTypes)
    if (contentType === undefined) throw new AppError('file_type_not_allowed')
    if (limits.antivirus !== undefined) await requireClean(file.staged.file, limits.antivirus)
    return await use({ ...file, contentType, label: label ?? null })
  } finally {
    // After a commit there is nothing left to discard.
    for (const { staged } of received) await limits.store.discard(staged)
  }
}

async function receiveParts(
  request: FastifyRequest,
  { store, maxFileBytes }: FileLimits,
  received: { staged: StagedObject; filename: string }[],
): Promise<Record<string, unknown>> {
  const texts: Record<string, unknown> = {}
  // One byte more than the store accepts, so that the store reports the error.
  const limits = { fileSize: maxFileBytes + 1, files: 1, fields: 5, fieldSize: 10_000 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') texts[part.fieldname] = part.value
      else if (part.fieldname !== 'file') throw new InvalidFields({ [part.fieldname]: ['unknown_field'] })
      else received.push({ staged: await store.stage(part.file, maxFileBytes), filename: cleanFilename(part.filename) })
    }
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw new AppError('file_too_large')
    throw isMalformed(error) ? new InvalidFields({ non_field_errors: ['invalid'] }) : error
  }
  return texts
}

/**
 * The parser throws plain errors for a truncated body or one that is not a form; errors of the file system have a code.
 */
const isMalformed = (error: unknown) => error instanceof Error && error.constructor === Error && !('code' in error)
