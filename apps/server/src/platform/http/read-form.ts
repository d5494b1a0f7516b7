import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ObjectTooLarge } from '../objects/object-store.ts'
import { AppError, InvalidFields } from './errors.ts'

type Limits = { fileSize: number; fields: number; fieldSize?: number }

/**
 * Reads a form with at most one file in each of the parts `names`. `take` gets a file as it arrives.
 *
 * @returns the texts, unchecked
 * @throws {AppError} `unsupported_media_type`, `file_too_large`
 * @throws {InvalidFields} for a file in another part, and for a body that is truncated or not a form
 */
export async function readForm(
  request: FastifyRequest,
  names: string | readonly string[],
  limits: Limits,
  take: (file: MultipartFile) => Promise<void>,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const texts: Record<string, unknown> = {}
  const left = new Set([names].flat())
  try {
    for await (const part of request.parts({ limits: { ...limits, files: left.size } })) {
      if (part.type === 'field') texts[part.fieldname] = part.value
      else if (!left.delete(part.fieldname)) throw new InvalidFields({ [part.fieldname]: ['unknown_field'] })
      else await take(part)
    }
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw new AppError('file_too_large')
    throw isMalformed(error) ? new InvalidFields({ non_field_errors: ['invalid'] }) : error
  }
  return texts
}

/** The parser throws plain errors for a body that is truncated or not a form. Errors of the file system have a code. */
const isMalformed = (error: unknown) => error instanceof Error && error.constructor === Error && !('code' in error)

/** The same for a small file, which is read into memory. */
export async function readSmallForm(request: FastifyRequest, limits: Limits) {
  const files: { bytes: Buffer; filename: string }[] = []
  const texts = await readForm(request, 'file', limits, async (part) => {
    files.push({ bytes: await part.toBuffer(), filename: part.filename })
  })
  return { texts, file: files[0] }
}

/** @throws {InvalidFields} for a form without the file, or with an empty one */
export function requireContent<T>(file: T | undefined, sizeOf: (file: T) => number): T {
  if (file === undefined) throw new InvalidFields({ file: ['required'] })
  if (sizeOf(file) === 0) throw new InvalidFields({ file: ['empty_data'] })
  return file
}
