/** The server answers its page at any address; the worker keeps the page of this one, which nobody visits. */
export const shellAddress = '/shell/'

/** Answers of a proxy whose server is away. */
export const isUnavailable = (status: number) => status >= 502 && status <= 504

const nonceOf = ({ headers }: Response) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]

/** A hotel's network may answer every address with its own page: that must not be kept. */
export function isOurs(address: string, answer: Response): boolean {
  if (answer.status !== 200) return false
  if (new URL(address).pathname === shellAddress) return nonceOf(answer) !== undefined
  return answer.headers.get('content-type')?.startsWith('text/html') === false
}

/** The kept page with a nonce of its own, in its text and in its policy. A page without a nonce is not answered. */
export async function freshShell(kept: Response): Promise<Response> {
  const nonce = nonceOf(kept)
  if (nonce === undefined) return Response.error()
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const headers = new Headers(kept.headers)
  headers.set('content-security-policy', headers.get('content-security-policy')!.replaceAll(nonce, fresh))
  // The text is no longer compressed, nor as long.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response((await kept.text()).replaceAll(nonce, fresh), { headers })
}
