import { expect, test } from 'vitest'
import { createBatchRing } from './batch-ring.ts'

test('the ring keeps the batches that contain one of the last frames', () => {
  const ring = createBatchRing(100)
  const push = (first: number, length: number) => {
    ring.push({ first, samples: new Int16Array(length) })
    return ring.batches().map((batch) => batch.first)
  }
  expect(push(0, 50)).toEqual([0])
  expect(push(50, 50)).toEqual([0, 50])
  expect(push(100, 49)).toEqual([0, 50, 100])
  expect(push(149, 1)).toEqual([50, 100, 149])
  // A hole in the numbering counts as received.
  expect(push(300, 10)).toEqual([300])
})
