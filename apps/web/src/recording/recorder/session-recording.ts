import type { Completeness } from '@fonema/contract'
import type { FinishedPiece } from './piece-chain.ts'
import type { TakeOwner, TakeSettings } from './types.ts'

/** What the server is told of a session's recording, in this order. Each can be told again. */
export type RecordingStep =
  | { step: 'start'; sampleRateHz: number; recordedAt: string; settings: TakeSettings }
  | ({ step: 'piece'; sampleRateHz: number } & FinishedPiece)
  | { step: 'mark'; atSeconds: number; mark: 'subtest' | 'name_spoken'; markedItemId: string | null }
  | {
      step: 'end'
      pieces: number
      frames: number
      sha256: string
      interrupted: boolean
      completeness: Completeness | null
    }

export type RecordingAnswer = { kind: 'recording'; itemId: null; recordingId: string } & RecordingStep

/** A session's recording belongs to no item. */
export const noItem = ''

/** Between the recording's start and everything that was reserved later. Exact in the numbers of a clock. */
const pieceStep = 1 / 2048

/** Pieces are sent in their order, after the start and before the end. */
export const sequenceOfPiece = ({ sequence }: Pick<TakeOwner, 'sequence'>, piece: number) =>
  sequence + (piece + 1) * pieceStep

/** The upload of a step, but for its id. */
export const stepOf = (
  { id, examinerId, participantId, responseId }: Omit<TakeOwner, 'sequence'>,
  step: RecordingStep,
) => ({ examinerId, participantId, responseId, kind: 'recording' as const, itemId: null, recordingId: id, ...step })
