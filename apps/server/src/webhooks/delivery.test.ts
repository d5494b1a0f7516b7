// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../testing/receiver.ts'
import { openWebhooks } from '../../testing/webhooks.ts'
import type { Address } from './address.ts'
import { forgetDeliveries } from './deliver.ts'

const day = 86_400
type Delivery = { id: string; next_attempt_at: string | null; state: string; attempts: number }

async function prepare(options: Parameters<typeof openWebhooks>[0] = {}) {
  const hooks = await openWebhooks(options)
  const receiver = await startReceiver()
  const { id } = await hooks.create(receiver.url)
  const first = async (): Promise<Delivery & Record<string, unknown>> => (await hooks.deliveriesOf(id))[0]
  /** Moves the clock to the next attempt and makes it. */
  async function retry(timeoutMs?: number) {
    const { next_attempt_at } = await first()
    if (next_attempt_at !== null)
      hooks.clock.advance((new Date(next_attempt_at).getTime() - hooks.clock.now().getTime()) / 1000)
    await hooks.work(timeoutMs)
  }
  /** As if the name in the address pointed to this from now on. */
  const moveTo = (url: string) =>
    hooks.database.tenant(hooks.organizationId, (tx) => tx.updateTable('webhook_endpoints').set({ url }).execute())
  return { ...hooks, receiver, id, first, retry, moveTo }
}

test('after errors the delivery is retried with the same id and body, until the receiver accepts it', async () => {
  const { queueEvents, receiver, work, retry, first, endpointOf, id } = await prepare()
  receiver.answers.push(
    (reply) => reply.writeHead(500).end('out of\u0000 order'),
    (reply) => reply.writeHead(404).end(),
    (reply) => reply.destroy(),
  )
  await queueEvents()
  await work()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'refused', answer_status: 500 })
  expect((await first()).answer_text).toBe('out of order')
  expect((await endpointOf(id)).failing_since).not.toBeNull()
  // Not before its time.
  await work()
  expect(receiver.received).toHaveLength(1)
  await retry()
  expect(await first()).toMatchObject({ failure: 'refused', answer_status: 404 })
  await retry()
  expect(await first()).toMatchObject({ failure: 'unreachable', answer_status: null })
  await retry()
  expect(await first()).toMatchObject({ state: 'delivered', attempts: 4, failure: null })
  expect(new Set(receiver.received.map((each) => `${each.id} ${each.body}`)).size).toBe(1)
  expect((await endpointOf(id)).failing_since).toBeNull()
})

test('a receiver that hangs or answers late fails in time; a body that never ends does not matter', async () => {
  const { queueEvents, receiver, work, retry, first } = await prepare()
  const held: ServerResponse[] = []
  receiver.answers.push(...Array.from({ length: 2 }, () => (reply: ServerResponse) => void held.push(reply)))
  await queueEvents()
  for (const attempt of [work, retry]) {
    await attempt(1_000)
    expect(await first()).toMatchObject({ state: 'pending', failure: 'timeout' })
  }
  for (const reply of held) reply.writeHead(200).end()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'timeout' })
  receiver.answers.splice(0, 2, (reply) => {
    reply.writeHead(200)
    reply.write('so far')
  })
  await retry()
  expect(await first()).toMatchObject({ state: 'delivered', answer_status: 200, answer_text: 'so far' })
})

test('an endless answer is cut off', async () => {
  const { queueEvents, receiver, work, first } = await prepare()
  let written = 0
  receiver.answers.push((reply) => {
    reply.writeHead(200)
    const pour = () => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536))) written += 65_536
      written += 65_536
      if (!reply.destroyed) reply.once('drain', pour)
    }
    pour()
  })
  await queueEvents()
  await work()
  expect(await first()).toMatchObject({ state: 'delivered', answer_text: 'x'.repeat(300) })
  expect(written).toBeLessThan(50 * 1024 * 1024)
})

test('a redirect is not followed', async () => {
  const { queueEvents, receiver, work, first } = await prepare()
  const elsewhere = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answers.push((reply) => reply.writeHead(status, { location: elsewhere.url }).end())
    await queueEvents()
    await work()
    expect(await first()).toMatchObject({ state: 'pending', failure: 'redirected', answer_status: status })
  }
  expect(elsewhere.received).toEqual([])
})

test('a receiver that is down for a day gets every event once when it is back', async () => {
  const { queueEvents, receiver, work, clock, deliveriesOf, id } = await prepare()
  await receiver.close()
  await queueEvents(12)
  for (let hours = 0; hours < 24; hours++) {
    await work()
    clock.advance(3600)
  }
  expect((await deliveriesOf(id)).every((each: Delivery) => each.state === 'pending')).toBe(true)
  await receiver.reopen()
  for (let hours = 0; hours < 14; hours++) {
    for (let round = 0; round < 6; round++) await work()
    clock.advance(3600)
  }
  expect((await deliveriesOf(id)).every((each: Delivery) => each.state === 'delivered')).toBe(true)
  expect(receiver.received).toHaveLength(12)
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(12)
})

