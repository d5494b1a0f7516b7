import { hashPiece, pieceId, type RunningPiece, wholeOf } from '../recorder/piece-chain.ts'
import { type RecordingAnswer, type RecordingStep, sequenceOfPiece, stepOf } from '../recorder/session-recording.ts'
import type { Upload } from '../recorder/upload.ts'
import type { SealedStore } from './sealed-store.ts'
import type { Sha256State } from './sha256.ts'
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
  for (const id of new Set(pieces.map((piece) => piece.id)))
    found.push(
      ...(await interruptedRecording(
        store,
        pieces.filter((piece) => piece.id === id),
      )),
    )
  return found
}

async function interruptedRecording(store: SealedStore, left: RunningPiece[]) {
  const found: (Upload & RecordingAnswer)[] = []
  let hash: Sha256State | null = null
  let pieces = 0
  for (const running of left.sort((a, b) => a.piece - b.piece)) {
    const { piece, sampleRateHz, gaps } = running
    hash = running.before ?? hash
    // Without it, what the server has is finished as it is stored.
    if (hash === null) return found
    pieces = piece
    const id = pieceId(running.id, piece)
    const { chunks, frames } = await countFrames(store.chunks(id))
    if (frames === 0) {
      await store.delete(id)
      continue
    }
    const { after, ...hashed } = await hashPiece(store.chunks(id, 0, chunks), frames, running, hash)
    hash = after
    pieces = piece + 1
    const step: RecordingStep = { step: 'piece', piece, chunks, sampleRateHz, gaps, ...hashed }
    found.push({ ...stepOf(running, step), id, sequence: sequenceOfPiece(running, piece) })
  }
  const last = left.at(-1)
  if (last === undefined || hash === null) return found
  const end: RecordingStep = { step: 'end', ...wholeOf(pieces, hash), interrupted: true, completeness: null }
  found.push({ ...stepOf(last, end), id: `${last.id}.end`, sequence: sequenceOfPiece(last, pieces) })
  return found
}
