import type { FrameGap } from './take-writer.ts'

const shortestHoleSeconds = 0.005
/** About -50 dBFS, within so many frames of the hole on both sides: cut into sound, not faded out and in. */
const audible = 0.003
const edgeFrames = 32

/**
 * Finds the silence that the browser puts in when the microphone's samples come too late: exact zeros, cut sharply
 * into sound. No real microphone delivers a zero for 5 ms; a digital source that does so seldom has sharp edges.
 * A hole within a pause stays unfound.
 */
export function createHoleFinder(sampleRateHz: number) {
  const shortest = Math.ceil(shortestHoleSeconds * sampleRateHz)
  let next = 0
  let lastAudible = -Infinity
  let zeros = 0
  let cutIn = false
  let candidate: FrameGap | null = null

  function look(frame: number, sample: number): FrameGap | null {
    if (sample === 0) {
      if (zeros === 0) cutIn = frame - lastAudible <= edgeFrames
      zeros++
      return null
    }
    if (zeros >= shortest && cutIn) candidate = { at: frame - zeros, length: zeros }
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
      if (first !== next) {
        // A jump in the numbering is a gap of its own.
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
