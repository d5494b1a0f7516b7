import type { WebhookFailure } from '@fonema/contract'
import type { CustomFetch } from 'openid-client'
import { callOnce, type SendDeps } from './send.ts'

const maxBytes = 1024 * 1024

/** A call that ended without an answer that can be used. */
class CallFailed extends Error {
  readonly failure: WebhookFailure

  constructor(failure: WebhookFailure) {
    super(failure)
    this.failure = failure
  }
}

/** The failure in what a library made of it: it wraps what its fetch threw. */
export function failureIn(error: unknown): WebhookFailure | undefined {
  if (error instanceof CallFailed) return error.failure
  return error instanceof Error ? failureIn(error.cause) : undefined
}

/** A `fetch` for libraries: to checked addresses only, without redirects, at most 1 MB in all of the time. */
export const checkedFetch =
  (deps: SendDeps): CustomFetch =>
  async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
    const call = { url, method: method === 'POST' ? 'POST' : 'GET', headers } as const
    const answer = await callOnce(deps, { ...call, ...(text !== undefined && { body: text }) }, { maxBytes })
    if (typeof answer === 'string') throw new CallFailed(answer)
    if (!answer.isWhole) throw new CallFailed('unreachable')
    const isEmpty = [101, 204, 205, 304].includes(answer.status)
    const type = answer.headers['content-type']
    return new Response(isEmpty ? null : answer.text, {
      status: answer.status,
      headers: { ...(type !== undefined && { 'content-type': type }) },
    })
  }
