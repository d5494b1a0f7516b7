import type { FrameGap } from './take-writer.ts'

/** A repair where the audio graph lost samples: these samples replace `removed` frames from `at` on. */
export type Mend = { at: number; removed: number; samples: Int16Array<ArrayBuffer> }

type Chunks = {
  read: (index: number) => Promise<ArrayBuffer>
  write: (index: number, samples: ArrayBuffer) => Promise<void>
}

/** The position of a frame once everything before it is mended. */
export function afterMends(mends: readonly Mend[], frame: number): number {
  return mends.reduce((moved, { at, removed, samples }) => {
    if (frame <= at) return moved
    const passed = Math.min(removed, frame - at)
    return moved - passed + (passed < removed ? Math.min(passed, samples.length) : samples.length)
  }, frame)
}

/** The part of the mend inside a file of `frames` frames. What was dropped before the first frame is outside. */
export function inFile({ at, removed, samples }: Mend, frames: number): Mend[] {
  const end = Math.min(at + removed, frames)
  if (at >= frames || (at <= 0 && end <= 0)) return []
  if (at <= 0) return [{ at: 0, removed: end, samples: samples.slice(-end) }]
  return [{ at, removed: end - at, samples: end < at + removed ? samples.slice(0, end - at) : samples }]
}

/** The gap that exists as long as this is not mended. */
export const gapOf = ({ at, removed, samples }: Mend): FrameGap => ({ at, length: Math.max(removed, samples.length) })

/**
 * Mends a take whose chunks have one length, each chunk separately: a chunk grows or shrinks, later ones keep their
 * index. Mends are in order, in frames from the start of the file.
 */
export async function mendChunks(mends: readonly Mend[], chunkFrames: number, { read, write }: Chunks): Promise<void> {
  const touched = new Set(
    mends.flatMap(({ at, removed }) => {
      const [first, last] = [at, Math.max(at, at + removed - 1)].map((frame) => Math.floor(frame / chunkFrames))
      return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
    }),
  )
  for (const index of touched) await write(index, mended(new Int16Array(await read(index)), index * chunkFrames, mends))
}

function mended(chunk: Int16Array<ArrayBuffer>, first: number, mends: readonly Mend[]): ArrayBuffer {
  const end = first + chunk.length
  const parts: Int16Array[] = []
  let next = first
  for (const { at, removed, samples } of mends) {
    if (at >= end || Math.max(at + 1, at + removed) <= first) continue
    if (at >= first) {
      parts.push(chunk.subarray(next - first, at - first), samples)
      next = at
    }
    next = Math.max(next, Math.min(end, at + removed))
  }
  parts.push(chunk.subarray(next - first))
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let filled = 0
  for (const part of parts) {
    whole.set(part, filled)
    filled += part.length
  }
  return whole.buffer
}
