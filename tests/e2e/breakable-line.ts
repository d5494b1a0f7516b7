import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type BreakableLine = Awaited<ReturnType<typeof openBreakableLine>>

/** Another address of a clinic. It can be cut off, and its answers can be edited. */
export async function openBreakableLine(target: string) {
  const { hostname, port } = new URL(target)
  /** `deaf to creates`: the server gets them, and their answers are lost. */
  let state: 'whole' | 'cut' | 'without a server' | 'deaf to creates' = 'whole'
  const edits = new Map<string, (text: string) => string>()

  const server = http.createServer((request, response) => {
    if (state === 'cut') return void request.socket.destroy()
    if (state === 'without a server')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502')
    const { 'accept-encoding': _, ...headers } = request.headers
    const { method, url: path = '/' } = request
    const forwarded = http.request({ hostname, port, method, path, headers }, (answer) => {
      if (state === 'deaf to creates' && answer.statusCode === 201) return void request.socket.destroy()
      const { 'content-length': _length, ...rest } = answer.headers
      const edit = edits.get(path)
      if (edit === undefined) {
        response.writeHead(answer.statusCode!, answer.headers)
        return void answer.pipe(response)
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        response.writeHead(answer.statusCode!, rest)
        response.end(edit(Buffer.concat(chunks).toString()))
      })
    })
    forwarded.on('error', () => request.socket.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: typeof state) {
      state = next
      if (next === 'cut') server.closeAllConnections()
    },
    edit(path: string, edit: (text: string) => string) {
      edits.set(path, edit)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
