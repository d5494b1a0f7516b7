import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { createMemoryStore, settle, setUp, target } from './test-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const body = { protocol_id: idOf<never>(1), id: idOf<never>(2) }
const session = (responseId: string) => ({ participantId: 'p', responseId })

test('a session goes out before its answers, also after the page was closed', async () => {
  let isAway = true
  const store = createMemoryStore()
  const first = setUp(() => 'offline', store)
  await first.queue.addSession(session('new'), body)
  await first.record(target('1', 'new'))
  await first.queue.addSkip(target('2', 'new'), 'tired')
  await settle()
  first.queue.close()

  const { queue, sent, types } = setUp(() => (isAway ? 'offline' : 201), store)
  await settle()
  expect(queue.getSnapshot()).toMatchObject({ waiting: 3, failing: true })
  isAway = false
  await queue.retry()
  await settle()
  expect(sent.slice(1)).toEqual(['new/null', 'new/1', 'new/2'])
  expect(types().at(-1)).toBe('synced')
  expect(store.stored.size).toBe(0)
})

test('a refused session holds back its own answers only, until a person sends it again', async () => {
  let isArchived = true
  const refused = { status: 409, body: { code: 'participant_archived' } }
  const { queue, record, sent, store } = setUp(({ kind }) => (kind === 'session' && isArchived ? refused : 201))
  const { id } = await queue.addSession(session('new'), body)
  await record(target('1', 'new'))
  await record(target('1', 'other'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual(['new/null', 'other/1'])
  expect(queue.getSnapshot()).toMatchObject({
    waiting: 0,
    bytes: 0,
    failed: [{ refusal: { code: 'participant_archived' } }],
    blocked: [{ responseId: 'new', itemId: '1' }],
  })
  expect(store.stored.size).toBe(2)

  isArchived = false
  await queue.retry(id)
  await settle()
  expect(sent.slice(2)).toEqual(['new/null', 'new/1'])
  expect(queue.getSnapshot()).toMatchObject({ failed: [], blocked: [], uploads: [] })
})
