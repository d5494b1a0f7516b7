import { headerBytes, wavHeader } from '../recorder/wav.ts'
import { createSha256 } from './sha256.ts'

type Chunks = AsyncIterable<ArrayBuffer[]>

/** Size and hash of the WAV file of these samples. Rejects when their number is not `frames`. */
export async function hashOfWav(chunks: Chunks, frames: number, sampleRateHz: number) {
  const hash = createSha256()
  hash.update(new Uint8Array(wavHeader(frames, sampleRateHz)))
  let bytes = headerBytes
  for await (const part of chunks)
    for (const chunk of part) {
      hash.update(new Uint8Array(chunk))
      bytes += chunk.byteLength
    }
  if (bytes !== headerBytes + 2 * frames) throw new Error(`${bytes} of ${headerBytes + 2 * frames} bytes stored`)
  return { bytes, sha256: hash.hex() }
}

/** The file itself. The browser holds its parts; the page has only a few of them in memory at a time. */
export async function wavOf(chunks: Chunks, frames: number, sampleRateHz: number): Promise<Blob> {
  const parts: Blob[] = []
  for await (const part of chunks) parts.push(new Blob(part))
  return new Blob([wavHeader(frames, sampleRateHz), ...parts], { type: 'audio/wav' })
}

export async function countFrames(chunks: Chunks): Promise<{ chunks: number; frames: number }> {
  const counted = { chunks: 0, frames: 0 }
  for await (const part of chunks)
    for (const { byteLength } of part) {
      counted.chunks++
      counted.frames += byteLength / 2
    }
  return counted
}
