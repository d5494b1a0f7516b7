import type { ErrorCode } from '@fonema/contract'

/** `unreachable`: no answer. `unknown`: an answer that is not from the API, such as a proxy's page. */
export type FailureCode = ErrorCode | 'unreachable' | 'unknown'

/** A failed call. `fields` holds the error codes of a refused body, `members` the other members of the answer. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: FailureCode
  readonly members: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The request, for an error report. */
  request: { method: string; url: string; data: string } | null = null

  constructor(status: number, code: FailureCode, answer: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(`${status} ${code}`, options)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.members = answer
    this.fields = Object.fromEntries(
      Object.entries(answer).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    )
  }
}

/** Sends a request below /api. Resolves with any answer, also a refusal; throws only when there is none. */
export async function send(path: string, init: RequestInit, accessToken?: string): Promise<Response> {
  const headers = new Headers(init.headers)
  if (accessToken !== undefined) headers.set('Authorization', `Bearer ${accessToken}`)
  try {
    return await fetch(`/api${path}`, { ...init, headers })
  } catch (cause) {
    if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw cause
    throw new ApiFailure(0, 'unreachable', {}, { cause })
  }
}

export async function failureOf(response: Response): Promise<ApiFailure> {
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null) return new ApiFailure(response.status, 'unknown')
  const members = answer as Record<string, unknown>
  // The contract defines the codes. A body field may be named `code` too; its value is then a list.
  const isOurs = typeof members.code === 'string'
  // Only a refused body has no code.
  const code = isOurs ? (members.code as ErrorCode) : response.status === 400 ? 'invalid_inputs' : 'unknown'
  return new ApiFailure(response.status, code, members)
}
