/** The number of blocks that the browser buffers for a late worker: three seconds of the usual 10 ms. */
const keptBlocks = 300

// Only Chromium has it, for audio as for video; the DOM library does not declare it.
type TrackProcessor = new (init: {
  track: MediaStreamTrack
  maxBufferSize: number
}) => {
  readable: ReadableStream<AudioData>
}

/** The track's samples, bypassing the audio graph, to be read in a worker; null if the browser has no such API. */
export function trackSamples(track: MediaStreamTrack): ReadableStream<AudioData> | null {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: TrackProcessor }
  if (MediaStreamTrackProcessor === undefined) return null
  return new MediaStreamTrackProcessor({ track, maxBufferSize: keptBlocks }).readable
}

/**
 * Passes on each block as the worklet does: mixed down to one channel, or with the second one apart. Ends when the track
 * does.
 */
export async function readSamples(
  samples: ReadableStream<AudioData>,
  onBlock: (samples: Float32Array, sampleRateHz: number, examiner: Float32Array | null) => void,
  isTwoChannels = false,
): Promise<void> {
  for await (const data of samples) {
    if (isTwoChannels) {
      const [own, second] = [0, Math.min(1, data.numberOfChannels - 1)].map((planeIndex) => {
        const plane = new Float32Array(data.numberOfFrames)
        data.copyTo(plane, { planeIndex, format: 'f32-planar' })
        return plane
      })
      const { sampleRate } = data
      data.close()
      onBlock(own!, sampleRate, second!)
      continue
    }
    const mixed = new Float32Array(data.numberOfFrames)
    const channel = new Float32Array(data.numberOfFrames)
    for (let planeIndex = 0; planeIndex < data.numberOfChannels; planeIndex++) {
      data.copyTo(channel, { planeIndex, format: 'f32-planar' })
      for (let i = 0; i < mixed.length; i++) mixed[i]! += channel[i]!
    }
    if (data.numberOfChannels > 1) for (let i = 0; i < mixed.length; i++) mixed[i]! /= data.numberOfChannels
    const { sampleRate } = data
    data.close()
    onBlock(mixed, sampleRate, null)
  }
}
