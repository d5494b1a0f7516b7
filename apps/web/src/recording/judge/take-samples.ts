import type { SealedStore } from '../outbox/sealed-store.ts'
import { chunkSeconds } from '../recorder/capture.ts'
import type { Span } from './parts.ts'

/**
 * The samples of a span of a take in the outbox. Throws when the outbox does not have all of them.
 *
 * @param mendedFrom seconds of the file: from the chunk at this place on, chunks differ in length, so that later places
 * are counted from there
 */
export async function readSamples(
  store: Pick<SealedStore, 'chunks'>,
  id: string,
  { start, end }: Span,
  sampleRateHz: number,
  mendedFrom = Number.POSITIVE_INFINITY,
): Promise<Int16Array> {
  const firstChunk = Math.floor(Math.min(start, mendedFrom) / chunkSeconds + 1e-9)
  const lastChunk = end <= mendedFrom ? Math.ceil(end / chunkSeconds - 1e-9) : Number.POSITIVE_INFINITY
  const from = Math.round(start * sampleRateHz)
  const samples = new Int16Array(Math.round(end * sampleRateHz) - from)
  let at = firstChunk * Math.round(chunkSeconds * sampleRateHz) - from
  for await (const part of store.chunks(id, firstChunk, lastChunk))
    for (const chunk of part) {
      const integers = new Int16Array(chunk)
      const skipped = Math.max(0, -at)
      samples.set(integers.subarray(skipped, Math.max(skipped, samples.length - at)), at + skipped)
      at += integers.length
      if (at >= samples.length) return samples
    }
  throw new Error('some samples are missing')
}
