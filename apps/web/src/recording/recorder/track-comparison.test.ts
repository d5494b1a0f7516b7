import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTrackComparison, type Difference } from './track-comparison.ts'

const rate = 8_000
const block = 80

function noise(frames: number): Float32Array {
  let seed = 7
  return Float32Array.from({ length: frames }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed / 2 ** 31 - 1) * 0.1
  })
}

type Examiner = { delivered: Float32Array; heard: Float32Array }

/** Feeds both streams in blocks, the graph `behind` blocks late. */
function compare(delivered: Float32Array, heard: Float32Array, behind = 3, examiner: Examiner | null = null) {
  const comparison = createTrackComparison(rate)
  const found: Difference[] = []
  const blocks = Math.ceil(Math.max(delivered.length, heard.length) / block) + behind
  const blockOf = (samples: Float32Array, from: number) => samples.subarray(from, from + block)
  for (let i = 0; i < blocks; i++) {
    comparison.deliver(blockOf(delivered, i * block), examiner && blockOf(examiner.delivered, i * block))
    const first = (i - behind) * block
    if (first < 0 || first >= heard.length) continue
    found.push(...comparison.hear(1000 + first, blockOf(heard, first), examiner && blockOf(examiner.heard, first)))
  }
  const places = found.map(({ at, removed, samples, isCertain }) => ({
    at: at - 1000,
    removed,
    delivered: samples.length,
    ...(!isCertain && { isCertain }),
  }))
  return { found, places, comparison, mended: mend(heard, found), examiner: mendExaminer(examiner, found) }
}

function mendExaminer(examiner: Examiner | null, found: readonly Difference[]) {
  return (
    examiner &&
    mend(
      examiner.heard,
      found.map((difference) => ({ ...difference, samples: difference.examiner! })),
    )
  )
}

/** The graph's samples with the differences applied. */
function mend(heard: Float32Array, found: readonly Difference[]): Float32Array {
  let next = 0
  const parts = found.flatMap(({ at, removed, samples }) => {
    const before = heard.subarray(next, at - 1000)
    next = at - 1000 + removed
    return [...before, ...samples]
  })
  return Float32Array.from([...parts, ...heard.subarray(next)])
}

const without = (samples: Float32Array, at: number, length: number) =>
  Float32Array.from([...samples.subarray(0, at), ...samples.subarray(at + length)])

test.each([0, 3, 30])('the same samples have no jump, %i blocks behind', (behind) => {
  const samples = noise(rate)
  const { found, comparison } = compare(samples, samples, behind)
  expect(found).toEqual([])
  expect(comparison.isComparing()).toBe(true)
  expect(comparison.deliveredSeconds()).toBe(1)
})

test('dropped blocks are all found, to the frame', () => {
  const samples = noise(2 * rate)
  const once = without(samples, 9_000, block)
  const heard = without(once, 4_000, 3 * block)
  const { places, mended } = compare(samples, heard)
  expect(places).toEqual([
    { at: 4_000, removed: 0, delivered: 3 * block },
    { at: 9_000 - 3 * block, removed: 0, delivered: block },
  ])
  expect(mended).toEqual(samples)
})

test('a drop during silence is found when the sound returns', () => {
  const samples = noise(2 * rate)
  samples.fill(0, 6_000, 8_000)
  const { places, mended } = compare(samples, without(samples, 7_000, block))
  expect(places).toEqual([{ at: 8_000 - block, removed: 0, delivered: block }])
  expect(mended).toEqual(samples)
})

test('zeros inserted by the browser are distinguished from drops', () => {
  const samples = noise(rate)
  const zeros = new Float32Array(block)
  const late = Float32Array.from([...samples.subarray(0, 4_000), ...zeros, ...samples.subarray(4_000)])
  const inTime = compare(samples, late)
  expect(inTime.places).toEqual([{ at: 4_000, removed: block, delivered: 0 }])
  expect(inTime.mended).toEqual(samples)
  const both = compare(samples, without(late, 4_000 + block, 2 * block))
  expect(both.places).toEqual([{ at: 4_000, removed: block, delivered: 2 * block }])
  expect(both.mended).toEqual(samples)
})

