import { expect, test } from 'vitest'
import { probeRoom } from './probe-room.ts'

/** A browser that grants this many bytes, and what happened to its file. */
function device(free: number, failure = 'QuotaExceededError') {
  const seen = { length: 0, most: 0, closed: 0, removed: 0, asked: 0 }
  const truncate = (bytes: number) => {
    if (bytes > 0) seen.asked++
    if (bytes > free) throw new DOMException('', failure)
    seen.length = bytes
    seen.most = Math.max(seen.most, bytes)
  }
  const folder = {
    getFileHandle: async () => ({
      createSyncAccessHandle: async () => ({ truncate, close: () => void seen.closed++ }),
    }),
    removeEntry: async () => void seen.removed++,
  }
  return { seen, folder }
}

const bytesOf = (minutes: number) => 20_000_000 + minutes * 60 * 96_000

test.each([
  [bytesOf(6 * 60), 360],
  [bytesOf(6 * 60) - 1, 359],
  [bytesOf(1), 1],
  [bytesOf(1) - 1, 0],
  [0, 0],
  [1e12, 24 * 60],
])('%i granted bytes are room for %i min, and nothing stays behind', async (free, minutes) => {
  const { folder, seen } = device(free)
  expect(await probeRoom(folder)).toBe(minutes)
  expect(seen).toMatchObject({ length: 0, closed: 1, removed: 1 })
  expect(seen.most).toBeLessThanOrEqual(Math.min(free, bytesOf(24 * 60)))
  expect(seen.asked).toBeLessThanOrEqual(11)
})

test('a file system that fails otherwise has no answer, and its file is removed', async () => {
  const { folder, seen } = device(0, 'InvalidStateError')
  await expect(probeRoom(folder)).rejects.toThrow()
  expect(seen).toMatchObject({ closed: 1, removed: 1 })
})
