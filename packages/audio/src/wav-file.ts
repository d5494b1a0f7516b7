import type { FileHandle } from 'node:fs/promises'
import { readWav, WavError } from '@fonema/speech'
import { type Audio, requireMeasurable } from './audio.ts'

const blockFrames = 2 ** 15
/** Chunks before the samples hold the format and text about the recording. A longer header means no WAV file. */
const longestHeader = 2 ** 20

/**
 * Reads a WAV file block by block, so that its bytes and its samples are not in memory together. Each block goes
 * through `readWav` behind the header of the file.
 *
 * @throws {WavError}
 */
export async function readWavFile(file: FileHandle): Promise<Audio> {
  const { size } = await file.stat()
  const { dataAt, dataLength } = await findData(file, size)
  const header = await readAt(file, 0, dataAt)
  const known = readWav(join(header, await readAt(file, dataAt, Math.min(dataLength, 4096))))
  const { sampleRateHz, channels, bitsPerSample } = known
  const bytesPerFrame = (channels * bitsPerSample) / 8
  const frames = Math.floor(dataLength / bytesPerFrame)
  requireMeasurable(frames, sampleRateHz)
  const samples = new Float32Array(frames)
  const block = join(header, new Uint8Array(blockFrames * bytesPerFrame))
  for (let at = 0; at < frames; at += blockFrames) {
    const count = Math.min(blockFrames, frames - at)
    await fill(file, dataAt + at * bytesPerFrame, block.subarray(dataAt, dataAt + count * bytesPerFrame))
    samples.set(readWav(block.subarray(0, dataAt + count * bytesPerFrame)).samples, at)
  }
  return { samples, sampleRateHz }
}

/** Where the samples begin, and how many bytes the file really has: the header may claim more. */
async function findData(file: FileHandle, size: number): Promise<{ dataAt: number; dataLength: number }> {
  for (let at = 12; at + 8 <= size && at < longestHeader; ) {
    const chunk = await readAt(file, at, 8)
    const length = new DataView(chunk.buffer).getUint32(4, true)
    if (String.fromCharCode(...chunk.subarray(0, 4)) === 'data') {
      return { dataAt: at + 8, dataLength: Math.min(length, size - at - 8) }
    }
    at += 8 + length + (length % 2)
  }
  // Throws the error that describes the fault.
  readWav(await readAt(file, 0, Math.min(size, longestHeader)))
  throw new WavError('not_wav')
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, await fill(file, at, bytes))
}

async function fill(file: FileHandle, at: number, bytes: Uint8Array): Promise<number> {
  let read = 0
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, at + read)
    if (bytesRead === 0) break // truncated after its size was read
    read += bytesRead
  }
  return read
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
