import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyBrowser, openStore } from '../outbox/fake-database.ts'
import { readSamples } from './take-samples.ts'

beforeEach(emptyBrowser)

const rate = 8
/** Chunks of half a second. */
const usual = rate / 2
const range = (from: number, to: number) => Int16Array.from({ length: to - from }, (_, i) => from + i)

/** A take whose samples count up from zero, in chunks of these lengths. */
async function storedTake(lengths: readonly number[]) {
  const store = await openStore()
  let at = 0
  for (const [index, length] of lengths.entries()) {
    await store.append('take', index, range(at, at + length).buffer)
    at += length
  }
  return store
}

/** The number of chunks that were decrypted. */
function countDecrypted() {
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  onTestFinished(() => decrypt.mockRestore())
  return () => decrypt.mock.calls.length
}

const equalChunks = (count: number) => Array.from({ length: count }, () => usual)

test('reads a span and opens only the chunks that it needs', async () => {
  const store = await storedTake(equalChunks(40))
  const decrypted = countDecrypted()
  expect([...(await readSamples(store, 'take', { start: 10.25, end: 11.75 }, rate))]).toEqual([...range(82, 94)])
  expect(decrypted()).toBe(4)
})

test('in a mended take, what lies before the first mend is found at once', async () => {
  // The chunk at 15 s lost two samples to a mend, a later one gained three.
  const lengths = equalChunks(40)
  lengths[30] = usual - 2
  lengths[33] = usual + 3
  const store = await storedTake(lengths)
  const decrypted = countDecrypted()
  const read = (start: number, end: number) => readSamples(store, 'take', { start, end }, rate, 15.1)
  expect([...(await read(10, 11))]).toEqual([...range(80, 88)])
  expect(decrypted()).toBe(2)
  expect([...(await read(14.5, 20))]).toEqual([...range(116, 160)])
  // From the chunk before the mend to the end: none of the first 29, and none twice.
  expect(decrypted()).toBe(2 + 11)
  expect([...(await read(17, 18))]).toEqual([...range(136, 144)])
})

test('a take with missing samples cannot be read', async () => {
  const store = await storedTake(equalChunks(4))
  await expect(readSamples(store, 'take', { start: 1, end: 2.25 }, rate)).rejects.toThrow('some samples are missing')
  await expect(readSamples(store, 'take', { start: 1, end: 2.25 }, rate, 1)).rejects.toThrow('some samples are missing')
})
