import { type ErrorCode, type FieldErrors, httpStatusOf } from '@fonema/contract'
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { StorageUnavailable } from '../objects/object-store.ts'

/** Thrown on purpose. Anything else thrown is a bug and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Members of the answer besides the code. */
  readonly members: Record<string, unknown>
  constructor(code: ErrorCode, members: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.members = members
  }
}

/** A refused body, with the error codes of each field. */
export class InvalidFields extends Error {
  readonly fields: FieldErrors
  constructor(fields: FieldErrors) {
    super('invalid fields')
    this.fields = fields
  }
}

/** Given to Fastify when a part of a request does not fit its schema; Fastify adds which part. */
class SchemaRefusal extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  declare validationContext?: 'params' | 'querystring' | 'body' | 'headers'
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('the request does not fit its schema')
    this.issues = issues
  }
}

/** Fastify's validator. Each issue includes its input, which distinguishes a missing field from a wrong one. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data, { reportInput: true })
    return parsed.success ? { value: parsed.data } : { error: new SchemaRefusal(parsed.error.issues) }
  }

/**
 * Parses a value that the handler receives unparsed, such as the fields of a form.
 *
 * @throws {InvalidFields}
 */
export function parseFields<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw new InvalidFields(fieldErrorsOf(parsed.error.issues))
  return parsed.data
}

/** The codes of each field for a schema's issues: `{"code":["required"]}`. */
export function fieldErrorsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // Not a plain object, because a field may be named `toString`.
  const fields = new Map<string, Set<string>>()
  const add = (field: string, code: string) => fields.set(field, (fields.get(field) ?? new Set()).add(code))
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'unknown_field')
    else if (issue.path.length === 0) add('non_field_errors', issue.input == null ? 'empty_data' : 'invalid')
    else add(String(issue.path[0]), codeOf(issue))
  }
  return Object.fromEntries(Array.from(fields, ([field, codes]) => [field, [...codes]]))
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  // Our schemas have codes as messages; zod's own messages are sentences.
  return /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid'
}

/** Codes of network, files and PostgreSQL for failures that may be gone at a retry. */
const passing = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EMFILE', 'ENFILE', 'EIO', 'EROFS'],
  // Serialization failure, deadlock, lock or statement timeout, read-only database, idle transaction timeout.
  ...['40001', '40P01', '55P03', '57014', '25006', '25P03'],
])
/** PostgreSQL classes: connections, resources, operator intervention, system errors. */
const passingClasses = /^(08|53|57P|58)/

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: string; syscall?: string }
  // The socket of an embedded database that is not running.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code !== undefined && (passing.has(code) || (code.length === 5 && passingClasses.test(code)))) return true
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|is not queryable/i.test(
    error.message,
  )
}

/** PostgreSQL cannot store NUL in a text, nor NUL or an unpaired surrogate in JSON. */
function isUnstorableText(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string }
  return code === '22021' || code === '22P05' || (code === '22P02' && /for type json/.test(message))
}

/** Codes of the file system, the store and the database. */
const storageFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

/**
 * The answer to a thrown error: the code of a deliberate one, a mapped code for a library's, and 500 only for our bugs.
 *
 * @param malformed the code that the route answers instead of the codes of fields
 */
export function answerOf(
  error: unknown,
  malformed?: ErrorCode,
): { status: number; body: Record<string, unknown>; isBug: boolean } {
  const coded = (code: ErrorCode, members: Record<string, unknown> = {}) => ({
    status: httpStatusOf[code],
    body: { code, ...members },
    isBug: false,
  })
  if (error instanceof AppError) return coded(error.code, error.members)
  const refused = (fields: FieldErrors) =>
    malformed === undefined ? { status: 400, body: fields, isBug: false } : coded(malformed)
  if (error instanceof InvalidFields) return refused(error.fields)
  if (error instanceof SchemaRefusal) {
    // A malformed id belongs to no object.
    if (error.validationContext === 'params') return coded('not_found')
    return refused(fieldErrorsOf(error.issues))
  }
  const { code = '', statusCode } = error as Partial<FastifyError>
  // The form parser would answer 413 for these too.
  if (code === 'FST_FILES_LIMIT') return refused({ non_field_errors: ['too_many_files'] })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return refused({ non_field_errors: ['invalid'] })
  if (statusCode === 413) return coded('file_too_large')
  if (statusCode === 415) return coded('unsupported_media_type')
  const isRefused = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (isRefused || isUnstorableText(error)) return refused({ non_field_errors: ['invalid'] })
  if (storageFull.has(code)) return coded('storage_full')
  if (error instanceof StorageUnavailable || isPassing(error)) return coded('unavailable')
  return { status: 500, body: { code: 'server_error' }, isBug: true }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, isBug } = answerOf(error, request.routeOptions.config.malformed)
  if (isBug) request.log.error({ err: error }, 'bug')
  else if (status >= 500) request.log.warn({ code: body.code, cause: (error as Error).message }, 'unavailable')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503) reply.header('retry-after', '2')
  if (typeof body.retry_after_seconds === 'number') {
    reply.header('retry-after', String(Math.ceil(body.retry_after_seconds)))
    delete body.retry_after_seconds
  }
  return reply.code(status).send(isBug ? { ...body, request_id: request.id } : body)
}
