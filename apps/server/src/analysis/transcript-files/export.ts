import type { TranscriptFormat, TypedWord } from '@fonema/contract'
import { transcriptFiles, writeTranscript } from '@fonema/transcript-exchange'
import { hiddenWords, masked } from '@fonema/transcript-exchange/hidden'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import { requireTake } from '../transcript-service.ts'
import { findRecorded, ofRecording, type Recorded } from './recorded-transcript.ts'

type ExportedTranscript = { filename: string; contentType: string; text: string }

/**
 * The newest version of an item's transcript as a file.
 *
 * @throws {AppError} `conflict` without a transcript, `cannot_hide_names` without confirmed words
 */
export async function exportTranscript(
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  format: TranscriptFormat,
  isDeidentified = false,
): Promise<ExportedTranscript> {
  const takeId = await requireTake(tx, examiner, path)
  const recorded = await findRecorded(tx, takeId)
  if (recorded.newest === undefined) throw new AppError('conflict')
  const { extension, contentType } = transcriptFiles[format]
  const transcript = ofRecording(recorded, recorded.newest)
  const words = isDeidentified ? maskedWords(recorded, transcript.words) : transcript.words
  const { text } = writeTranscript(format, { ...transcript, words })
  // As the recording's file is named.
  return { filename: `${takeId}.${extension}`, contentType, text }
}

/** Masked by the version that is written: another one may have come meanwhile. */
function maskedWords({ newest, item }: Recorded, words: readonly TypedWord[]): TypedWord[] {
  if (newest?.engine !== 'typed') throw new AppError('cannot_hide_names', { reason: 'not_confirmed' })
  return masked(words, hiddenWords(words, item.language))
}
