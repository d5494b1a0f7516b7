/** Where the centres of equally spaced analysis frames lie. */
export type FrameGrid = { readonly count: number; readonly firstS: number; readonly stepS: number }

/**
 * As many frames as fit into the recording, placed symmetrically about its middle.
 *
 * @param sampleCount samples of the recording
 * @param windowS length of a frame, s
 * @param stepS distance between frames, s
 * @returns null when the recording is shorter than one frame
 */
export function layFrames(sampleCount: number, sampleRateHz: number, windowS: number, stepS: number): FrameGrid | null {
  const durationS = sampleCount / sampleRateHz
  if (durationS < windowS) return null
  const count = Math.floor((durationS - windowS) / stepS) + 1
  return { count, firstS: 0.5 * durationS - 0.5 * (count * stepS) + 0.5 * stepS, stepS }
}
