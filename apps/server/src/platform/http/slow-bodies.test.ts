import net from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AppError, sendError } from './errors.ts'
import type { Principal } from './principal.ts'
import { limitBodies } from './slow-bodies.ts'

const bodyBytes = 1_000_000

async function listen(limits: Parameters<typeof limitBodies>[1]) {
  const app = Fastify({ bodyLimit: 2 * bodyBytes })
  app.setErrorHandler(sendError)
  limitBodies(app, limits)
  app.post('/public', async () => 'read')
  const admit = async (request: { headers: { authorization?: string }; principal?: Principal }) => {
    if (request.headers.authorization !== 'known') throw new AppError('token_not_valid')
    request.principal = {} as Principal // only its presence counts here
  }
  app.post('/private', { onRequest: admit }, async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as net.AddressInfo
  return (path: string, headers: string[] = []) => send(port, path, headers)
}

/** Starts a call whose body begins; `finish` sends the rest. */
function send(port: number, path: string, headers: string[]) {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = { text: '' }
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer.text)))
  socket.on('error', () => {}) // the server may reset it
  const answered = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
  socket.on('data', (chunk) => (answer.text += chunk))
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', `Content-Length: ${bodyBytes}`]
  socket.write([...head, ...headers, '', '"'].join('\r\n'))
  const finish = () => socket.write(`${'x'.repeat(bodyBytes - 2)}"`)
  return { socket, closed, answered, finish }
}

test('cuts off a public body that does not arrive in time', async () => {
  const call = await listen({ seconds: 0.05 })
  expect(await call('/public').closed).not.toContain('200 OK')
})

test('refuses public bodies beyond the limit of an address at once, until one of them has arrived', async () => {
  const call = await listen({ seconds: 3_600, maxPerAddress: 2 })
  const [first] = [call('/public'), call('/public')]
  await expect
    .poll(async () => (await call('/public').answered).split('\r\n')[0])
    .toBe('HTTP/1.1 429 Too Many Requests')
  first.finish()
  expect(await first.answered).toContain('200 OK')
  const next = call('/public')
  next.finish()
  expect(await next.answered).toContain('200 OK')
})

test('closes the connection of a refused call whose body arrives too slowly', async () => {
  const call = await listen({ paceSeconds: 0.05 })
  expect(await call('/private').closed).toContain('401 Unauthorized')
})

test('reads the body of a refused call to its end while it arrives fast enough', async () => {
  const call = await listen({ paceSeconds: 0.05, minBytesPerSecond: 0 })
  const { socket, answered, finish } = call('/private')
  expect(await answered).toContain('401 Unauthorized')
  finish()
  const again = new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
  socket.write('POST /private HTTP/1.1\r\nHost: a\r\nAuthorization: known\r\nContent-Length: 0\r\n\r\n')
  expect(await again).toContain('200 OK')
})

test('does not limit the body of a signed-in user', async () => {
  const call = await listen({ seconds: 0.05, maxPerAddress: 1, paceSeconds: 0.05 })
  const signedIn = ['Authorization: known']
  const calls = [call('/private', signedIn), call('/private', signedIn)]
  // Meanwhile an anonymous one is cut off.
  await call('/public').closed
  for (const { finish } of calls) finish()
  for (const { answered } of calls) expect(await answered).toContain('200 OK')
})
