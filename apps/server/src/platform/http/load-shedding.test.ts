// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

const statuses = (answers: readonly { statusCode: number }[]) =>
  Object.groupBy(
    answers.map(({ statusCode }) => statusCode),
    String,
  )

test('refuses reads beyond a hundred in flight with Retry-After, and accepts writes', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const read = () => app.inject({ url: '/api/user/participants/', headers })
  const reads = Array.from({ length: 260 }, read)
  const write = app.inject({
    method: 'POST',
    url: '/api/user/api/token/refresh/',
    payload: { refresh: 'none', active: true },
  })
  const answers = await Promise.all(reads)
  const { 200: read200 = [], 503: refused = [], ...others } = statuses(answers)
  // Each process has its own count, so two machines admit twice as many.
  expect([100, 200]).toContain(read200.length)
  expect([refused.length, others]).toEqual([260 - read200.length, {}])
  const { headers: refusal } = answers.find(({ statusCode }) => statusCode === 503)!
  expect(refusal).toMatchObject({
    'retry-after': '2',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect((await write).statusCode).toBe(401)

  // Calls that were answered, refused or unauthenticated no longer count.
  await Promise.all(Array.from({ length: 120 }, () => app.inject({ url: '/api/user/participants/' })))
  expect(statuses(await Promise.all(Array.from({ length: 100 }, read)))[200]).toHaveLength(100)
})

test('refuses reads from ten in flight when the process is late, and never a single read', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const read = () => app.inject({ url: '/api/user/participants/', headers })
  const block = () => {
    const until = performance.now() + 1_300
    while (performance.now() < until);
  }
  block()
  expect((await read()).statusCode).toBe(200)

  // On two machines, each machine gets every other call.
  const some = Array.from({ length: 24 }, read)
  // After this turn the process has counted them.
  await new Promise(setImmediate)
  block()
  const more = Array.from({ length: 24 }, read)
  const write = app.inject({ method: 'POST', url: '/api/user/api/token/refresh/', payload: { refresh: 'none' } })
  expect(statuses(await Promise.all(some))[200]).toHaveLength(24)
  expect(statuses(await Promise.all(more))[503]).toHaveLength(24)
  expect((await write).statusCode).toBe(401)
  expect((await read()).statusCode).toBe(200)
})

test('a read whose client disconnects before the answer no longer counts', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `${app.listeningOrigin}/api/user/participants/`
  for (let times = 0; times < 3; times++) {
    const leaving = new AbortController()
    const calls = Array.from({ length: 90 }, () => fetch(url, { headers, signal: leaving.signal }).catch(() => {}))
    await sleep(20)
    leaving.abort()
    await Promise.all(calls)
  }
  // The queries of the disconnected clients take some time to end.
  const readTogether = async () => {
    const answers = Array.from({ length: 100 }, () => app.inject({ url: '/api/user/participants/', headers }))
    return statuses(await Promise.all(answers))[200]
  }
  await expect.poll(readTogether, { timeout: 30_000 }).toHaveLength(100)
})
