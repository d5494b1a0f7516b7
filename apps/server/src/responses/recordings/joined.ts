import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { writeWav16 } from '@fonema/speech'
import type { ObjectStore } from '../../platform/objects/object-store.ts'

type StoredPiece = { piece: number; object_key: string; frames: number }
type Frames = { start: number; end: number }

const headerBytes = 44
const frameBytes = 2

/** The pieces before the first missing one: only their place in time is known. */
export function contiguous<Piece extends { piece: number }>(pieces: readonly Piece[]): Piece[] {
  const missing = pieces.findIndex(({ piece }, index) => piece !== index)
  return pieces.slice(0, missing === -1 ? undefined : missing)
}

export const framesOf = (pieces: readonly { frames: number }[]) => pieces.reduce((sum, { frames }) => sum + frames, 0)

/** SHA-256 of the joined samples, read from the store. */
export async function hashOfSamples(store: ObjectStore, pieces: readonly StoredPiece[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of samplesOf(store, pieces, { start: 0, end: framesOf(pieces) })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * A part of the joined recording as a WAV file. `bytes` sends a range of that file, both ends included. Pieces are read
 * one after another, so that hours are never in memory.
 */
export function readPart(
  store: ObjectStore,
  { sample_rate_hz }: { sample_rate_hz: number },
  pieces: readonly StoredPiece[],
  { start, end }: Frames,
  bytes = { start: 0, end: sizeOfPart({ start, end }) - 1 },
): Readable {
  async function* read() {
    const header = headerOf(end - start, sample_rate_hz)
    if (bytes.start < headerBytes) yield header.subarray(bytes.start, bytes.end + 1)
    const [from, to] = [bytes.start, bytes.end + 1].map((at) => Math.max(0, at - headerBytes)) as [number, number]
    if (to > from) yield* bytesOf(store, pieces, start * frameBytes + from, start * frameBytes + to)
  }
  return Readable.from(read(), { objectMode: false })
}

export const sizeOfPart = ({ start, end }: Frames) => headerBytes + frameBytes * (end - start)

function headerOf(frames: number, sampleRateHz: number): Buffer {
  const header = Buffer.from(writeWav16(new Int16Array(), sampleRateHz))
  // After 12 hours the format has no number for the length.
  const length = Math.min(frames * frameBytes, 0xffff_ffff - headerBytes)
  header.writeUInt32LE(headerBytes - 8 + length, 4)
  header.writeUInt32LE(length, headerBytes - 4)
  return header
}

const samplesOf = (store: ObjectStore, pieces: readonly StoredPiece[], { start, end }: Frames) =>
  bytesOf(store, pieces, start * frameBytes, end * frameBytes)

/** Bytes of the joined samples; `to` is exclusive. */
async function* bytesOf(store: ObjectStore, pieces: readonly StoredPiece[], from: number, to: number) {
  let at = 0
  for (const { object_key, frames } of pieces) {
    const [start, end] = [Math.max(from, at) - at, Math.min(to, at + frames * frameBytes) - at]
    at += frames * frameBytes
    if (start >= end) continue
    const range = { start: headerBytes + start, end: headerBytes + end - 1 }
    yield* store.read(object_key, range) as AsyncIterable<Buffer>
  }
}
