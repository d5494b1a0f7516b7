import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { countFrames, hashOfWav, wavOf } from './wav-file.ts'

async function* chunks() {
  yield [Int16Array.of(1, -2).buffer, Int16Array.of(3).buffer]
  yield [Int16Array.of(4, 5, 6).buffer]
}

test('the file has a header and all samples in order, and the hash computed in advance matches it', async () => {
  const bytes = new Uint8Array(await (await wavOf(chunks(), 6, 44_100)).arrayBuffer())
  expect([...new Int16Array(bytes.buffer.slice(44))]).toEqual([1, -2, 3, 4, 5, 6])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await hashOfWav(chunks(), 6, 44_100)).toEqual({ bytes: 56, sha256 })
})

test('missing samples make no file', async () => {
  await expect(hashOfWav(chunks(), 7, 44_100)).rejects.toThrow('56 of 58 bytes stored')
})

test('counts the frames of all chunks', async () => {
  expect(await countFrames(chunks())).toEqual({ chunks: 3, frames: 6 })
})
