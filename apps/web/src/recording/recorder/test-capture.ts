import { createCapture } from './capture.ts'
import type { ChunkStore } from './take-writer.ts'

// A capture whose samples encode their frame numbers. Only for tests.

const rate = 1000
const batch = (first: number, length: number) => ({ first, samples: Int16Array.from({ length }, (_, i) => first + i) })
export const samplesOf = (chunks: ArrayBuffer[]) => chunks.flatMap((chunk) => [...new Int16Array(chunk)])
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

export function openTestCapture(store?: ChunkStore) {
  const chunks: ArrayBuffer[] = []
  const inMemory: ChunkStore = {
    async append(_id, index, samples) {
      chunks[index] = samples
    },
    read: async (_id, index) => chunks[index]!,
  }
  const capture = createCapture(rate, store ?? inMemory)
  const feed = (from: number, to: number, by = 50) => {
    for (let at = from; at < to; at += by) capture.accept(batch(at, Math.min(by, to - at)))
  }
  return {
    chunks,
    capture,
    feed,
    /** Starts a take at frame 1000. */
    record(to: number, maxFrames: number | null = null) {
      feed(0, 1000)
      capture.start('a', 1000, maxFrames)
      feed(1000, to)
    },
  }
}
