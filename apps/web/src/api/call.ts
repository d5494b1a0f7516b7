import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '@fonema/contract'
import { failureOf, send } from './http.ts'
import { findKnown, keepKnown } from './known-answers.ts'
import { readSession, refreshSession } from './session.ts'

export type CallKey = keyof Contract

type Given<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<string, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

type Body<R> = R extends { multipart: object } ? BodyOf<R> | FormData : BodyOf<R>

export type CallOptions<K extends CallKey> = Given<'params', ParamsOf<Contract[K]>> &
  Given<'query', QueryOf<Contract[K]>> &
  Given<'body', Body<Contract[K]>> & {
    signal?: AbortSignal | undefined
    headers?: Record<string, string>
    /** For calls that create: the same key never creates twice. See useIdempotencyKey. */
    idempotencyKey?: string
  }

export type CallArguments<K extends CallKey> =
  Record<string, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

type HasBytes<R> = R extends { responses: infer A } ? ('bytes' extends A[keyof A] ? true : false) : false
export type Answer<K extends CallKey> = HasBytes<Contract[K]> extends true ? Blob : AnswerOf<Contract[K]>

type LooseOptions = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  idempotencyKey?: string
}

/** Makes one call of the contract. Resolves with its answer; throws ApiFailure, or the signal's reason when aborted. */
export async function call<K extends CallKey>(key: K, ...[options]: CallArguments<K>): Promise<Answer<K>> {
  // The generic types above protect the caller; below, all calls are handled alike.
  const given = (options ?? {}) as LooseOptions
  const [method, pattern] = key.split(' ') as [string, string]
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.params?.[name] ?? ''))
  const url = path + searchOf(given.query)
  const isRead = method === 'GET'
  const known = isRead ? findKnown(url) : undefined
  const init = requestInit(
    method,
    known ? { ...given, headers: { 'If-None-Match': known.tag, ...given.headers } } : given,
  )

  const access = readSession()?.access
  let response = await send(url, init, access)
  if (response.status === 401 && access !== undefined) {
    await refreshSession(access)
    response = await send(url, init, readSession()?.access)
  }
  if (response.status === 304 && known) return known.answer as Answer<K>
  if (!response.ok) throw Object.assign(await failureOf(response), { request: requestOf(method, path, given.body) })
  const content = await contentOf(response)
  if (isRead) keepKnown(url, response, content)
  return content as Answer<K>
}

const maxReportedCharacters = 8000

const requestOf = (method: string, url: string, body: unknown) => ({
  method,
  url,
  data: body === undefined || body instanceof FormData ? '' : JSON.stringify(body).slice(0, maxReportedCharacters),
})

function requestInit(method: string, { body, headers, idempotencyKey, signal }: LooseOptions): RequestInit {
  const isJson = body !== undefined && !(body instanceof FormData)
  return {
    method,
    signal: signal ?? null,
    headers: {
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
  }
}

function searchOf(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.headers.get('Content-Type')?.startsWith('application/json') ? response.json() : response.blob()
}
