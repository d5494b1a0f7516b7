import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Take } from './types.ts'
import { createMemoryUploadStore, takeForm, type Upload, type UploadEvent } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const target = (itemId: string, responseId = 'r') => ({ participantId: 'p', responseId, itemId })
const take = (bytes = 100) =>
  ({
    wav: new Blob([new Uint8Array(bytes)]),
    sha256: 'ab',
    gaps: [],
    window: { start: 0.5, end: 2 },
    settings: {},
  }) as unknown as Take // only what the queue looks at

type Reply = number | 'offline' | { status: number; body: unknown }

function setUp(reply: (upload: Upload, attempt: number) => Reply | Promise<Reply>, store = createMemoryUploadStore()) {
  const sent: string[] = []
  const events: UploadEvent[] = []
  const queue = createUploadQueue({
    store,
    send: async (upload) => {
      sent.push(`${upload.responseId}/${upload.itemId}`)
      const answer = await reply(upload, sent.length)
      if (answer === 'offline') throw new TypeError('failed to fetch')
      return typeof answer === 'number' ? { status: answer } : answer
    },
  })
  queue.onEvent((event) => events.push(event))
  return { queue, store, sent, events, types: () => events.map(({ type }) => type) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('answers go out one at a time, in order; 200 and 201 are success', async () => {
  let underway = 0
  let most = 0
  const { queue, sent, events } = setUp(async (_, attempt) => {
    most = Math.max(most, ++underway)
    await new Promise((done) => setTimeout(done, 50))
    underway--
    return attempt % 2 ? 201 : 200
  })
  await Promise.all([
    queue.addTake(target('1'), take()),
    queue.addSkip(target('2'), 'tired'),
    queue.addTake(target('3'), take(30)),
  ])
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 3, bytes: 130 })
  await vi.advanceTimersByTimeAsync(200)
  expect([sent, most]).toEqual([['r/1', 'r/2', 'r/3'], 1])
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, bytes: 0, failing: false, failed: [] })
  const synced = { type: 'synced', responses: [{ participantId: 'p', responseId: 'r' }], afterFailure: false }
  expect(events.at(-1)).toEqual(synced)
})

test.each(['offline', 500, 503, 507, 429, 408, 401] as const)(
  '%s is tried again every 4 s, and told once',
  async (reply) => {
    const { queue, sent, types, events } = setUp((_, attempt) => (attempt <= 3 ? reply : 201))
    await queue.addTake(target('1'), take())
    await settle()
    expect(queue.getSnapshot()).toMatchObject({ waiting: 1, bytes: 100, failing: true })
    await vi.advanceTimersByTimeAsync(3999)
    expect(sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.length).toBe(2)
    await vi.advanceTimersByTimeAsync(8000)
    expect(types()).toEqual(['sync_failed', 'stored', 'synced'])
    expect(events.at(-1)).toMatchObject({ afterFailure: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(4)
  },
)

test.each([
  [400, { speech: ['too_short'] }, 'too_short'],
  [403, { code: 'feature_disabled', feature: 'recordProtocol' }, 'feature_disabled'],
  [404, { code: 'not_found' }, 'not_found'],
  [409, { code: 'already_answered' }, 'already_answered'],
  [413, undefined, 'http_413'],
  [415, { code: 'file_type_not_allowed' }, 'file_type_not_allowed'],
])('%i stops the retries, keeps the audio and lets the next pass', async (status, body, code) => {
  const { queue, sent, types, store } = setUp(({ itemId }) => (itemId === '1' ? { status, body } : 201))
  await queue.addTake(target('1'), take())
  await queue.addTake(target('2'), take())
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual(['r/1', 'r/2'])
  expect(types()).toEqual(['refused', 'stored'])
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, failed: [{ refusal: { status, code } }] })
  expect(queue.getSnapshot().uploads).toMatchObject([{ itemId: '1', take: { wav: expect.any(Blob) } }])
  expect((await store.load()).length).toBe(1)
})

test('a refused upload can be tried again or given up', async () => {
  const { queue, types, store } = setUp((_, attempt) => (attempt === 2 ? 201 : 404))
  const first = await queue.addTake(target('1'), take())
  await settle()
  await queue.retry(first.id)
  expect(types()).toEqual(['refused', 'stored', 'synced'])
  const second = await queue.addTake(target('2'), take())
  await settle()
  await queue.discard(second.id)
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, failed: [], uploads: [] })
  expect(await store.load()).toEqual([])
})

test('a stuck response does not hold back another one, and keeps its own order', async () => {
  const { queue, sent } = setUp(({ responseId }, attempt) => (responseId === 'a' && attempt < 4 ? 500 : 201))
  await queue.addTake(target('1', 'a'), take())
  await queue.addTake(target('2', 'a'), take())
  await queue.addTake(target('1', 'b'), take())
  await vi.advanceTimersByTimeAsync(8000)
  expect(sent).toEqual(['a/1', 'a/1', 'b/1', 'a/1', 'a/2'])
  expect(queue.getSnapshot().waiting).toBe(0)
})

test('coming back online tries at once', async () => {
  const { queue, sent } = setUp((_, attempt) => (attempt === 1 ? 'offline' : 201))
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  const second = setUp((_, attempt) => (attempt === 1 ? 'offline' : 201))
  vi.unstubAllGlobals()
  await queue.addTake(target('1'), take())
  await second.queue.addTake(target('1'), take())
  await settle()
  browser.dispatchEvent(new Event('online'))
  await settle()
  expect([sent.length, second.sent.length]).toEqual([1, 2])
})

test('takes of an item are numbered on from those that are stored', async () => {
  const { queue } = setUp(() => 201)
  const numbers = []
  for (const [item, stored] of [
    ['1', 0],
    ['1', 0],
    ['2', 3],
    ['2', 0],
    ['1', 1],
  ] as const) {
    const upload = await queue.addTake(target(item), take(), stored)
    numbers.push(upload.kind === 'take' && upload.number)
  }
  expect(numbers).toEqual([1, 2, 4, 5, 3])
})

test('what a store still holds is sent first, and numbered on', async () => {
  const store = createMemoryUploadStore()
  const before = setUp(() => 'offline', store)
  await before.queue.addTake(target('1'), take())
  await before.queue.addTake(target('2'), take())
  before.queue.close()
  const { queue, sent } = setUp(() => 201, store)
  const again = await queue.addTake(target('1'), take())
  await settle()
  expect(sent).toEqual(['r/1', 'r/2', 'r/1'])
  expect(again).toMatchObject({ number: 2 })
})

test('a closed queue is quiet', async () => {
  const { queue, sent } = setUp(() => 'offline')
  await queue.addTake(target('1'), take())
  await settle()
  queue.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.length).toBe(1)
})

test('a take becomes a multipart body with its facts as text', () => {
  const form = takeForm({ kind: 'take', number: 2, take: take() })
  expect([...form.keys()]).toEqual(['take', 'sha256', 'recorded_at', 'settings', 'gaps', 'window', 'speech'])
  expect(form.get('take')).toBe('2')
  expect(JSON.parse(String(form.get('window')))).toEqual({ start: 0.5, end: 2 })
  expect((form.get('speech') as File).size).toBe(100)
})
