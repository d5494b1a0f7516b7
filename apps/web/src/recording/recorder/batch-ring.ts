/** Samples with the number of their first frame, counted since the audio context started. */
export type Batch = { first: number; samples: Int16Array<ArrayBuffer> }

/** Holds the last second in its original batches, so that a hole stays visible in the numbering. */
export function createBatchRing(frames: number) {
  const batches: Batch[] = []
  return {
    push(batch: Batch) {
      batches.push(batch)
      const oldest = batch.first + batch.samples.length - frames
      while (batches[0]!.first + batches[0]!.samples.length <= oldest) batches.shift()
    },
    batches: (): readonly Batch[] => batches,
  }
}
