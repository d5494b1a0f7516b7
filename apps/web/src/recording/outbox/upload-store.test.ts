import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { facts, rate } from '../recorder/test-take.ts'
import type { RunningTake } from '../recorder/types.ts'
import type { StoredUpload } from '../recorder/upload.ts'
import { emptyBrowser, keyOf, openStore } from './fake-database.ts'
import { createOutboxUploads } from './upload-store.ts'

const localItems = new Map<string, string>()

beforeEach(() => {
  emptyBrowser()
  localItems.clear()
  vi.stubGlobal('localStorage', { setItem: (name: string, value: string) => localItems.set(name, value) })
})

const key = () => keyOf(1)
const nothing: ReadonlySet<string> = new Set()
const skip = (id: string): StoredUpload => ({
  upload: {
    id,
    sequence: 1,
    examinerId: 'me',
    participantId: 'p',
    responseId: 'r',
    kind: 'skip',
    itemId: 'i',
    purpose: 'fatigue',
  },
  refusal: null,
})

const gaps = [{ at: 0.75, length: 0.1 }]

/** Leaves what the capture worker stores of a running take: its facts and `chunks` chunks of half a second. */
async function leaveRunning(changed: Partial<RunningTake> = {}, chunks = 3) {
  const take: RunningTake = { kind: 'running', ...facts, holder: 'gone', windowStart: 0.5, gaps, ...changed }
  const store = await openStore()
  await store.put(take.id, take)
  const samples = Array.from({ length: chunks }, (_, i) => new Int16Array(rate / 2).fill(i + 1))
  for (const [index, chunk] of samples.entries()) await store.append(take.id, index, chunk.buffer)
  return { take, samples: Buffer.concat(samples.map(({ buffer }) => Buffer.from(buffer))) }
}

test('an upload is loaded as it was put, by another page too, until it is deleted', async () => {
  const [one, other] = ['one', 'other'].map((holder) => createOutboxUploads({ key, holder }))
  await one!.put(skip('a'))
  await one!.put({ ...skip('b'), refusal: { status: 409, code: 'already_answered' } })
  const stored = [skip('a'), { ...skip('b'), refusal: { status: 409, code: 'already_answered' } }]
  expect(await other!.load(nothing)).toMatchObject(stored)
  await other!.delete('a')
  expect(await one!.load(nothing)).toMatchObject(stored.slice(1))
})

test('a take left by a crash becomes an interrupted one with its window, its gaps and all its samples', async () => {
  const { samples } = await leaveRunning()
  const uploads = createOutboxUploads({ key, holder: 'page' })
  const found = await uploads.load(nothing)
  const upload = found[0]?.upload
  if (found.length !== 1 || upload?.kind !== 'take') throw new Error('one take was left')
  const { settings, recordedAt, sampleRateHz, ...owner } = facts
  const file = Buffer.from(await (await uploads.audioOf(upload)).speech.arrayBuffer())
  expect(file.subarray(44).equals(samples)).toBe(true)
  expect(upload).toEqual({
    ...owner,
    holder: 'gone',
    kind: 'take',
    take: {
      chunks: 3,
      bytes: 44 + samples.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      recordedAt,
      sampleRateHz,
      gaps,
      settings: { ...settings, interrupted: true },
      totalSeconds: 1.5,
      durationSeconds: 1,
      window: { start: 0.5, end: 1.5 },
    },
  })
  // From now on it is a normal upload.
  expect(await uploads.load(nothing)).toMatchObject([{ upload, refusal: null }])
  expect(JSON.parse(localItems.get('fonema.lease')!)).toEqual({ responseId: 'r', holder: 'gone' })
})

test('a window that begins after the last sample becomes empty at the end of the file', async () => {
  await leaveRunning({ windowStart: 2 })
  const [found] = await createOutboxUploads({ key, holder: 'page' }).load(nothing)
  expect(found?.upload).toMatchObject({ take: { window: { start: 1.5, end: 1.5 }, durationSeconds: 0 } })
})

test('a take without any stored sample is removed', async () => {
  await leaveRunning({}, 0)
  expect(await createOutboxUploads({ key, holder: 'page' }).load(nothing)).toEqual([])
  expect(await (await openStore()).records()).toEqual([])
})

test('a take that this page or another one is recording is left alone', async () => {
  const holder = randomUUID()
  const { take } = await leaveRunning({ holder })
  const mine = createOutboxUploads({ key, holder })
  const other = createOutboxUploads({ key, holder: randomUUID() })
  expect(await mine.load(new Set([take.id]))).toEqual([])
  expect(await other.load(nothing)).toEqual([])
  expect(await (await openStore()).records()).toEqual([take])
  // This page reports that it no longer records the take.
  expect(await mine.load(nothing)).toMatchObject([{ upload: { kind: 'take', id: take.id } }])
})

test('another page is notified of puts and deletions', async () => {
  const [one, other] = ['one', 'other'].map((holder) => createOutboxUploads({ key, holder }))
  const heard = async (change: () => Promise<void>) => {
    const changed = new Promise<void>((resolve) => other!.onChange?.(resolve))
    await change()
    await changed
  }
  await heard(() => one!.put(skip('a')))
  await heard(() => one!.delete('a'))
})

test('a browser without messages between its pages keeps uploads all the same', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const uploads = createOutboxUploads({ key, holder: 'one' })
  uploads.onChange?.(() => {})
  await uploads.put(skip('a'))
  expect(await uploads.load(nothing)).toMatchObject([skip('a')])
  await uploads.delete('a')
  expect(await uploads.load(nothing)).toEqual([])
})

test('after a failed request for the key, the next attempt opens the store', async () => {
  let attempts = 0
  const uploads = createOutboxUploads({
    key: () => (attempts++ === 0 ? Promise.reject(new Error('offline')) : keyOf(1)),
    holder: 'page',
  })
  await expect(uploads.load(nothing)).rejects.toThrow('offline')
  await uploads.put(skip('a'))
  expect(await uploads.load(nothing)).toMatchObject([skip('a')])
  expect(attempts).toBe(2)
})
