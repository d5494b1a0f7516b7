import '@fastify/multipart'
import type { ImportProblem } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { AppError, InvalidFields } from '../http/errors.ts'
import { CsvError, type CsvTable, readCsv } from './read-csv.ts'

const maxBytes = 20 * 1024 * 1024

/** A preview lists this many problems, and gives their total number. */
export const maxListedProblems = 200

/** Reads the part `file` of a form into memory: it is read twice and stored nowhere. */
export async function receiveCsv(request: FastifyRequest): Promise<{ bytes: Buffer; filename: string }> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  let received: { bytes: Buffer; filename: string } | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 0 } })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file') throw new InvalidFields({ [part.fieldname]: ['unknown_field'] })
      received = { bytes: await part.toBuffer(), filename: part.filename.slice(0, 200) }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('file_too_large')
    if (error instanceof Error && error.constructor === Error && !('code' in error))
      throw new InvalidFields({ non_field_errors: ['invalid'] })
    throw error
  }
  if (received === undefined) throw new InvalidFields({ file: ['required'] })
  if (received.bytes.length === 0) throw new InvalidFields({ file: ['empty_data'] })
  return received
}

/** Reads the table of a file, or returns the problem that prevents it. */
export async function tryReadCsv(
  bytes: Uint8Array,
  maxRows: number,
): Promise<{ table: CsvTable } | { problem: ImportProblem }> {
  try {
    return { table: await readCsv(bytes, maxRows) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: { line: error.line ?? 1, column: null, code: error.code } }
  }
}

/** The problems of a header: each missing, unknown or repeated column. */
export function headerProblems(
  header: readonly string[],
  required: readonly string[],
  optional: readonly string[],
): ImportProblem[] {
  const names = header.map((name) => name.toLowerCase())
  const missing = required.filter((column) => !names.includes(column))
  const known = [...required, ...optional]
  return [
    ...missing.map((column): ImportProblem => ({ line: 1, column, code: 'missing_column' })),
    ...header.flatMap((column, index): ImportProblem[] => {
      if (!known.includes(names[index]!)) return [{ line: 1, column, code: 'unknown_column' }]
      return names.filter((name) => name === names[index]).length > 1
        ? [{ line: 1, column, code: 'repeated_column' }]
        : []
    }),
  ]
}
