import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

test('pieces come in order, and each is read while the caller has the one before', async () => {
  const read: number[] = []
  async function* pieces() {
    for (const piece of [1, 2, 3]) {
      read.push(piece)
      yield piece
    }
  }
  const seen: [number, number[]][] = []
  for await (const piece of readAhead(pieces())) seen.push([piece, [...read]])
  expect(seen).toEqual([
    [1, [1, 2]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3]],
  ])
})

test('a failed read reaches the caller after the pieces before it', async () => {
  async function* pieces() {
    yield 1
    throw new Error('lost')
  }
  const ahead = readAhead(pieces())
  expect(await ahead.next()).toEqual({ done: false, value: 1 })
  await expect(ahead.next()).rejects.toThrow('lost')
})

test('a caller that stops early waits for the read in flight, and closes the source', async () => {
  const events: string[] = []
  const second = Promise.withResolvers<void>()
  async function* pieces() {
    try {
      yield 1
      await second.promise
      events.push('read')
      yield 2
    } finally {
      events.push('closed')
    }
  }
  const ahead = readAhead(pieces())
  await ahead.next()
  const stopped = ahead.return(undefined).then(() => events.push('stopped'))
  second.resolve()
  await stopped
  expect(events).toEqual(['read', 'closed', 'stopped'])
})