test('after three days a delivery is dead, the webhook pauses, managers get a mail, and resuming sends what waited', async () => {
  const { queueEvents, receiver, work, retry, first, clock, endpointOf, id, send, database, deliveriesOf } =
    await prepare()
  await receiver.close()
  await queueEvents()
  await work()
  while ((await first()).state === 'pending') await retry()
  expect(await first()).toMatchObject({ state: 'dead', next_attempt_at: null })
  expect((await first()).attempts).toBeGreaterThan(10)
  const paused = await endpointOf(id)
  expect(paused).toMatchObject({ dead: 1, pending: 0 })
  expect(paused.paused_at).not.toBeNull()
  const mails = await sql`select data from pgboss.job where data->>'purpose' = 'webhook_paused'`.execute(
    database.shared,
  )
  expect(mails.rows).toHaveLength(2) // the owner and the manager

  // Events of the pause wait.
  await receiver.reopen()
  await queueEvents(2)
  await work()
  expect(receiver.received).toEqual([])
  clock.advance(10 * day)
  await send('PATCH', `${id}/`, { is_on: true })
  await send('POST', `${id}/replay/`)
  for (let round = 0; round < 2; round++) await work()
  expect(receiver.received).toHaveLength(3)
  expect((await deliveriesOf(id)).every((each: Delivery) => each.state === 'delivered')).toBe(true)
})

test('the answer 410 pauses at once', async () => {
  const { queueEvents, receiver, work, endpointOf, id } = await prepare()
  receiver.answers.push((reply) => reply.writeHead(410).end())
  await queueEvents()
  await work()
  expect((await endpointOf(id)).paused_at).not.toBeNull()
})

test('a worker that is killed in the middle of a delivery loses nothing: another one sends it', async () => {
  const { queueEvents, receiver, work, clock, config, url, first } = await prepare()
  receiver.answers.push(() => {}) // keeps the connection open
  await queueEvents()
  const script = path.join(import.meta.dirname, '../../testing/webhook-child.ts')
  const arrived = receiver.next()
  const child = spawn(process.execPath, [script, url, config.secretKey, clock.now().toISOString()], {
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await arrived
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await first()).toMatchObject({ state: 'pending', attempts: 1, failure: null })
  // Its claim is still valid.
  await work()
  expect(receiver.received).toHaveLength(1)
  clock.advance(61)
  await work()
  expect(await first()).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1)
})

test('two workers send each event once, and no more than two at a time to one receiver', async () => {
  const { queueEvents, receiver, openWorker } = await prepare()
  let open = 0
  let most = 0
  const hold = (reply: ServerResponse) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      reply.writeHead(204).end()
    })
  }
  receiver.answers.push(...Array.from({ length: 20 }, () => hold))
  await queueEvents(20)
  const workers = [openWorker(), openWorker()]
  for (let round = 0; round < 12; round++) {
    await Promise.all(workers.map(({ take }) => take()))
    await Promise.all(workers.map(({ idle }) => idle()))
  }
  expect(receiver.received).toHaveLength(20)
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(20)
  expect(most).toBeLessThanOrEqual(2)
})

test('a receiver that hangs does not hold up another one', async () => {
  const { queueEvents, receiver, openWorker, create } = await prepare()
  receiver.answers.push(
    () => {},
    () => {},
  )
  const other = await startReceiver()
  await create(other.url)
  await queueEvents(6)
  const worker = openWorker(5_000)
  while (other.received.length < 6) {
    await worker.take()
    await nextTurn()
  }
  // Its calls may still be on their way while the other receiver has all of its own.
  await expect.poll(() => receiver.received).toHaveLength(2)
  await worker.idle()
  expect(receiver.received).toHaveLength(2)
})

test('the name is resolved once for each attempt, and the connection goes to the checked address (DNS rebinding)', async () => {
  const answers: Address[][] = []
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return answers.shift() ?? [{ address: '10.0.0.1', family: 4 }]
  }
  const { queueEvents, receiver, work, send, id, moveTo } = await prepare({ networks: '127.0.0.1', resolve })
  await moveTo(`http://rebound.example:${receiver.port}/hook`)

  // Allowed now; a second query would answer with a private address.
  answers.push([{ address: '127.0.0.1', family: 4 }])
  await queueEvents()
  await work()
  expect(asked).toEqual(['rebound.example'])
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]!.headers.host).toBe(`rebound.example:${receiver.port}`)

  // One private address among the answers is enough to refuse; so is a name that moved.
  answers.push([
    { address: '127.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ])
  await queueEvents()
  await work()
  const newest = (await send('GET', `${id}/deliveries/?state=pending`)).answer[0]
  expect(newest).toMatchObject({ failure: 'refused_address', answer_status: null })
  expect(receiver.received).toHaveLength(1)
})

test('a name that does not resolve is retried', async () => {
  const resolve = async (): Promise<Address[]> => {
    throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
  }
  const { queueEvents, work, send, id, moveTo } = await prepare({ resolve })
  await moveTo('https://nowhere.example/')
  await queueEvents()
  await work()
  expect((await send('GET', `${id}/deliveries/`)).answer).toMatchObject([{ state: 'pending', failure: 'not_resolved' }])
})

test('a clock that is set back by days holds up nothing', async () => {
  const { queueEvents, receiver, work, clock, first } = await prepare()
  receiver.answers.push((reply) => reply.writeHead(500).end())
  await queueEvents()
  await work()
  clock.advance(-3 * day)
  await work()
  expect(await first()).toMatchObject({ state: 'delivered', attempts: 2 })
})

test('deliveries are forgotten after thirty days', async () => {
  const { queueEvents, database, clock, deliveriesOf, id } = await prepare()
  await queueEvents()
  clock.advance(29 * day)
  await forgetDeliveries({ database, clock })
  expect(await deliveriesOf(id)).toHaveLength(1)
  clock.advance(2 * day)
  await forgetDeliveries({ database, clock })
  expect(await deliveriesOf(id)).toEqual([])
})
