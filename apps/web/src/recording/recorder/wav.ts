export const headerBytes = 44

/** The header of a mono, 16-bit PCM file. */
export function wavHeader(frames: number, sampleRateHz: number): ArrayBuffer {
  const dataBytes = frames * 2
  const header = new DataView(new ArrayBuffer(headerBytes))
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) header.setUint8(at + i, letters.charCodeAt(i))
  }
  text(0, 'RIFF')
  header.setUint32(4, headerBytes - 8 + dataBytes, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true) // PCM
  header.setUint16(22, 1, true)
  header.setUint32(24, sampleRateHz, true)
  header.setUint32(28, sampleRateHz * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, dataBytes, true)
  return header.buffer
}

/**
 * -1..1 to 16 bit: rounded to nearest, clamped, no dither (it would only add noise). Chromium divides a 16-bit device's
 * samples by 32768 below zero and by 32767 above; the same two scales restore every sample exactly. A browser that
 * divides by 32768 throughout is off by one above half scale.
 */
export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const integers = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!
    integers[i] = Math.max(-32768, Math.min(32767, Math.round(sample * (sample < 0 ? 32768 : 32767))))
  }
  return integers
}
