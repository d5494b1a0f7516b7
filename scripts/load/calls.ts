import http from 'node:http'

/** One call, timed from the moment when it was due, so that waiting for an earlier call counts. */
export type Sample = { route: string; kind: Kind; due: number; ms: number; status: number }
export type Kind = 'read' | 'upload' | 'login' | 'burst' | 'refresh' | 'write'

/** `cookies`: those that the answer set, as the next call sends them. */
export type Answer = { status: number; body: unknown; cookies?: string }
export type Request = {
  kind: Kind
  method?: 'GET' | 'POST'
  /** Its pattern, and its address below /api. */
  route: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
  due?: number
}

const withinMs = { read: 10_000, upload: 60_000, login: 30_000, burst: 30_000, refresh: 10_000, write: 10_000 }

/** Status 0: no whole answer in time. */
export type Caller = {
  samples: Sample[]
  call(request: Request): Promise<Answer>
  /** Resolves when every call has its answer. */
  settle(): Promise<void>
  close(): void
}

export function openCaller(url: string): Caller {
  const agent = new http.Agent({ keepAlive: true })
  const samples: Sample[] = []
  const underWay = new Set<Promise<unknown>>()
  const once = (request: Request): Promise<Answer & { isStale: boolean }> =>
    new Promise((resolve) => {
      const { kind, method = 'GET', path, headers = {}, body } = request
      const length = body === undefined ? {} : { 'content-length': String(body.length) }
      const signal = AbortSignal.timeout(withinMs[kind])
      const options = { method, headers: { ...headers, ...length }, agent, signal }
      const sent = http.request(`${url}/api${path}`, options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.once('error', fail)
        answer.once('end', () => {
          const cookies = answer.headers['set-cookie']?.map((each) => each.split(';')[0]).join('; ')
          const given = cookies === undefined ? {} : { cookies }
          resolve({ status: answer.statusCode ?? 0, body: parse(chunks), ...given, isStale: false })
        })
      })
      // The other side was just closing a kept connection: the call was not received.
      const fail = (error: Error & { code?: string }) =>
        resolve({ status: 0, body: error.message, isStale: sent.reusedSocket && error.code === 'ECONNRESET' })
      sent.once('error', fail)
      sent.end(body)
    })
  const call = async (request: Request) => {
    const due = request.due ?? performance.now()
    let answer = await once(request)
    if (answer.isStale) answer = await once(request)
    const { route, kind } = request
    samples.push({ route, kind, due, ms: performance.now() - due, status: answer.status })
    return answer
  }
  return {
    samples,
    call(request) {
      const answer = call(request)
      underWay.add(answer)
      return answer.finally(() => underWay.delete(answer))
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: () => agent.destroy(),
  }
}

function parse(chunks: Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}
