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

test('asks what it needs once, however many ask whether it is ready', async () => {
  const { database, ready } = await open()
  const answers = await Promise.all(Array.from({ length: 200 }, ready))
  expect(answers).toEqual(answers.map(() => ({ status: 'ready', database: true, running: true })))
  expect(database.asked).toBe(1)
})

test('finds out that the database has gone and come back', async () => {
  const { database, ready } = await open()
  for (const isThere of [true, false, true]) {
    database.isThere = isThere
    await expect.poll(async () => (await ready()).database, { timeout: 30_000 }).toBe(isThere)
  }
})

test('says at once that it is about to stop', async () => {
  let stopping = false
  const { ready } = await open(() => stopping)
  expect((await ready()).status).toBe('ready')
  stopping = true
  expect(await ready()).toEqual({ status: 'unavailable', database: true, running: false })
})
