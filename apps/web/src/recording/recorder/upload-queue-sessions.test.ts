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

test('a refused participant holds back what needs it, and goes out first with a corrected code', async () => {
  const taken = { status: 400, body: { code: ['already_exists'] } }
  const bodies: unknown[] = []
  const { queue, record, sent, store } = setUp((upload) => {
    if (upload.kind !== 'participant') return 201
    bodies.push(upload.body.code)
    return upload.body.code === 'P-1' ? taken : 201
  })
  const locale = idOf<never>(5)
  const { id } = await queue.addEntry('p', { kind: 'participant', body: { code: 'P-1', locale } })
  await queue.addSession(session('new'), body)
  await record(target('1', 'new'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(bodies).toEqual(['P-1'])
  expect(queue.getSnapshot()).toMatchObject({
    waiting: 0,
    failed: [{ refusal: { status: 400, code: 'already_exists', field: 'code' } }],
    blocked: [{ kind: 'session' }, { kind: 'take' }],
  })
  await queue.correct(id, { kind: 'participant', body: { code: 'P-2', locale } })
  await settle()
  expect(bodies).toEqual(['P-1', 'P-2'])
  expect(sent.slice(-2)).toEqual(['new/null', 'new/1'])
  expect(store.stored.size).toBe(0)
})

test('a participant that cannot be sent now holds back only what needs it', async () => {
  const { queue, record, sent } = setUp(({ kind }) => (kind === 'participant' ? 503 : 201))
  await queue.addEntry('p2', { kind: 'participant', body: { code: 'P-2', locale: idOf<never>(5) } })
  await queue.addSession({ participantId: 'p2', responseId: 'new' }, body)
  await record(target('1', 'other'))
  await settle()
  expect(sent.slice(1)).toEqual(['other/1'])
  expect(queue.getSnapshot()).toMatchObject({ waiting: 2, failing: true })
})

test('what depends on a discarded entry goes with it, and nothing else', async () => {
  const { queue, record, store } = setUp(({ kind, responseId }) =>
    kind === 'session' || responseId === 'other' ? 404 : 201,
  )
  const { id } = await queue.addSession(session('new'), body)
  await record(target('1', 'new'))
  await record(target('1', 'other'))
  await settle()
  expect(store.stored.size).toBe(3)
  await queue.discard(id)
  expect([...store.stored.values()].map(({ upload }) => upload.responseId)).toEqual(['other'])
})

test('a comment on an earlier session names what its writer saw, until a person replaces the other one', async () => {
  const sentComments: unknown[] = []
  const { queue } = setUp((upload) => {
    if (upload.kind !== 'comment') return 201
    sentComments.push([upload.comment, upload.based_on])
    return upload.based_on === undefined ? 200 : { status: 409, body: { code: 'conflict' } }
  })
  const { id } = await queue.addEntry('p', { kind: 'comment', session: 'r', comment: 'mine', based_on: 'seen' })
  await settle()
  expect(queue.getSnapshot().failed).toMatchObject([{ refusal: { code: 'conflict' } }])
  await queue.correct(id, { kind: 'comment', comment: 'mine' })
  await settle()
  expect(sentComments).toEqual([
    ['mine', 'seen'],
    ['mine', undefined],
  ])
  expect(queue.getSnapshot().uploads).toEqual([])
})

test('an answer is unstored until it is on the device, whether or not the server can be reached', async () => {
  const store = createMemoryStore()
  let written = Promise.withResolvers<void>()
  const { queue, record } = setUp(() => 'offline', {
    ...store,
    put: async (entry) => {
      await written.promise
      await store.put(entry)
    },
  })
  const earlier = record(target('0'))
  written.resolve()
  await earlier
  await settle() // it could not be sent: nothing happens before the next attempt
  written = Promise.withResolvers<void>()
  const recorded = record(target('1'))
  await settle()
  expect(queue.getSnapshot().unstored).toMatchObject([{ itemId: '1' }])
  written.resolve()
  await recorded
  expect(queue.getSnapshot()).toMatchObject({ waiting: 2, unstored: [] })
})

test('an answer that is stored while the store is being read stays in the list', async () => {
  const store = createMemoryStore()
  const { queue, record } = setUp(() => 'offline', store)
  await settle()
  const read = Promise.withResolvers<void>()
  const { load } = store
  store.load = async (recording) => {
    const before = await load(recording)
    await read.promise
    return before
  }
  const retried = queue.retry()
  await record(target('1'))
  read.resolve()
  await retried
  expect(queue.getSnapshot().uploads).toMatchObject([{ itemId: '1' }])
})
