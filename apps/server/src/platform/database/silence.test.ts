import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'

afterEach(() => vi.useRealTimers())

/** The database behind a line that can hold back its answers. */
async function openLine({ patienceOf }: DatabaseOptions) {
  const { host, port, user, password, database: name } = new pg.Client((await buildTestApp()).url)
  const line = { isHeld: false, release: () => {} }
  const released = new Promise<void>((resolve) => {
    line.release = resolve
  })
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const end of [client, upstream]) end.on('error', () => {})
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', async (bytes) => {
      if (line.isHeld) await released
      client.write(bytes)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `postgres://${user}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const database = openDatabase(address, { patienceOf, maxConnections: 1 })
  const ask = async () => (await sql<{ one: number }>`select 1 as one`.execute(database.shared)).rows[0]?.one
  expect(await ask()).toBe(1)
  line.isHeld = true
  const close = async () => {
    await database.close()
    server.close()
  }
  return { line, ask, close }
}

test('a job gets an answer that a busy machine gives after six seconds', async () => {
  const { line, ask, close } = await openLine({ patienceOf: 'job' })
  const answer = ask()
  await vi.advanceTimersByTimeAsync(6_000)
  line.release()
  expect(await answer).toBe(1)
  await close()
})

test('a call does not wait for it', async () => {
  const { ask, close } = await openLine({ patienceOf: 'call' })
  const refused = expect(ask()).rejects.toThrow('Connection terminated')
  await vi.advanceTimersByTimeAsync(2_000)
  await refused
  await close()
})
