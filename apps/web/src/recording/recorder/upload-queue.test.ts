import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore, settle, setUp, take, target } from './test-queue.ts'
import { takeForm } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('answers go out one at a time, in order; 200 and 201 are success', async () => {
  let underway = 0
  let most = 0
  const { queue, record, sent, events } = setUp(async (_, attempt) => {
    most = Math.max(most, ++underway)
    await new Promise((done) => setTimeout(done, 50))
    underway--
    return attempt % 2 ? 201 : 200
  })
  await Promise.all([record(target('1')), queue.addSkip(target('2'), 'tired'), record(target('3'), take(30))])
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 3, bytes: 130 })
  await vi.advanceTimersByTimeAsync(200)
  expect([sent, most]).toEqual([['r/1', 'r/2', 'r/3'], 1])
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, bytes: 0, failing: false, failed: [] })
  const synced = { type: 'synced', responses: [{ participantId: 'p', responseId: 'r' }], afterFailure: false }
  expect(events.at(-1)).toEqual(synced)
})

test.each(['offline', 500, 503, 507, 429, 408, 401] as const)(
  '%s is tried again every 4 s, and reported once',
  async (reply) => {
    const { queue, record, sent, types, events } = setUp((_, attempt) => (attempt <= 3 ? reply : 201))
    await record(target('1'))
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
])('%i stops the retries, keeps the audio and lets the next answer pass', async (status, body, code) => {
  const { queue, record, sent, types, store } = setUp(({ itemId }) => (itemId === '1' ? { status, body } : 201))
  await record(target('1'))
  await record(target('2'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual(['r/1', 'r/2'])
  expect(types()).toEqual(['refused', 'stored'])
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, failed: [{ refusal: { status, code } }] })
  expect(queue.getSnapshot().uploads).toMatchObject([{ itemId: '1', kind: 'take' }])
  expect(store.stored.size).toBe(1)
})

test('a refused upload can be retried or discarded', async () => {
  const { queue, record, types, store } = setUp((_, attempt) => (attempt === 2 ? 201 : 404))
  const first = await record(target('1'))
  await settle()
  await queue.retry(first.id)
  expect(types()).toEqual(['refused', 'stored', 'synced'])
  const second = await record(target('2'))
  await settle()
  await queue.discard(second.id)
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, failed: [], uploads: [] })
  expect(store.stored.size).toBe(0)
})

test('a stuck response does not hold back another one, and keeps its own order', async () => {
  const { queue, record, sent } = setUp(({ responseId }, attempt) => (responseId === 'a' && attempt < 4 ? 500 : 201))
  await record(target('1', 'a'))
  await record(target('2', 'a'))
  await record(target('1', 'b'))
  await vi.advanceTimersByTimeAsync(8000)
  expect(sent).toEqual(['a/1', 'b/1', 'a/1', 'a/1', 'a/2'])
  expect(queue.getSnapshot().waiting).toBe(0)
})

test.each([401, 429] as const)(
  '%i holds back every response: the next one would be refused as well',
  async (status) => {
    const { queue, record, sent } = setUp((_, attempt) => (attempt === 1 ? status : 201))
    await Promise.all([record(target('1', 'a')), record(target('1', 'b'))])
    await settle()
    expect(sent).toEqual(['a/1'])
    expect(queue.getSnapshot()).toMatchObject({ waiting: 2, failing: true })
    await vi.advanceTimersByTimeAsync(4000)
    expect(sent).toEqual(['a/1', 'a/1', 'b/1'])
  },
)

test('answers are sent in the order given, even if the clock is set back', async () => {
  const { queue, record, sent } = setUp((_, attempt) => (attempt === 1 ? 'offline' : 201))
  await record(target('1'))
  vi.setSystemTime(Date.now() - 3_600_000)
  const [second, third] = [queue.reserve(target('2')), queue.reserve(target('3'))]
  expect(third.sequence).toBeGreaterThan(second.sequence)
  await queue.addTake(third, take())
  await queue.addTake(second, take())
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).toEqual(['r/1', 'r/1', 'r/2', 'r/3'])
})

test('going back online retries at once', async () => {
  const { record, sent } = setUp((_, attempt) => (attempt === 1 ? 'offline' : 201))
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  const second = setUp((_, attempt) => (attempt === 1 ? 'offline' : 201))
  vi.unstubAllGlobals()
  await record(target('1'))
  await second.record(target('1'))
  await settle()
  browser.dispatchEvent(new Event('online'))
  await settle()
  expect([sent.length, second.sent.length]).toEqual([1, 2])
})

test('take numbers of an item continue after the stored ones', async () => {
  const { queue } = setUp(() => 201)
  const numbers = [
    queue.reserve(target('1')),
    queue.reserve(target('1')),
    queue.reserve(target('2'), { storedTakes: 3 }),
    queue.reserve(target('2')),
    queue.reserve(target('1'), { storedTakes: 1, continues: 2 }),
  ]
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 4, 5, 3])
  expect(numbers.at(-1)).toMatchObject({ continues: 2, holder: 'page', examinerId: 'me' })
})

