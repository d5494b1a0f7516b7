import { readFile } from 'node:fs/promises'
import { joinGaps, type PieceFields } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { StagedObject } from '../../platform/objects/object-store.ts'
import { storeFor } from '../../platform/objects/store-for.ts'
import type { AudioHeader } from '../audio-header.ts'
import { type ResponseDeps, requireOpenSession } from '../service.ts'
import { lockRecording } from './queries.ts'
import type { RecordingPath } from './service.ts'

const headerBytes = 44
const peaksPerSecond = 10

export type Piece = { staged: StagedObject; header: AudioHeader; fields: PieceFields }

/** Stores a piece before its row, as a take. The same bytes again are already stored; others are refused. */
export async function storePiece(
  deps: ResponseDeps,
  examiner: Examiner,
  path: RecordingPath,
  { staged, header, fields }: Piece,
): Promise<{ piece: number; sha256: string }> {
  const { piece, sha256 } = fields
  const bytes = await readFile(staged.file)
  const frames = Math.round(header.durationSeconds * header.sampleRateHz)
  // As the recorder writes it: what follows the header is joined with other pieces.
  const isPlain =
    header.kind === 'wav' &&
    bytes.length === headerBytes + 2 * frames &&
    bytes.readUInt16LE(20) === 1 &&
    bytes.readUInt16LE(22) === 1 &&
    bytes.readUInt16LE(34) === 16 &&
    bytes.toString('latin1', 36, 40) === 'data'
  if (!isPlain) throw new AppError('file_type_not_allowed')
  const key = `${examiner.organizationId}/recordings/${uuidv7()}.wav`
  const transact = (keep: () => void) =>
    deps.database.tenant(examiner.organizationId, async (tx) => {
      const session = await requireOpenSession(tx, examiner, path)
      const recording = await lockRecording(tx, session.id, path.recording_id)
      if (recording === undefined) throw new AppError('not_found')
      const stored = await hashOf(tx, path, piece)
      if (stored !== undefined) {
        if (stored !== sha256) throw new AppError('conflict')
        return { piece, sha256 }
      }
      if (recording.finished_at !== null) throw new AppError('conflict')
      if (recording.sample_rate_hz !== header.sampleRateHz) throw new InvalidFields({ speech: ['mismatch'] })
      await tx
        .insertInto('session_recording_pieces')
        .values({
          organization_id: examiner.organizationId,
          session_recording_id: recording.id,
          piece,
          object_key: key,
          sha256,
          size_bytes: staged.sizeBytes,
          frames,
          gaps: JSON.stringify(joinGaps(fields.gaps ?? [])),
          peaks: peaksOf(bytes.subarray(headerBytes), header.sampleRateHz),
          stored_at: deps.clock.now(),
        })
        .execute()
      keep()
      return { piece, sha256 }
    })
  return storeFor(deps.store, staged, key, transact)
}

async function hashOf(tx: Tx, { recording_id }: RecordingPath, piece: number): Promise<string | undefined> {
  const stored = tx
    .selectFrom('session_recording_pieces')
    .select('sha256')
    .where('session_recording_id', '=', recording_id)
    .where('piece', '=', piece)
  return (await stored.executeTakeFirst())?.sha256
}

/** The loudest sample of each tenth of a second, 0 to 255. */
function peaksOf(samples: Buffer, sampleRateHz: number): Buffer {
  const step = 2 * Math.round(sampleRateHz / peaksPerSecond)
  const peaks = Buffer.alloc(Math.ceil(samples.length / step))
  for (let at = 0; at < samples.length; at += 2) {
    const loudness = Math.min(255, Math.abs(samples.readInt16LE(at)) >> 7)
    const place = Math.floor(at / step)
    if (loudness > peaks[place]!) peaks[place] = loudness
  }
  return peaks
}
