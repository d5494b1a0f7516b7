import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A refusal of the API, which becomes an OperationOutcome. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export type Source = {
  /** An answer of the API, with the caller's own rights. */
  get<T>(address: string): Promise<T>
  /** A page of a list of the API, and the cursor of the next one. */
  page<T>(address: string, query: Record<string, string | undefined>): Promise<{ rows: T[]; next: string | undefined }>
}

/**
 * Reads the API as the caller: FHIR shows nothing that the same key could not read there, each read is in the audit log,
 * and fields that a mode may not read are blank.
 */
export function sourceOf(
  app: Pick<FastifyInstance, 'inject'>,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
): Source {
  const { authorization } = request.headers
  /** One request reads the same session for its measures, its recordings and their provenance. */
  const answers = new Map<string, ReturnType<typeof call>>()
  async function call(address: string) {
    const answer = await app.inject({
      url: `/api${address}`,
      headers: { ...(authorization !== undefined && { authorization }) },
      remoteAddress: request.ip,
    })
    if (answer.statusCode !== 200) throw new Refusal(answer.statusCode, codeOf(answer.body))
    return { body: answer.json(), link: String(answer.headers.link ?? '') }
  }
  function ask(address: string) {
    const answer = answers.get(address) ?? call(address)
    answers.set(address, answer)
    return answer
  }
  return {
    get: async (address) => (await ask(address)).body,
    async page(address, query) {
      const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined)
      const { body, link } = await ask(`${address}?${new URLSearchParams(given)}`)
      const next = /<[^>]*[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link)?.[1]
      return { rows: body, next: next && decodeURIComponent(next) }
    },
  }
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code ?? 'invalid')
  } catch {
    return 'invalid'
  }
}
