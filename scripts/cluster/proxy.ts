import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Proxy = { url: string; close(): Promise<void> }

const checkEveryMs = 500

/**
 * Spreads calls over the web processes in turn, as any proxy before a clinic may: no call needs the process that had
 * the one before. A process that does not answer, or says that it is not ready, gets none.
 */
export async function openProxy(targets: readonly string[], port = 0): Promise<Proxy> {
  const ready = new Set(targets)
  // Any proxy keeps its connections: a new one for each call costs both sides more than a small answer.
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const next = () => {
    const able = targets.filter((target) => ready.has(target))
    return able[turn++ % able.length]
  }

  const checking = setInterval(() => {
    for (const target of targets) {
      void fetch(`${target}/api/ready`, { signal: AbortSignal.timeout(4_000) })
        .then(async (answer) => {
          await answer.body?.cancel()
          return answer.status === 200
        })
        .catch(() => false)
        .then((isReady) => (isReady ? ready.add(target) : ready.delete(target)))
    }
  }, checkEveryMs)

  const server = http.createServer((request, response) => {
    // A client that goes away takes its call with it.
    response.once('close', () => upstream?.destroy())
    let upstream: http.ClientRequest | undefined
    const send = () => {
      const target = next()
      if (target === undefined) return void response.writeHead(503, { 'retry-after': '2' }).end()
      const address = request.socket.remoteAddress ?? ''
      const headers = { ...request.headers, 'x-forwarded-for': address, 'x-forwarded-proto': 'http' }
      upstream = http.request(target + request.url, { agent, method: request.method, headers })
      upstream.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.once('error', () => response.destroy())
      })
      upstream.once('error', (error: NodeJS.ErrnoException) => {
        // Nobody has seen anything of this call yet, so another process may have it.
        if (error.code === 'ECONNREFUSED' && ready.delete(target)) return send()
        // Nor of one without a body that met a kept connection just when the other side closed it.
        const wasClosing = upstream?.reusedSocket === true && error.code === 'ECONNRESET' && !response.headersSent
        if (wasClosing && request.method === 'GET') return send()
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end()
      })
      // Only from then on: what is sent to a process that is not there is lost to the next one.
      upstream.once('socket', (socket) => {
        const pass = () => upstream && request.pipe(upstream)
        if (socket.connecting) socket.once('connect', pass)
        else pass()
      })
    }
    send()
  })
  // A long upload is as welcome here as it is behind.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(checking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
