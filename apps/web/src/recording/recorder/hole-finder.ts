import type { FrameGap } from './take-writer.ts'

const shortestHoleSeconds = 0.005
/** About -50 dBFS, required close to the hole on both sides: zeros cut into sound, without a fade. */
const audible = 0.003
const edgeFrames = 32
/** A source with a larger share of zeros than this in its recent samples is itself silent. */
const maxZeroShare = 0.2
const lookBackSeconds = 4

/**
 * Finds the silence that the browser inserts when the microphone's samples arrive too late: exact zeros, cut sharply
 * into sound. No real microphone delivers zeros for 5 ms. A digital source does, between any two sounds: if more than a
 * fifth of the last seconds are zeros, they count as silence. A hole within a pause is not found.
 */
export function createHoleFinder(sampleRateHz: number) {
  const shortest = Math.ceil(shortestHoleSeconds * sampleRateHz)
  let next = 0
  let lastAudible = -Infinity
  let zeros = 0
  let cutIn = false
  let candidate: FrameGap | null = null
  let heardFrom: number | null = null
  /** Runs of zeros in the last seconds, with or without sharp edges. */
  let silences: FrameGap[] = []

  /** Whether runs of zeros are rare enough to have been inserted. */
  function isRare({ at, length }: FrameGap): boolean {
    const from = Math.max(heardFrom ?? 0, at - lookBackSeconds * sampleRateHz)
    silences = silences.filter((silence) => silence.at + silence.length > from)
    const silent = silences.reduce((sum, silence) => sum + silence.length, 0)
    silences.push({ at, length })
    return silent + length <= maxZeroShare * (at + length - from)
  }

  function look(frame: number, sample: number): FrameGap | null {
    if (sample === 0) {
      if (zeros === 0) cutIn = frame - lastAudible <= edgeFrames
      zeros++
      return null
    }
    if (zeros >= shortest) {
      const run = { at: frame - zeros, length: zeros }
      if (isRare(run) && cutIn) candidate = run
    }
    zeros = 0
    const found = candidate
    if (Math.abs(sample) > audible) {
      lastAudible = frame
      candidate = null
      return found
    }
    if (candidate && frame - candidate.at - candidate.length > edgeFrames) candidate = null
    return null
  }

  return {
    /** `first`: the number of the batch's first frame. */
    push(first: number, samples: Float32Array): FrameGap[] {
      heardFrom ??= first
      if (first !== next) {
        // A jump in the numbering is a separate gap.
        zeros = 0
        cutIn = false
        candidate = null
        lastAudible = -Infinity
      }
      next = first + samples.length
      const found: FrameGap[] = []
      for (let i = 0; i < samples.length; i++) {
        const hole = look(first + i, samples[i]!)
        if (hole) found.push(hole)
      }
      return found
    },
  }
}
