import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { healthRoutes } from './health.ts'

async function open(isStopping = () => false) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const database = { isThere: true, asked: 0 }
  const check = async () => {
    database.asked++
    if (!database.isThere) throw new Error('away')
  }
  healthRoutes(app, { database: check }, isStopping)
  const ready = async () => (await app.inject('/api/ready')).json()
  return { database, ready }
}

test('runs each check once for many simultaneous readiness requests', async () => {
  const { database, ready } = await open()
  const answers = await Promise.all(Array.from({ length: 200 }, ready))
  expect(answers).toEqual(answers.map(() => ({ status: 'ready', database: true, running: true })))
  expect(database.asked).toBe(1)
})

test('reports that the database is away, and that it is back', async () => {
  const { database, ready } = await open()
  for (const isThere of [true, false, true]) {
    database.isThere = isThere
    await expect.poll(async () => (await ready()).database, { timeout: 30_000 }).toBe(isThere)
  }
})

test('reports at once that the process is stopping', async () => {
  let stopping = false
  const { ready } = await open(() => stopping)
  expect((await ready()).status).toBe('ready')
  stopping = true
  expect(await ready()).toEqual({ status: 'unavailable', database: true, running: false })
})