test('a silence after inserted zeros is not part of them', () => {
  const samples = noise(2 * rate)
  samples.fill(0, 4_000, 8_000)
  const heard = samples.slice().fill(0, 4_000 - block, 4_000)
  const { places, mended } = compare(samples, heard)
  expect(places).toEqual([{ at: 4_000 - block, removed: block, delivered: block }])
  expect(mended).toEqual(samples)
})

test('a jump in a pause with hardly any noise is found', () => {
  const samples = noise(2 * rate)
  for (let i = 6_000; i < 8_000; i++) samples[i] = Math.round(samples[i]! * 20) / 32_768
  const { places, mended } = compare(samples, without(samples, 7_000, block))
  expect(places).toHaveLength(1)
  expect(places[0]).toMatchObject({ removed: 0, delivered: block })
  expect(Math.abs(places[0]!.at - 7_000)).toBeLessThan(10)
  expect(mended).toEqual(samples)
})

test('samples from before the track was read are excluded', () => {
  const samples = noise(rate)
  const graph = without(samples, 2 * block, 3 * block)
  expect(compare(samples, samples).comparison.agreedFrom()).toBe(1000)
  // The track is read from the sixth block on; the graph has two more blocks from before its loss.
  const { comparison } = compare(samples.subarray(5 * block), graph)
  expect(comparison.agreedFrom()).toBe(1000 + 2 * block)
})

test('a jump where the participant is silent is found in the voice of the examiner, where it is', () => {
  const samples = noise(3 * rate)
  samples.fill(0, 6_000, 20_000)
  const voice = noise(4 * rate).subarray(rate)
  const { places, mended, examiner } = compare(samples, without(samples, 7_000, block), 3, {
    delivered: voice,
    heard: without(voice, 7_000, block),
  })
  expect(places).toEqual([{ at: 7_000, removed: 0, delivered: block }])
  expect(mended).toEqual(samples)
  expect(examiner).toEqual(voice)
})

test('two streams that have nothing in common are not compared', () => {
  const { found, comparison } = compare(noise(rate), noise(2 * rate).subarray(rate))
  expect(found).toEqual([])
  expect(comparison.isComparing()).toBe(false)
  expect(comparison.agreedFrom()).toBe(null)
})

test('a track that stops delivering is no loss, and is compared again when it resumes', () => {
  const samples = noise(6 * rate)
  const comparison = createTrackComparison(rate)
  const found = []
  for (let at = 0; at < samples.length; at += block) {
    if (at < rate || at >= 4 * rate) comparison.deliver(samples.subarray(at, at + block))
    found.push(...comparison.hear(at, samples.subarray(at, at + block)))
  }
  expect(found).toEqual([])
  expect(comparison.isComparing()).toBe(true)
})

test('nothing is certain in an exactly periodic tone', () => {
  const tone = Float32Array.from({ length: 3 * rate }, (_, i) => Math.sin((2 * Math.PI * (i % 80)) / 80) / 2)
  const samples = Float32Array.from([...noise(rate), ...tone, ...noise(rate).reverse()])
  const { places } = compare(samples, without(samples, 12_000, 40))
  expect(places[0]).toEqual({ at: 12_000, removed: 0, delivered: 40, isCertain: false })
  expect(places.every(({ isCertain }) => isCertain === false)).toBe(true)
})

test('whatever is dropped or zeroed, mending restores the delivered samples of both channels', () => {
  const accident = fc.record({
    apart: fc.integer({ min: 400, max: 4_000 }),
    dropped: fc.integer({ min: 0, max: 900 }),
    zeros: fc.integer({ min: 0, max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(accident, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (accidents, behind) => {
      // So few levels that a sample often equals the one after a jump, as in a quiet room.
      const samples = noise(6 * rate).map((sample) => Math.round(sample * 60) / 60 + 0)
      const voice = noise(7 * rate).subarray(rate)
      const damaged = (source: Float32Array) => {
        const heard: number[] = []
        let next = 0
        for (const { apart, dropped, zeros } of accidents) {
          heard.push(...source.subarray(next, next + apart), ...new Float32Array(zeros))
          next += apart + dropped
        }
        return Float32Array.from([...heard, ...source.subarray(next)])
      }
      const { mended } = compare(samples, damaged(samples), behind)
      expect(mended).toEqual(samples)
      const both = compare(samples, damaged(samples), behind, { delivered: voice, heard: damaged(voice) })
      expect(both.mended).toEqual(samples)
      expect(both.examiner).toEqual(voice)
    }),
    { numRuns: 50 },
  )
})
