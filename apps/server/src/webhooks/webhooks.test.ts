import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReceiver } from '../../testing/receiver.ts'
import { everyEvent, openWebhooks } from '../../testing/webhooks.ts'

test('a manager makes a webhook, and the receiver verifies a test event with the library', async () => {
  const { create, send, work, deliveriesOf, endpointOf } = await openWebhooks()
  const receiver = await startReceiver()
  const { id, secret } = await create(receiver.url, ['report.signed'])
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await endpointOf(id)).toMatchObject({ url: receiver.url, events: ['report.signed'], is_on: true, pending: 0 })
  expect(JSON.stringify(await endpointOf(id))).not.toContain('whsec')

  const test = await send('POST', `${id}/test/`)
  expect(test).toMatchObject({ status: 201, answer: { event: 'test', state: 'pending', attempts: 0 } })
  await work()
  expect(receiver.received).toHaveLength(1)
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(verified).toEqual({ type: 'test', timestamp: expect.any(String), data: { webhook_id: id } })
  expect(headers).toMatchObject({ 'webhook-id': test.answer.id, 'content-type': 'application/json' })
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  expect(await deliveriesOf(id)).toMatchObject([
    { id: test.answer.id, state: 'delivered', attempts: 1, failure: null, answer_status: 204, next_attempt_at: null },
  ])
  await work()
  expect(receiver.received).toHaveLength(1)
})

test('a repeated creation gives the same webhook and secret, and no table contains the secret', async () => {
  const { send, database, organizationId } = await openWebhooks()
  const body = { url: 'http://127.0.0.1:9/', events: ['results.ready'] }
  const key = { 'idempotency-key': 'k1' }
  const first = await send('POST', '', body, key)
  expect(await send('POST', '', body, key)).toEqual(first)
  const kept = await database.tenant(organizationId, async (tx) => [
    ...(await tx.selectFrom('idempotency_keys').selectAll().execute()),
    ...(await tx.selectFrom('webhook_secrets').selectAll().execute()),
    ...(await tx.selectFrom('audit_entries').select(['old', 'new']).execute()),
  ])
  expect(JSON.stringify(kept)).not.toContain('whsec_')
})

test('addresses that cannot be called are refused when they are stored', async () => {
  const { send, create } = await openWebhooks({ networks: '127.0.0.1' })
  const refused = async (url: string) => (await send('POST', '', { url, events: everyEvent })).answer
  for (const url of [
    'https://10.0.0.1/',
    'http://127.0.0.2/',
    'http://93.184.216.34/',
    'https://localhost.example.invalid:1',
  ])
    if (url.startsWith('https://localhost')) expect(await refused(url)).toHaveProperty('secret')
    else expect([url, await refused(url)]).toEqual([url, { url: ['private_address'] }])
  expect(await refused('mailto:a@b.example')).toEqual({ url: ['invalid'] })
  expect(await refused('http://no-such-host.invalid/')).toEqual({ url: ['private_address'] })
  const { id } = await create('http://127.0.0.1/')
  expect((await send('PATCH', `${id}/`, { url: 'https://10.0.0.1/' })).answer).toEqual({ url: ['private_address'] })
  expect((await send('PATCH', `${id}/`, {})).answer).toEqual({ non_field_errors: ['empty_data'] })
  expect((await send('PATCH', `${id}/`, { events: [] })).answer).toEqual({ events: ['required'] })
  expect((await send('PATCH', `${id}/`, { events: ['session.started'] })).answer).toEqual({ events: ['invalid'] })
})

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const { create, send, work, clock, endpointOf } = await openWebhooks()
  const receiver = await startReceiver()
  const { id, secret: earlier } = await create(receiver.url)
  const { secret } = (await send('POST', `${id}/secret/`)).answer
  expect(secret).not.toBe(earlier)
  const signaturesOf = () => {
    const { id, timestamp, body, headers } = receiver.received.at(-1)!
    const given = String(headers['webhook-signature']).split(' ')
    return [secret, earlier].map((each) => given.includes(new Webhook(each).sign(id, timestamp, body)))
  }
  await send('POST', `${id}/test/`)
  await work()
  expect(signaturesOf()).toEqual([true, true])
  expect((await endpointOf(id)).earlier_secret_until).not.toBeNull()
  clock.advance(86_401)
  await send('POST', `${id}/test/`)
  await work()
  expect(signaturesOf()).toEqual([true, false])
  expect((await endpointOf(id)).earlier_secret_until).toBeNull()
})

test('while it is off, events are not kept and nothing is sent; a test is refused', async () => {
  const { create, send, work, queueEvents, endpointOf } = await openWebhooks()
  const receiver = await startReceiver()
  const { id } = await create(receiver.url)
  await queueEvents()
  await send('PATCH', `${id}/`, { is_on: false })
  await work()
  expect(receiver.received).toEqual([])
  expect(await endpointOf(id)).toMatchObject({ is_on: false, pending: 1 })
  expect(await send('POST', `${id}/test/`)).toEqual({ status: 409, answer: { code: 'conflict' } })
  await send('PATCH', `${id}/`, { is_on: true })
  await work()
  expect(receiver.received).toHaveLength(1)
})

test('a removed webhook takes its secret and deliveries with it', async () => {
  const { create, send, queueEvents, database, organizationId } = await openWebhooks()
  const { id } = await create('http://127.0.0.1:9/')
  await queueEvents(2)
  expect((await send('DELETE', `${id}/`)).status).toBe(204)
  const left = await database.tenant(organizationId, async (tx) => [
    await tx.selectFrom('webhook_secrets').selectAll().execute(),
    await tx.selectFrom('webhook_deliveries').selectAll().execute(),
  ])
  expect(left).toEqual([[], []])
  expect((await send('GET', `${id}/deliveries/`)).status).toBe(404)
})

test('the list of deliveries has pages and a filter; a delivery is sent again with its id, and so are all dead ones', async () => {
  const { create, send, work, queueEvents, deliveriesOf, database, organizationId } = await openWebhooks()
  const receiver = await startReceiver()
  const { id } = await create(receiver.url)
  await queueEvents(2)
  await work()
  const [newest] = await deliveriesOf(id, '?limit=1')
  expect(newest.state).toBe('delivered')
  expect(await deliveriesOf(id, '?state=dead')).toEqual([])
  expect((await send('GET', `${id}/deliveries/?state=lost`)).answer).toEqual({ state: ['invalid'] })

  expect((await send('POST', `${id}/deliveries/${newest.id}/replay/`)).answer).toMatchObject({ state: 'pending' })
  await work()
  expect(receiver.received.filter((each) => each.id === newest.id)).toHaveLength(2)
  await database.tenant(organizationId, (tx) => tx.updateTable('webhook_deliveries').set({ state: 'dead' }).execute())
  expect((await send('POST', `${id}/replay/`)).answer).toEqual({ replayed: 2 })
  await work()
  expect(receiver.received).toHaveLength(5)
})
