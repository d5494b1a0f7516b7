import { createSha256, type Sha256State } from '../outbox/sha256.ts'
import type { CapturedTake, createCapture } from './capture.ts'
import type { Gap, TakeFacts } from './types.ts'
import { wavHeader } from './wav.ts'

/** What is known of a session's recording when it begins. `id`: that of the recording. */
export type RecordingFacts = TakeFacts & { pieceSeconds: number }

/**
 * A piece that has not ended, as stored from its first moment on. `before`: the hash of the samples of all earlier
 * pieces; null while the one before is still being completed.
 */
export type RunningPiece = RecordingFacts & {
  kind: 'running_piece'
  piece: number
  before: Sha256State | null
  gaps: Gap[]
}

/** A complete piece: its samples are in the outbox under `pieceId`. */
export type FinishedPiece = { piece: number; chunks: number; bytes: number; sha256: string; gaps: Gap[] }

/** The recording as a whole. `sha256`: of the joined samples. */
export type WholeRecording = { pieces: number; frames: number; sha256: string }

/** The clock and the browser report a loss up to this much later. */
const lateReportSeconds = 2

export const pieceId = (recordingId: string, piece: number) => `${recordingId}.${piece}`

type ChainOptions = {
  facts: RecordingFacts
  capture: Pick<ReturnType<typeof createCapture>, 'roll' | 'writtenFrames' | 'isOpenEnded'>
  chunks: (id: string, count: number) => AsyncIterable<ArrayBuffer[]>
  put: (piece: RunningPiece) => Promise<void>
  remove: (id: string) => Promise<void>
  /** Resolves when what can be found out about the frames before `at` is found out. */
  untilCompared: (at: number) => Promise<void>
  onPiece: (piece: FinishedPiece) => void
}

/**
 * Cuts a recording of hours into pieces while it runs. Each follows the one before without a frame between them, and can
 * be sent and removed as soon as it is complete, so that nothing grows with the recording.
 */
export function createPieceChain({ facts, capture, chunks, put, remove, untilCompared, onPiece }: ChainOptions) {
  const pieceFrames = Math.round(facts.pieceSeconds * facts.sampleRateHz)
  const lateReportFrames = Math.min(pieceFrames, Math.round(lateReportSeconds * facts.sampleRateHz))
  let piece = 0
  /** Of the pieces before the running one, as they were written. */
  let earlierFrames = 0
  let completed = 0
  /** Of the samples of the completed pieces. */
  let hash: Sha256State = createSha256().state()
  let settled = Promise.resolve()
  /** What is reported late about the last ended piece is there. */
  let reported = Promise.withResolvers<void>()
  /** One after another: a record must not be written once its piece has left. */
  let kept = Promise.resolve()
  const gapsOf = new Map<number, Gap[]>()

  function keep(number: number) {
    const gaps = gapsOf.get(number) ?? []
    const before = completed === number ? hash : null
    kept = kept.then(() => put({ ...facts, kind: 'running_piece', piece: number, before, gaps }))
    kept.catch(() => {}) // reported at the end
    return kept
  }

  async function complete(number: number, captured: Omit<CapturedTake, 'window'>) {
    const hashed = await hashPiece(chunks(pieceId(facts.id, number), captured.chunks), captured.frames, facts, hash)
    hash = hashed.after
    completed = number + 1
    gapsOf.delete(number)
    return { piece: number, chunks: captured.chunks, bytes: hashed.bytes, sha256: hashed.sha256, gaps: captured.gaps }
  }

  async function settle(number: number, rolled: ReturnType<typeof capture.roll>, untilReported: Promise<void>) {
    await untilReported
    await untilCompared(rolled.at)
    const finished = await complete(number, await rolled.settle())
    // First the next piece knows what came before, then this one may leave.
    await keep(number + 1)
    onPiece(finished)
  }

  return {
    firstId: pieceId(facts.id, 0),
    begin: () => keep(0),
    /** After each batch. */
    advance() {
      if (capture.writtenFrames() >= lateReportFrames) reported.resolve()
      if (capture.writtenFrames() < pieceFrames || !capture.isOpenEnded()) return
      earlierFrames += capture.writtenFrames()
      const number = piece++
      const rolled = capture.roll(pieceId(facts.id, piece))
      void keep(piece)
      const late = Promise.withResolvers<void>()
      reported = late
      settled = settled.then(() => settle(number, rolled, late.promise))
      settled.catch(() => {}) // reported at the end
    },
    elapsedSeconds: () => (earlierFrames + capture.writtenFrames()) / facts.sampleRateHz,
    /** Stored beside the samples, in case the page ends without another message. */
    keepGaps(gaps: Gap[]) {
      gapsOf.set(piece, gaps)
      return keep(piece)
    },
    async end(captured: CapturedTake): Promise<WholeRecording> {
      reported.resolve()
      await settled
      await kept
      // The microphone was lost just when the piece began.
      if (captured.frames === 0) await remove(pieceId(facts.id, piece))
      else onPiece(await complete(piece, captured))
      return wholeOf(completed, hash)
    },
  }
}

export const wholeOf = (pieces: number, hash: Sha256State): WholeRecording => ({
  pieces,
  frames: hash.bytes / 2,
  sha256: createSha256(hash).hex(),
})

/** Size and hash of a piece as a WAV file, and the hash of all samples up to its end. */
export async function hashPiece(
  chunks: AsyncIterable<ArrayBuffer[]>,
  frames: number,
  { sampleRateHz }: { sampleRateHz: number },
  before: Sha256State,
) {
  const header = new Uint8Array(wavHeader(frames, sampleRateHz))
  const [file, samples] = [createSha256(), createSha256(before)]
  file.update(header)
  let bytes = header.length
  for await (const part of chunks)
    for (const chunk of part) {
      const data = new Uint8Array(chunk)
      file.update(data)
      samples.update(data)
      bytes += data.length
    }
  if (bytes !== header.length + 2 * frames) throw new Error(`${bytes} of ${header.length + 2 * frames} bytes stored`)
  return { bytes, sha256: file.hex(), after: samples.state() }
}
