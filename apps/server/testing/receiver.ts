import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { url: string; headers: IncomingHttpHeaders; body: string; id: string; timestamp: Date }
type Answer = (reply: ServerResponse, received: Received) => void

export const accept: Answer = (reply) => reply.writeHead(204).end()

/** A real HTTP server that receives webhooks. `answers` says what it answers next, then `accept`. */
export async function startReceiver() {
  const received: Received[] = []
  const answers: Answer[] = []
  const waiting: (() => void)[] = []
  async function take(request: IncomingMessage, reply: ServerResponse) {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { headers, url = '' } = request
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
    const call = { url, headers, body, id: String(headers['webhook-id']), timestamp }
    received.push(call)
    for (const go of waiting.splice(0)) go()
    ;(answers.shift() ?? accept)(reply, call)
  }
  const server = createServer((request, reply) => void take(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers,
    close,
    reopen: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    /** Resolves with the next call. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}
