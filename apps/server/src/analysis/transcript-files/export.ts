import type { TranscriptFormat } from '@fonema/contract'
import { transcriptFiles, writeTranscript } from '@fonema/transcript-exchange'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import { requireTake } from '../transcript-service.ts'
import { findRecorded, ofRecording } from './recorded-transcript.ts'

export type ExportedTranscript = { filename: string; contentType: string; text: string }

/**
 * The newest version of an item's transcript as a file.
 *
 * @throws {AppError} `not_found` without a transcript
 */
export async function exportTranscript(
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  format: TranscriptFormat,
): Promise<ExportedTranscript> {
  const takeId = await requireTake(tx, examiner, path)
  const recorded = await findRecorded(tx, takeId)
  if (recorded.newest === undefined) throw new AppError('not_found')
  const { extension, contentType } = transcriptFiles[format]
  const { text } = writeTranscript(format, ofRecording(recorded, recorded.newest))
  // As the recording's file is named.
  return { filename: `${takeId}.${extension}`, contentType, text }
}
