import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'

const statuses = (answers: readonly { statusCode: number }[]) =>
  Object.groupBy(
    answers.map(({ statusCode }) => statusCode),
    String,
  )

test('in a crowd some reads are told to come again, and what writes is taken', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const read = () => app.inject({ url: '/api/user/participants/', headers })
  const crowd = Array.from({ length: 260 }, read)
  const write = app.inject({
    method: 'POST',
    url: '/api/user/api/token/refresh/',
    payload: { refresh: 'none', active: true },
  })
  const answers = await Promise.all(crowd)
  const { 200: read200 = [], 503: refused = [], ...others } = statuses(answers)
  // Each process has a count of its own: on two machines twice as many are let in.
  expect([100, 200]).toContain(read200.length)
  expect([refused.length, others]).toEqual([260 - read200.length, {}])
  const { headers: told } = answers.find(({ statusCode }) => statusCode === 503)!
  expect(told).toMatchObject({ 'retry-after': '2', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  expect((await write).statusCode).toBe(401)

  // Whoever was answered, refused or unknown has left the crowd.
  await Promise.all(Array.from({ length: 120 }, () => app.inject({ url: '/api/user/participants/' })))
  expect(statuses(await Promise.all(Array.from({ length: 100 }, read)))[200]).toHaveLength(100)
})

test('a process that gets to its calls late refuses reads before, and never those of somebody alone', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const read = () => app.inject({ url: '/api/user/participants/', headers })
  const standStill = () => {
    const until = performance.now() + 1_300
    while (performance.now() < until);
  }
  standStill()
  expect((await read()).statusCode).toBe(200)

  // On two machines every other call is the one's.
  const some = Array.from({ length: 24 }, read)
  // From here on they are known to the process.
  await new Promise(setImmediate)
  standStill()
  const more = Array.from({ length: 24 }, read)
  const write = app.inject({ method: 'POST', url: '/api/user/api/token/refresh/', payload: { refresh: 'none' } })
  expect(statuses(await Promise.all(some))[200]).toHaveLength(24)
  expect(statuses(await Promise.all(more))[503]).toHaveLength(24)
  expect((await write).statusCode).toBe(401)
  expect((await read()).statusCode).toBe(200)
})

test('who goes away without waiting for the answer leaves the crowd as well', async () => {
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
  // What nobody waits for any more is still being read for a while.
  const readTogether = async () => {
    const answers = Array.from({ length: 100 }, () => app.inject({ url: '/api/user/participants/', headers }))
    return statuses(await Promise.all(answers))[200]
  }
  await expect.poll(readTogether, { timeout: 30_000 }).toHaveLength(100)
})
