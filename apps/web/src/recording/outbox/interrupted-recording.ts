import { hashPiece, pieceId, type RunningPiece } from '../recorder/piece-chain.ts'
import { type RecordingAnswer, type RecordingStep, sequenceOfPiece, stepOf } from '../recorder/session-recording.ts'
import type { Upload } from '../recorder/upload.ts'
import type { SealedStore } from './sealed-store.ts'
import { createSha256, type Sha256State } from './sha256.ts'
import { countFrames } from './wav-file.ts'

/**
 * What remains of sessions' recordings after a crash, a closed tab or a power loss: the pieces that had not ended, and
 * the end, which the crash prevented. The record of a piece knows the hash of all samples before it.
 */
export async function interruptedRecordings(
  store: SealedStore,
  pieces: readonly RunningPiece[],
): Promise<(Upload & RecordingAnswer)[]> {
  const found: (Upload & RecordingAnswer)[] = []
  for (const id of new Set(pieces.map((piece) => piece.id))) {
    let before: Sha256State | null = null
    const left = pieces.filter((piece) => piece.id === id).sort((a, b) => a.piece - b.piece)
    for (const piece of left) {
      before = piece.before ?? before
      // Without it, the pieces are stored, and somebody finishes the recording as it is stored.
      if (before === null) break
      const { upload, after } = await lastPiece(store, piece, before)
      found.push(upload)
      before = after
      if (piece === left.at(-1)) found.push(endOf(piece, after))
    }
  }
  return found
}

async function lastPiece(store: SealedStore, running: RunningPiece, before: Sha256State) {
  const { piece, sampleRateHz, gaps } = running
  const id = pieceId(running.id, piece)
  const { chunks, frames } = await countFrames(store.chunks(id))
  const { after, ...hashed } = await hashPiece(store.chunks(id, 0, chunks), frames, running, before)
  const step: RecordingStep = { step: 'piece', piece, chunks, sampleRateHz, gaps, ...hashed }
  return { upload: { ...stepOf(running, step), id, sequence: sequenceOfPiece(running, piece) }, after }
}

function endOf(last: RunningPiece, hash: Sha256State) {
  const whole = { pieces: last.piece + 1, frames: hash.bytes / 2, sha256: createSha256(hash).hex() }
  const step: RecordingStep = { step: 'end', ...whole, interrupted: true, completeness: null }
  return { ...stepOf(last, step), id: `${last.id}.end`, sequence: sequenceOfPiece(last, last.piece + 1) }
}
