import { readFileSync, writeFileSync } from 'node:fs'

/** Mono samples in [-1, 1]. */
export type Sound = { samples: Float64Array; sampleRateHz: number }

/** Reads 16-bit mono PCM as espeak-ng and ffmpeg write it. */
export function readWav(path: string): Sound {
  const bytes = readFileSync(path)
  const data = bytes.indexOf('data', 12, 'latin1') + 8
  const count = Math.min(bytes.readUInt32LE(data - 4), bytes.length - data) >> 1
  const samples = Float64Array.from({ length: count }, (_, i) => bytes.readInt16LE(data + 2 * i) / 32768)
  return { samples, sampleRateHz: bytes.readUInt32LE(24) }
}

export function writeWav(path: string, { samples, sampleRateHz }: Sound) {
  const bytes = Buffer.alloc(44 + 2 * samples.length)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + 2 * samples.length, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRateHz, 24)
  bytes.writeUInt32LE(2 * sampleRateHz, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(2 * samples.length, 40)
  samples.forEach((sample, i) => {
    if (Math.abs(sample) >= 1) throw new RangeError(`${path} clips at sample ${i}`)
    bytes.writeInt16LE(Math.round(sample * 32767), 44 + 2 * i)
  })
  writeFileSync(path, bytes)
}
