import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that must never be called. A call shows that somebody's text or file was run or followed. */
export type Beacon = { url: string; hits: string[]; pages: Map<string, { type: string; body: Buffer }>; close(): void }

export async function openBeacon(): Promise<Beacon> {
  const hits: string[] = []
  const pages: Beacon['pages'] = new Map()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (page === undefined && request.url !== '/favicon.ico') hits.push(request.url ?? '')
    response.writeHead(200, { 'content-type': page?.type ?? 'text/plain', 'access-control-allow-origin': '*' })
    response.end(page?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, hits, pages, close: () => server.close() }
}
