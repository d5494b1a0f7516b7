import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { formOf, startTestSession } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

/** Sends a whole request before it reads the answer, as browsers do with a form. */
async function sendWhole(port: number, head: string, body: Buffer): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write(head)
  for (let at = 0; at < body.length; at += 65_536)
    if (!socket.write(body.subarray(at, at + 65_536))) await once(socket, 'drain')
  socket.resume()
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test('a server error during an upload arrives as an answer, not as a lost connection', async () => {
  const demo = await buildTestApp()
  const { app, signIn, stagingFolders } = demo
  const headers = await signIn('examiner@demo.example')
  const { itemUrl, items } = await startTestSession(demo, headers)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const form = formOf(Buffer.alloc(30_000_000))
  const send = () => {
    const lines = { host: 'clinic', 'content-length': String(form.payload.length), ...headers, ...form.headers }
    const fields = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    return sendWhole(port, `POST ${itemUrl(items[0]!)} HTTP/1.1\r\n${fields.join('')}\r\n`, form.payload)
  }
  const [staging] = stagingFolders as [string]
  await rm(staging, { recursive: true })
  expect(await send()).toMatch(/^HTTP\/1\.1 500 /)
  await mkdir(staging)
  expect(await send()).toMatch(/^HTTP\/1\.1 415 /)
})