test('stored answers are sent first, with the numbers given by the page that recorded them', async () => {
  const store = createMemoryStore()
  const before = setUp(() => 'offline', store)
  await before.record(target('1'))
  await before.record(target('2'))
  before.queue.close()
  await vi.advanceTimersByTimeAsync(1000)
  const { record, sent } = setUp(() => 201, store)
  await record(target('1'))
  await settle()
  expect(sent).toEqual(['r/1', 'r/2', 'r/1'])
})

test('recordings made as another examiner wait until the user acts as that examiner again', async () => {
  const store = createMemoryStore()
  const before = setUp(() => 'offline', store)
  await before.record(target('1'))
  before.queue.close()
  let acting = 'colleague'
  const { queue, sent } = setUp(
    () => 201,
    store,
    () => acting,
  )
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, uploads: [], held: [{ itemId: '1' }] })
  acting = 'me'
  await queue.retry()
  expect(sent).toEqual(['r/1'])
  expect(queue.getSnapshot().held).toEqual([])
})

test('while another tab sends, this one waits without an error and then finds nothing left', async () => {
  const store = createMemoryStore()
  let free = false
  const queue = createUploadQueue({
    store,
    holder: 'page',
    examinerId: () => 'me',
    send: async () => Promise.reject(new Error('not my turn')),
    alone: async (task) => {
      if (free) await task()
      return free
    },
  })
  const events: string[] = []
  queue.onEvent(({ type }) => events.push(type))
  await queue.addSkip(target('1'), 'fatigue')
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 1, failing: false })
  store.stored.clear()
  free = true
  await vi.advanceTimersByTimeAsync(4000)
  expect([queue.getSnapshot().waiting, events]).toEqual([0, []])
})

test('a take waits from the moment it ends, and is sent only once it is stored', async () => {
  const store = createMemoryStore()
  const written = Promise.withResolvers<void>()
  const put = store.put
  store.put = async (entry) => {
    await written.promise
    await put(entry)
  }
  const { queue, record, sent, types } = setUp(() => 201, store)
  await settle()
  void record(target('1'))
  expect(queue.getSnapshot()).toMatchObject({ waiting: 1, uploads: [{ itemId: '1' }] })
  await queue.retry()
  await settle()
  expect([queue.getSnapshot().waiting, sent, types()]).toEqual([1, [], []])
  written.resolve()
  await settle()
  expect([queue.getSnapshot().waiting, sent]).toEqual([0, ['r/1']])
})

test('audio that is still being read is deleted only afterwards', async () => {
  const { queue, store, sent } = setUp(() => 201)
  const reader = Promise.withResolvers<void>()
  await queue.addTake(queue.reserve(target('1')), take(), reader.promise)
  await settle()
  expect([sent.length, store.stored.size]).toEqual([1, 1])
  reader.resolve()
  await settle()
  expect(store.stored.size).toBe(0)
})

test('a take that is being recorded is not sent until it has ended or broken', async () => {
  const store = createMemoryStore()
  const asked: string[][] = []
  const load = store.load
  store.load = (recording) => {
    asked.push([...recording])
    return load(recording)
  }
  const { queue } = setUp(() => 201, store)
  const owner = queue.reserve(target('1'))
  await queue.retry()
  await settle()
  expect(asked.at(-1)).toEqual([owner.id])
  await queue.addBroken(owner)
  await settle()
  expect(asked.at(-1)).toEqual([])
})

test('a closed queue reports and sends nothing', async () => {
  const { queue, record, sent } = setUp(() => 'offline')
  await record(target('1'))
  await settle()
  queue.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.length).toBe(1)
})

test('a take becomes a multipart body with its facts as text', async () => {
  const { record } = setUp(() => 'offline')
  const upload = await record(target('1'))
  if (upload.kind !== 'take') throw new Error('a take was added')
  const form = takeForm({ ...upload, continues: 3 }, { speech: new Blob([new Uint8Array(100)]), examiner: null })
  expect([...form.keys()]).toEqual([
    'take',
    'holder',
    'continues',
    'sha256',
    'recorded_at',
    'settings',
    'gaps',
    'window',
    'speech',
  ])
  expect([form.get('take'), form.get('holder'), form.get('continues')]).toEqual(['1', 'page', '3'])
  expect(JSON.parse(String(form.get('window')))).toEqual({ start: 0.5, end: 2 })
  expect((form.get('speech') as File).size).toBe(100)
})

test("the examiner's channel of a take follows in the same body, with its hash", async () => {
  const { record, queue } = setUp(() => 'offline')
  const examiner = { chunks: 2, bytes: 44, sha256: 'ef' }
  const upload = await record(target('1'), { ...take(), examiner })
  if (upload.kind !== 'take') throw new Error('a take was added')
  const form = takeForm(upload, { speech: new Blob(['a']), examiner: new Blob(['bc']) })
  expect([...form.keys()].slice(-2)).toEqual(['speech', 'examiner'])
  expect([form.get('examiner_sha256'), (form.get('examiner') as File).size]).toEqual(['ef', 2])
  expect(queue.getSnapshot().bytes).toBe(take().bytes + 44)
})
