import type { Batch } from './batch-ring.ts'

/** In frames from the start of the file. */
export type FrameGap = { at: number; length: number }

/** Where the samples of a running take are written, chunk by chunk, before any other use. */
export type ChunkStore = {
  /** Replaces an existing chunk with this index. */
  append: (id: string, index: number, samples: ArrayBuffer) => Promise<void>
  read: (id: string, index: number) => Promise<ArrayBuffer>
}

export type TakeWriter = ReturnType<typeof createTakeWriter>

/**
 * Writes batches into chunks of one length. Frames that were counted but never arrived are written as zeros and listed
 * as a gap, so that later samples keep their time.
 */
export function createTakeWriter(
  id: string,
  firstFrame: number,
  chunkFrames: number,
  store: Pick<ChunkStore, 'append'>,
) {
  const gaps: FrameGap[] = []
  let chunk = new Int16Array(chunkFrames)
  let filled = 0
  let chunks = 0
  let next = firstFrame
  let stored = Promise.resolve()

  function flush() {
    if (filled === 0) return
    const samples = filled === chunkFrames ? chunk.buffer : chunk.buffer.slice(0, filled * 2)
    const index = chunks++
    stored = stored.then(() => store.append(id, index, samples))
    // finish() reports a failure; until then it must not count as unhandled.
    stored.catch(() => {})
    chunk = new Int16Array(chunkFrames)
    filled = 0
  }

  function write(samples: Int16Array | null, frames: number) {
    for (let done = 0; done < frames; ) {
      const count = Math.min(frames - done, chunkFrames - filled)
      if (samples) chunk.set(samples.subarray(done, done + count), filled)
      filled += count
      done += count
      if (filled === chunkFrames) flush()
    }
    next += frames
  }

  function skipTo(frame: number) {
    if (frame <= next) return
    const last = gaps.at(-1)
    const at = next - firstFrame
    if (last && last.at + last.length === at) last.length += frame - next
    else gaps.push({ at, length: frame - next })
    write(null, frame - next)
  }

  return {
    firstFrame,
    chunkFrames,
    gaps: (): readonly FrameGap[] => gaps,
    next: () => next,
    /** `end`: the file's last frame, exclusive; later frames are left out. */
    accept({ first, samples }: Batch, end: number) {
      if (first >= end) return skipTo(end)
      const from = Math.max(0, next - first)
      const to = Math.min(samples.length, end - first)
      if (to <= from) return
      skipTo(first)
      write(samples.subarray(from, to), to - from)
    },
    /** `counted`: the worklet's frame count; frames that did not arrive become the last gap. */
    async finish(counted: number): Promise<{ chunks: number; frames: number; gaps: FrameGap[] }> {
      skipTo(counted)
      flush()
      await stored
      return { chunks, frames: next - firstFrame, gaps }
    },
  }
}
