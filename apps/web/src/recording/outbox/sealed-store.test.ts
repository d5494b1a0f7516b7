import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox } from './database.ts'
import { emptyBrowser, keyOf, openStore } from './fake-database.ts'

beforeEach(emptyBrowser)

const chunk = (...samples: number[]) => Int16Array.from(samples).buffer
const numbers = (chunks: readonly ArrayBuffer[]) => chunks.flatMap((samples) => [...new Int16Array(samples)])

async function readAll(chunks: AsyncIterable<ArrayBuffer[]>) {
  const parts: number[][] = []
  for await (const part of chunks) parts.push(numbers(part))
  return parts
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

test.each([1, 63, 64, 65, 128, 130])(
  '%i chunks come back once each and in order, at most 64 at a time',
  async (count) => {
    const store = await openStore()
    for (const index of range(0, count)) await store.append('take', index, chunk(index))
    const parts = await readAll(store.chunks('take'))
    expect(parts.flat()).toEqual(range(0, count))
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(64)
    expect((await readAll(store.chunks('take', 0, count))).flat()).toEqual(range(0, count))
  },
)

test('reads a range of the chunks alone', async () => {
  const store = await openStore()
  for (const index of range(0, 140)) await store.append('take', index, chunk(index))
  expect((await readAll(store.chunks('take', 3, 5))).flat()).toEqual([3, 4])
  expect((await readAll(store.chunks('take', 60, 130))).flat()).toEqual(range(60, 130))
  expect((await readAll(store.chunks('take', 138))).flat()).toEqual([138, 139])
})

test('reading up to a missing last chunk loses none of the others', async () => {
  const store = await openStore()
  for (const index of range(0, 64)) await store.append('take', index, chunk(index))
  expect((await readAll(store.chunks('take', 0, 70))).flat()).toEqual(range(0, 64))
  expect(await readAll(store.chunks('nothing'))).toEqual([[]])
})

test('writing a chunk again replaces it', async () => {
  const store = await openStore()
  await store.append('take', 0, chunk(1, 2))
  await store.append('take', 0, chunk(3, 4, 5))
  expect(numbers([await store.chunk('take', 0)])).toEqual([3, 4, 5])
  await expect(store.chunk('take', 1)).rejects.toThrow('chunk 1 is missing')
})

test('deleting removes the record and the chunks of that take only', async () => {
  const store = await openStore()
  for (const id of ['a', 'b', 'c']) {
    await store.put(id, { id })
    for (const index of [0, 1]) await store.append(id, index, chunk(index))
  }
  await store.delete('b')
  expect(await store.records()).toEqual([{ id: 'a' }, { id: 'c' }])
  expect(await readAll(store.chunks('b'))).toEqual([[]])
  for (const id of ['a', 'c']) expect((await readAll(store.chunks(id))).flat()).toEqual([0, 1])
})

test('every write uses strict durability, so acknowledged data is on disk', async () => {
  const store = await openStore()
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => transaction.mockRestore())
  await store.put('a', {})
  await store.append('a', 0, chunk(1))
  const strict = { durability: 'strict' }
  expect(transaction.mock.calls).toEqual([
    ['records', 'readwrite', strict],
    ['chunks', 'readwrite', strict],
  ])
})

test('reads only records sealed with the user’s own keys, including former ones', async () => {
  await (await openStore(await keyOf(1))).put('mine', { of: 'me' })
  await (await openStore(await keyOf(2))).put('theirs', { of: 'somebody else' })
  const renewed = await openStore(await keyOf(3, 1))
  await renewed.put('new', { of: 'me, later' })
  expect(await renewed.records()).toEqual([{ of: 'me, later' }, { of: 'me' }])
})

test('the database contains neither text nor samples in clear', async () => {
  const store = await openStore()
  await store.put('id', { name: 'aaaaaaaaaaaaaaaa' })
  await store.append('id', 0, new Uint8Array(64).fill(97).buffer)
  const database = await openOutbox()
  const kept = [...(await database.getAll('records')), ...(await database.getAll('chunks'))]
  expect(kept.map(({ sealed }) => Buffer.from(sealed).includes('aaa'))).toEqual([false, false])
  expect(kept.map(({ sealed }) => sealed.byteLength)).toEqual([27 + 16, 64 + 16])
})

test('a chunk moved to another place cannot be opened', async () => {
  const store = await openStore()
  for (const index of [0, 1]) await store.append('take', index, chunk(index))
  const database = await openOutbox()
  const moved = await database.get('chunks', ['take', 1])
  await database.put('chunks', moved!, ['take', 0])
  await expect(readAll(store.chunks('take'))).rejects.toThrow()
})
