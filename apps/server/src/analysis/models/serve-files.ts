import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Served = { request: IncomingMessage; response: ServerResponse; body: Buffer; from: number; call: number }
/** Sends its own response, or returns `false` for the default one. */
export type Answer = (served: Served) => unknown

const quoted = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`

/** A real file server for one test, with range requests and optional faults. */
export async function serveFiles(files: Map<string, Buffer>, answer: Answer = () => false) {
  const calls: { url: string; range: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const url = request.url ?? ''
    const { range } = request.headers
    calls.push({ url, range })
    const body = files.get(url.split('/').at(-1)!)
    if (body === undefined) return response.writeHead(404).end()
    const asked = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    const ifRange = request.headers['if-range']
    const from = ifRange !== undefined && ifRange !== quoted(body) ? 0 : asked
    if ((await answer({ request, response, body, from, call: calls.length })) !== false) return
    writeHead(response, body, from)
    response.end(body.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address
  return { url: `http://127.0.0.1:${port}/models/`, calls }
}

export function writeHead(response: ServerResponse, body: Buffer, from: number) {
  const headers = { etag: quoted(body), 'content-length': body.length - from }
  if (from === 0) response.writeHead(200, headers)
  else response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` })
}

/** Sends a part, then closes the connection. */
export function cutAfter({ response, body, from }: Served, bytes: number) {
  writeHead(response, body, from)
  response.write(body.subarray(from, from + bytes), () => response.destroy())
}
