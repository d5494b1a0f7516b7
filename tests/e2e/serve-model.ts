import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../packages/content/demo/model')

/** Serves the demonstration's recogniser for download like any model, and another model without files. */
export async function serveModel() {
  const files = new Map(['model.onnx', 'tokens.txt'].map((file) => [file, readFileSync(path.join(folder, file))]))
  const server = createServer(async ({ url = '' }, response) => {
    const body = files.get(url.replace('/tiny/', ''))
    if (body === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': body.length })
    // Slowly enough for the progress to be visible.
    for (let at = 0; at < body.length; at += 200_000) {
      response.write(body.subarray(at, at + 200_000))
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    return response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address
  const model = (name: string, title: string) => ({
    name,
    title,
    licence: 'CC0-1.0',
    source: 'e2e',
    url: `http://127.0.0.1:${port}/${name}/`,
    kind: 'zipformerCtc',
    max_seconds: 30,
    files: [...files].map(([file, body]) => ({
      part: file === 'tokens.txt' ? 'tokens' : 'model',
      file,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    })),
  })
  return { models: [model('tiny', 'Pequeño'), model('gone', 'Perdido')], close: () => server.close() }
}
