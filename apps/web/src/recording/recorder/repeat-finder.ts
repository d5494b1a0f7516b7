import type { FrameGap } from './take-writer.ts'

/** What an audio graph computes at a time. */
const quantumFrames = 128
/** A source that repeats longer than this does so by itself. */
const mostQuanta = 8

/**
 * Finds quanta that the browser delivered again because the next one was late: WebKit does so. No microphone delivers
 * 128 samples twice, bit by bit, unless they are all one value. A synthetic tone may, and then goes on doing so: a long
 * run of repeats is its own. A repeat is reported with the first quantum that differs.
 */
export function createRepeatFinder() {
  let last: Float32Array | null = null
  let next = -1
  let repeats = 0

  return {
    /** `first`: the number of the batch's first frame. */
    push(first: number, samples: Float32Array): FrameGap[] {
      const found: FrameGap[] = []
      if (first !== next) {
        last = null
        repeats = 0
      }
      next = first + samples.length
      for (let at = 0; at + quantumFrames <= samples.length; at += quantumFrames) {
        const quantum = samples.subarray(at, at + quantumFrames)
        if (last !== null && isRepeat(last, quantum)) repeats++
        else {
          const length = repeats * quantumFrames
          if (repeats > 0 && repeats <= mostQuanta) found.push({ at: first + at - length, length })
          repeats = 0
        }
        last = quantum
      }
      return found
    },
  }
}

function isRepeat(before: Float32Array, after: Float32Array): boolean {
  for (let i = 0; i < after.length; i++) if (after[i] !== before[i]) return false
  return after.some((sample) => sample !== after[0])
}
