import { FileFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { AppError, parseFields } from '../platform/http/errors.ts'
import { readForm, requireContent } from '../platform/http/read-form.ts'
import type { ObjectStore, StagedObject } from '../platform/objects/object-store.ts'
import { type Antivirus, requireClean } from './antivirus.ts'
import { cleanFilename, contentTypeOf } from './file-kind.ts'

export type FileLimits = {
  store: ObjectStore
  maxFileBytes: number
  fileTypes: readonly string[]
  antivirus: Antivirus | undefined
}
type ReceivedFile = { staged: StagedObject; filename: string; contentType: string; label: string | null }

/**
 * Receives the multipart form of a file. The bytes are staged as they arrive, then the type is checked. What `use` does
 * not commit is discarded.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  limits: FileLimits,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { store, maxFileBytes } = limits
  const received: { staged: StagedObject; filename: string }[] = []
  try {
    // One byte more than the store accepts, so that the store reports the error.
    const formLimits = { fileSize: maxFileBytes + 1, fields: 5, fieldSize: 10_000 }
    const texts = await readForm(request, 'file', formLimits, async (part) => {
      received.push({ staged: await store.stage(part.file, maxFileBytes), filename: cleanFilename(part.filename) })
    })
    const { label } = parseFields(FileFields, texts)
    const file = requireContent(received[0], ({ staged }) => staged.sizeBytes)
    const contentType = await contentTypeOf(file.staged.file, file.filename, limits.fileTypes)
    if (contentType === undefined) throw new AppError('file_type_not_allowed')
    if (limits.antivirus !== undefined) await requireClean(file.staged.file, limits.antivirus)
    return await use({ ...file, contentType, label: label ?? null })
  } finally {
    // After a commit there is nothing left to discard.
    for (const { staged } of received) await store.discard(staged)
  }
}
