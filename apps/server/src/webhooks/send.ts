import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { WebhookFailure } from '@fonema/contract'
import { type Address, type AddressRule, addressesOf, parseTarget, type Resolve } from './address.ts'

export type SendDeps = { rule: AddressRule; resolve: Resolve; timeoutMs?: number }

export type Outcome = { failure: WebhookFailure | null; status: number | null; text: string | null }

/** For all of it: name, connection, answer. */
const defaultTimeoutMs = 15_000
/** After the status, which decides, for the rest of the answer. */
const bodyMs = 1_000
/** How much of an answer is read, and how much of it is kept. */
const [maxReadBytes, maxKeptCharacters] = [4096, 300]

const failed = (failure: WebhookFailure): Outcome => ({ failure, status: null, text: null })

/** A call to another system. */
export type Call = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }
/** What it answered. `isWhole`: the text is all of the answer. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; isWhole: boolean }
/** How much of the answer to wait for: a beginning that decides nothing, or all of it within the whole time. */
export type Reading = { maxBytes: number; bodyMs?: number }

/**
 * Calls once. Every address of the host is checked, and the connection is made to these addresses, not to the name: a
 * name that resolves to another address a moment later leads nowhere. Redirects are not followed. Never rejects.
 */
export async function callOnce(
  { rule, resolve, timeoutMs = defaultTimeoutMs }: SendDeps,
  call: Call,
  reading: Reading,
): Promise<Answer | WebhookFailure> {
  const url = parseTarget(call.url)
  if (url === undefined) return 'refused_address'
  const signal = AbortSignal.timeout(timeoutMs)
  const addresses = await inTime(addressesOf(url, resolve), signal).catch(() => undefined)
  if (addresses === undefined || addresses.length === 0) return signal.aborted ? 'timeout' : 'not_resolved'
  if (!addresses.every((one) => rule.permits(one, url.protocol === 'https:'))) return 'refused_address'
  try {
    return await exchange(url, addresses, call, reading, signal)
  } catch (error) {
    return signal.aborted ? 'timeout' : failureOf(error)
  }
}

/** Sends an event once. Never rejects. */
export async function sendOnce(
  deps: SendDeps,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  const answer = await callOnce(deps, { method: 'POST', url, headers, body }, { maxBytes: maxReadBytes, bodyMs })
  return typeof answer === 'string' ? failed(answer) : outcomeOf(answer)
}

/** A resolver cannot be stopped, so its answer is dropped. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function exchange(
  url: URL,
  addresses: readonly Address[],
  { method, headers, body }: Call,
  reading: Reading,
  signal: AbortSignal,
): Promise<Answer> {
  // In place of a second query.
  const lookup: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, [...addresses]) : answer(null, addresses[0]!.address, addresses[0]!.family)
  const options = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
    // A connection of its own, never one that was opened for another address.
    agent: false,
    lookup,
    signal,
  } as const
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (answer) => {
    void read(answer, reading).then((read) => {
      if (signal.aborted && reading.bodyMs === undefined) reject(signal.reason)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, ...read })
      call.destroy()
    })
  })
  call.on('error', reject)
  call.end(body)
  return promise
}

/** Reads an answer up to a length, and for `bodyMs` after its status. What breaks off is not whole. */
async function read(answer: IncomingMessage, { maxBytes, bodyMs }: Reading) {
  const parts: Buffer[] = []
  let length = 0
  let isWhole = true
  const timer = bodyMs === undefined ? undefined : setTimeout(() => answer.destroy(), bodyMs)
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      isWhole = length <= maxBytes
      if (length >= maxBytes) break
    }
  } catch {
    isWhole = false
  } finally {
    clearTimeout(timer)
  }
  return { text: Buffer.concat(parts).subarray(0, maxBytes).toString(), isWhole: isWhole && answer.complete }
}

/** The beginning of a text. PostgreSQL stores neither NUL nor unpaired surrogates. */
const keptOf = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxKeptCharacters)
    .toWellFormed()

function outcomeOf({ status, text }: Answer): Outcome {
  const beginning = keptOf(text)
  const kept = { status, text: beginning === '' ? null : beginning }
  if (status >= 200 && status < 300) return { failure: null, ...kept }
  return { failure: failureOfStatus(status), ...kept }
}

export const failureOfStatus = (status: number): WebhookFailure =>
  status >= 300 && status < 400 ? 'redirected' : 'refused'

function failureOf(error: unknown): WebhookFailure {
  const { code = '' } = error as { code?: string }
  return /CERT|SSL|TLS|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code) ? 'insecure' : 'unreachable'
}
