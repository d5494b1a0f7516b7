import type { z } from 'zod'
import type { Requirement } from './access.ts'
import type { Deprecation } from './deprecation.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** `METHOD /path/{param}/`, below `/api`. It is the whole address of a call, so a client needs no other table. */
export type RouteKey = `${Method} /${string}`

/**
 * Calls that count together towards a rate limit. `call`, `upload` and `export` are counted by user, the others by
 * address. An `export` starts a lot of work with one call; a `reset` tries a mailed token.
 */
export const rateClasses = ['call', 'upload', 'export', 'public', 'refresh', 'sign_in', 'reset'] as const
export type RateClass = (typeof rateClasses)[number]

/**
 * One call: who may make it, and every shape on the wire. `access` is `public` (no token), or what the bearer of a
 * token needs; `{}` means any signed-in user.
 */
export type Route = {
  summary: string
  access: 'public' | Requirement
  /** Open to service accounts with this scope; without it, to none. */
  scope?: Scope
  /** Set when a release announces that the call ends. */
  deprecated?: Deprecation
  /** Open to a session that still has to set up the second factor that the organisation requires. */
  withoutFactor?: true
  /** Set where it differs from the default of `rateClassOf`. */
  rate?: RateClass
  params?: z.ZodObject
  query?: z.ZodObject
  /**
   * The order of a list by members of its rows, `-` for descending; together they are unique. Such a list accepts
   * `PageQuery`. Every list has an order, except the few that cannot grow (pages.test.ts).
   */
  order?: readonly [string, ...string[]]
  /** Accepts an `Idempotency-Key`. */
  repeatable?: true
  /** Also answers CSV. */
  csv?: true
  /** The code for a malformed body, instead of codes by field. */
  malformed?: 'invalid_inputs'
  /** The JSON body. */
  body?: z.ZodType
  /** The longest JSON body in bytes, where it is not the default of 256 kB. */
  bodyBytes?: number
  /** The text fields of a multipart body. `file` is the name of its file field, `second` that of one more, optional file. */
  multipart?: { file: string; second?: string; fields: z.ZodObject }
  /** `null`: an answer without a body. `bytes`: a file. */
  responses: { [status: number]: z.ZodType | null | 'bytes' }
}

export const rateClassOf = ({ rate, access, multipart }: Route): RateClass =>
  rate ?? (access === 'public' ? 'public' : multipart ? 'upload' : 'call')

export type Routes = { [key: RouteKey]: Route }

/** The longest draft of a protocol or survey: the texts of hundreds of items in several languages. */
export const draftBytes = 2 * 1024 * 1024

/** Checks the table's form and keeps its exact types. */
export const routes = <const T extends Routes>(table: T): T => table

type Schema<T, Kind extends 'input' | 'output'> = T extends z.ZodType
  ? Kind extends 'input'
    ? z.input<T>
    : z.output<T>
  : undefined

export type ParamsOf<R> = R extends { params: infer P } ? Schema<P, 'input'> : undefined
export type QueryOf<R> = R extends { query: infer Q } ? Schema<Q, 'input'> : undefined
/** The body as a client sends it. */
export type BodyOf<R> = R extends { body: infer B } ? Schema<B, 'input'> : undefined
/** The body as the server's handler receives it. */
export type ParsedBodyOf<R> = R extends { body: infer B } ? Schema<B, 'output'> : undefined

type SuccessStatus = 200 | 201 | 202 | 204
/** What a successful call resolves to. */
export type AnswerOf<R> = R extends { responses: infer A }
  ? { [S in keyof A & SuccessStatus]: A[S] extends z.ZodType ? z.output<A[S]> : undefined }[keyof A & SuccessStatus]
  : never
