import { isProviderAddress } from '@fonema/contract'

const maxBytes = 1024 * 1024
const maxMilliseconds = 5_000

/** The provider did not answer, or not in a form that can be read. */
export class ProviderUnreachable extends Error {}

/**
 * Calls a provider: within five seconds, at most 1 MB, without redirects, by https or on this machine. Nobody waits for
 * a provider that hangs, and a wrong document cannot send secrets elsewhere in clear.
 */
export async function fetchFromProvider(url: string, options: RequestInit): Promise<Response> {
  if (!isProviderAddress(url)) throw new ProviderUnreachable('the address is neither https nor on this machine')
  const signals = [AbortSignal.timeout(maxMilliseconds), ...(options.signal ? [options.signal] : [])]
  try {
    const response = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) })
    const body = await readWithin(response)
    const isEmpty = [101, 204, 205, 304].includes(response.status)
    return new Response(isEmpty ? null : body, { status: response.status, headers: response.headers })
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw cause
    throw new ProviderUnreachable(causeOf(cause), { cause })
  }
}

async function readWithin({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBytes) throw new ProviderUnreachable('the answer is too long')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** The network's own words: fetch hides them in the cause. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
