import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore, settle, setUp, take, target } from './test-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const someone = { participantId: 'p', responseId: 'r' }

test('a queue without answers has nothing waiting and has not failed', async () => {
  const { queue } = setUp(() => 201)
  const empty = { waiting: 0, bytes: 0, failing: false, failed: [], held: [], uploads: [], unstored: [], blocked: [] }
  expect(queue.getSnapshot()).toEqual(empty)
  await queue.ready
  await settle()
  expect(queue.getSnapshot()).toEqual(empty)
})

test('each kind of answer is sent as it was given, a take with its audio', async () => {
  const { queue, record, bodies } = setUp(() => 201)
  await record(target('1'), take(64))
  await queue.addSkip(target('2'), 'fatigue')
  await queue.addChoice(target('3'), { take: 2 })
  await queue.addChoice(target('4'), { take: 1, holder: 'other page' })
  await queue.addComment(someone, 'noisy')
  await settle()
  const known = { ...someone, id: expect.any(String), sequence: expect.any(Number), examinerId: 'me' }
  expect(bodies.map(({ upload }) => upload)).toEqual([
    { ...known, itemId: '1', kind: 'take', number: 1, holder: 'page', take: take(64) },
    { ...known, itemId: '2', kind: 'skip', purpose: 'fatigue' },
    { ...known, itemId: '3', kind: 'choice', take: 2 },
    { ...known, itemId: '4', kind: 'choice', take: 1, holder: 'other page' },
    { ...known, itemId: null, kind: 'comment', comment: 'noisy' },
  ])
  expect(bodies.map(({ audio }) => audio?.size)).toEqual([64, undefined, undefined, undefined, undefined])
})

test('adding an answer throws without a signed-in user', () => {
  const { queue } = setUp(
    () => 201,
    createMemoryStore(),
    () => null,
  )
  expect(() => queue.reserve(target('1'))).toThrow('nobody is signed in')
})

test('an answer that cannot be stored is reported and no longer waits; the others do', async () => {
  const store = createMemoryStore()
  const { queue, sent } = setUp(() => 'offline', store)
  await queue.addSkip(target('1'), 'x')
  const put = vi.spyOn(store, 'put').mockRejectedValueOnce(new Error('full'))
  await expect(queue.addSkip(target('2'), 'x')).rejects.toThrow('full')
  put.mockRestore()
  expect(queue.getSnapshot().uploads.map(({ itemId }) => itemId)).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).toEqual(['r/1', 'r/1'])
})

test('stored answers come before later ones, even if the clock was set back', async () => {
  const store = createMemoryStore()
  const before = setUp(() => 'offline', store)
  const [first] = [await before.record(target('1'))]
  before.queue.close()
  vi.setSystemTime(Date.now() - 3_600_000)
  const { queue } = setUp(() => 'offline', store)
  await queue.ready
  expect(queue.reserve(target('2')).sequence).toBeGreaterThan(first.sequence)
})

test('answers that another tab stores are listed', async () => {
  const store = createMemoryStore()
  let change = () => {}
  store.onChange = (listener) => {
    change = listener
  }
  const { queue } = setUp(() => 'offline', store)
  await settle()
  const other = setUp(() => 'offline', createMemoryStore())
  const upload = await other.record(target('1'))
  await store.put({ upload, refusal: null })
  change()
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 1, uploads: [{ itemId: '1' }] })
})

test('only the named one of two refused answers is retried or discarded', async () => {
  const { queue, sent } = setUp(() => 404)
  const [first, second] = [await queue.addSkip(target('1'), 'x'), await queue.addSkip(target('2'), 'x')]
  await settle()
  expect(queue.getSnapshot().failed.map(({ upload }) => upload.itemId)).toEqual(['1', '2'])
  await queue.retry(second.id)
  await settle()
  expect(sent).toEqual(['r/1', 'r/2', 'r/2'])
  await queue.discard(first.id)
  expect(queue.getSnapshot().failed.map(({ upload }) => upload.itemId)).toEqual(['2'])
})

test("another examiner's recordings count as neither failed nor mine", async () => {
  const store = createMemoryStore()
  const before = setUp(() => 404, store)
  await before.record(target('1'))
  await settle()
  before.queue.close()
  const { queue } = setUp(
    () => 201,
    store,
    () => 'colleague',
  )
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 0, failed: [], uploads: [], held: [{ itemId: '1' }] })
  const mine = setUp(() => 201, store)
  await settle()
  expect(mine.queue.getSnapshot()).toMatchObject({ held: [], failed: [{ upload: { itemId: '1' } }] })
})

test('the screen stays on while something waits', async () => {
  const held: boolean[] = []
  const wakeLock = { hold: () => held.push(true), release: () => held.push(false) }
  const online = { is: false }
  const { queue } = setUp(() => (online.is ? 201 : 'offline'), createMemoryStore(), undefined, wakeLock)
  await settle()
  expect(held.includes(true)).toBe(false)
  await queue.addSkip(target('1'), 'x')
  await settle()
  expect(held.at(-1)).toBe(true)
  online.is = true
  await vi.advanceTimersByTimeAsync(4000)
  expect(held.at(-1)).toBe(false)
})

test('a stored take is no longer among those being recorded', async () => {
  const store = createMemoryStore()
  const asked: number[] = []
  const { load } = store
  store.load = (recording) => {
    asked.push(recording.size)
    return load(recording)
  }
  const { queue, record } = setUp(() => 201, store)
  await settle()
  await record(target('1'))
  await settle()
  await queue.retry()
  expect([asked[0], asked.at(-1)]).toEqual([0, 0])
})

test('a removed listener gets no events', async () => {
  const { queue } = setUp(() => 201)
  const heard: string[] = []
  const stop = queue.onEvent(({ type }) => heard.push(type))
  await queue.addSkip(target('1'), 'x')
  await settle()
  stop()
  await queue.addSkip(target('2'), 'x')
  await settle()
  expect(heard).toEqual(['stored', 'synced'])
})

test('a closed queue sends nothing, even on retry', async () => {
  const { queue, sent } = setUp(() => 'offline')
  await queue.addSkip(target('1'), 'x')
  await settle()
  queue.close()
  await queue.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})
