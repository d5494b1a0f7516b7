import { expect, test } from 'vitest'
import { createRepeatFinder } from './repeat-finder.ts'

const quantum = 128
/** A voice-like sound with a little noise: no two moments are alike. */
const sound = (length: number) => {
  let seed = 1
  return Float32Array.from({ length }, (_, i) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return 0.3 * Math.sin(i / 40) + seed / 2 ** 41
  })
}

function repeatsIn(samples: Float32Array, batch = 1024) {
  const finder = createRepeatFinder()
  const found = []
  for (let at = 0; at < samples.length; at += batch) found.push(...finder.push(at, samples.subarray(at, at + batch)))
  return found
}

/** The sound with the quantum before `at` once more. */
function repeated(samples: Float32Array, at: number) {
  const longer = new Float32Array(samples.length + quantum)
  longer.set(samples.subarray(0, at))
  longer.set(samples.subarray(at - quantum), at)
  return longer
}

test.each([5 * quantum, 1024, 2048 - quantum])('a quantum that comes twice is found, here at %d', (at) => {
  expect(repeatsIn(repeated(sound(8064), at))).toEqual([{ at, length: quantum }])
})

test('one that comes three times is found as one', () => {
  const at = 10 * quantum
  expect(repeatsIn(repeated(repeated(sound(7936), at), at))).toEqual([{ at, length: 2 * quantum }])
})

test('sound without repeats, silence and a clipped level have none', () => {
  expect(repeatsIn(sound(8192))).toEqual([])
  expect(repeatsIn(new Float32Array(8192))).toEqual([])
  expect(repeatsIn(sound(8192).fill(1, 1000, 3000))).toEqual([])
})

test('a tone whose period fits the quantum repeats by itself', () => {
  expect(repeatsIn(Float32Array.from({ length: 8192 }, (_, i) => Math.sin((2 * Math.PI * (i % 32)) / 32)))).toEqual([])
})

test('a repeat after a jump in the numbering is none', () => {
  const finder = createRepeatFinder()
  const batch = sound(1024)
  finder.push(0, batch)
  expect(finder.push(4096, batch.subarray(-quantum))).toEqual([])
})
