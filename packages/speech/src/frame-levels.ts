import type { Workspace } from './kernels.ts'

/** The mean and the peak of a stretch inside the frame that was read last; samples outside the recording do not count. */
type FrameLevels = {
  /** @param first the sample with which the frame begins; `from` and `to` lie within it */
  mean(first: number, from: number, to: number): number
  peak(first: number, from: number, to: number, level: number): number
}

export function createFrameLevels({ kernels, frame }: Workspace<never>, length: number): FrameLevels {
  const at = (first: number, from: number) => frame.byteOffset + frame.BYTES_PER_ELEMENT * (from - first)
  return {
    mean(first, from, to) {
      const start = Math.max(0, from)
      const count = Math.min(length, to) - start
      return count > 0 ? kernels.sum(at(first, start), count) / count : 0
    },
    peak(first, from, to, level) {
      const start = Math.max(0, from)
      const count = Math.min(length, to) - start
      return count > 0 ? kernels.peak(at(first, start), count, level) : 0
    },
  }
}
