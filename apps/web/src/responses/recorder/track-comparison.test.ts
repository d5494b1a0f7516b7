import { expect, test } from 'vitest'
import { createTrackComparison, type Differences } from './track-comparison.ts'

const rate = 8_000
const block = 80

function noise(frames: number): Float32Array {
  let seed = 7
  return Float32Array.from({ length: frames }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed / 2 ** 31 - 1) * 0.1
  })
}

/** Both streams in blocks, the graph's one so many blocks behind. */
function compare(delivered: Float32Array, heard: Float32Array, behind = 3) {
  const comparison = createTrackComparison(rate)
  const found: Differences = { lost: [], filled: [] }
  const blocks = Math.ceil(Math.max(delivered.length, heard.length) / block) + behind
  for (let i = 0; i < blocks; i++) {
    comparison.deliver(delivered.subarray(i * block, (i + 1) * block))
    const first = (i - behind) * block
    if (first < 0 || first >= heard.length) continue
    const { lost, filled } = comparison.hear(1000 + first, heard.subarray(first, first + block))
    found.lost.push(...lost)
    found.filled.push(...filled)
  }
  return { found, comparison }
}

const without = (samples: Float32Array, at: number, length: number) =>
  Float32Array.from([...samples.subarray(0, at), ...samples.subarray(at + length)])

test.each([0, 3, 30])('the same samples have no jump, %i blocks behind', (behind) => {
  const samples = noise(rate)
  const { found, comparison } = compare(samples, samples, behind)
  expect(found).toEqual({ lost: [], filled: [] })
  expect(comparison.isComparing()).toBe(true)
  expect(comparison.deliveredSeconds()).toBe(1)
})

test('dropped blocks are found to the frame, every one of them', () => {
  const samples = noise(2 * rate)
  const once = without(samples, 9_000, block)
  const heard = without(once, 4_000, 3 * block)
  expect(compare(samples, heard).found).toEqual({
    lost: [
      { at: 1000 + 4_000, length: 3 * block },
      { at: 1000 + 9_000 - 3 * block, length: block },
    ],
    filled: [],
  })
})

test('what was dropped in a silence is found when the sound returns', () => {
  const samples = noise(2 * rate)
  samples.fill(0, 6_000, 8_000)
  const { found } = compare(samples, without(samples, 7_000, block))
  expect(found).toEqual({ lost: [{ at: 1000 + 8_000 - block, length: block }], filled: [] })
})

test('zeros that the browser puts in are told apart from what it drops', () => {
  const samples = noise(rate)
  const zeros = new Float32Array(block)
  const late = Float32Array.from([...samples.subarray(0, 4_000), ...zeros, ...samples.subarray(4_000)])
  const filled = [{ at: 1000 + 4_000, length: block }]
  expect(compare(samples, late).found).toEqual({ lost: [], filled })
  const both = without(late, 4_000 + block, 2 * block)
  expect(compare(samples, both).found).toEqual({ lost: [{ at: 1000 + 4_000, length: block }], filled })
})

test('a silence behind zeros that the browser put in is no part of them', () => {
  const samples = noise(2 * rate)
  samples.fill(0, 4_000, 8_000)
  const heard = samples.slice().fill(0, 4_000 - block, 4_000)
  expect(compare(samples, heard).found).toEqual({ lost: [], filled: [{ at: 1000 + 4_000 - block, length: block }] })
})

test('a jump in a pause with hardly any noise is found', () => {
  const samples = noise(2 * rate)
  for (let i = 6_000; i < 8_000; i++) samples[i] = Math.round(samples[i]! * 20) / 32_768
  const { found } = compare(samples, without(samples, 7_000, block))
  expect(found.lost).toHaveLength(1)
  expect(found.lost[0]!.length).toBe(block)
  expect(Math.abs(found.lost[0]!.at - 1000 - 7_000)).toBeLessThan(10)
})

test('two streams that have nothing in common are not compared', () => {
  const { found, comparison } = compare(noise(rate), noise(2 * rate).subarray(rate))
  expect(found).toEqual({ lost: [], filled: [] })
  expect(comparison.isComparing()).toBe(false)
})

test('a track that stops to deliver is no loss, and is compared again when it goes on', () => {
  const samples = noise(6 * rate)
  const comparison = createTrackComparison(rate)
  const found = []
  for (let at = 0; at < samples.length; at += block) {
    if (at < rate || at >= 4 * rate) comparison.deliver(samples.subarray(at, at + block))
    found.push(...comparison.hear(at, samples.subarray(at, at + block)).lost)
  }
  expect(found).toEqual([])
  expect(comparison.isComparing()).toBe(true)
})
