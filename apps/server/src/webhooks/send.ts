import { type IncomingMessage, request as requestHttp } from 'node:http'
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

/**
 * Sends a body once. Every address of the host is checked, and the connection is made to these addresses, not to the
 * name: a name that resolves to another address a moment later leads nowhere. Redirects are not followed. Never rejects.
 */
export async function sendOnce(
  { rule, resolve, timeoutMs = defaultTimeoutMs }: SendDeps,
  target: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  const url = parseTarget(target)
  if (url === undefined) return failed('refused_address')
  const signal = AbortSignal.timeout(timeoutMs)
  const addresses = await inTime(addressesOf(url, resolve), signal).catch(() => undefined)
  if (addresses === undefined || addresses.length === 0) return failed(signal.aborted ? 'timeout' : 'not_resolved')
  if (!addresses.every((one) => rule.permits(one, url.protocol === 'https:'))) return failed('refused_address')
  try {
    return outcomeOf(await exchange(url, addresses, headers, body, signal))
  } catch (error) {
    return failed(signal.aborted ? 'timeout' : failureOf(error))
  }
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
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  // In place of a second query.
  const lookup: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, [...addresses]) : answer(null, addresses[0]!.address, addresses[0]!.family)
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own, never one that was opened for another address.
    agent: false,
    lookup,
    signal,
  } as const
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const call = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (answer) => {
    void readStart(answer).then((text) => {
      resolve({ status: answer.statusCode ?? 0, text })
      call.destroy()
    })
  })
  call.on('error', reject)
  call.end(body)
  return promise
}

/** The beginning of an answer. The status has arrived, so a body that breaks off or never ends changes nothing. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => answer.destroy(), bodyMs)
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= maxReadBytes) break
    }
  } catch {
    // What has come is enough.
  } finally {
    clearTimeout(timer)
  }
  const text = Buffer.concat(parts).subarray(0, maxReadBytes).toString()
  // PostgreSQL stores neither NUL nor unpaired surrogates.
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxKeptCharacters)
    .toWellFormed()
}

function outcomeOf({ status, text }: { status: number; text: string }): Outcome {
  const kept = { status, text: text === '' ? null : text }
  if (status >= 200 && status < 300) return { failure: null, ...kept }
  return { failure: status >= 300 && status < 400 ? 'redirected' : 'refused', ...kept }
}

function failureOf(error: unknown): WebhookFailure {
  const { code = '' } = error as { code?: string }
  return /CERT|SSL|TLS|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code) ? 'insecure' : 'unreachable'
}
