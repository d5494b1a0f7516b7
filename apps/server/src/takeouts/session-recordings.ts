import type { SessionRecordingId } from '@fonema/contract'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import { framesOf } from '../responses/recordings/joined.ts'
import { findMarks, findPieces } from '../responses/recordings/queries.ts'
import '../responses/recordings/tables.ts'
import { sessionLabel } from './names.ts'
import type { Enclosed } from './records.ts'
import { type Content, isTheirs, paged, subjectOf } from './scope.ts'

/** The recordings of one participant's whole sessions, each in a folder of its pieces. */
export async function* sessionRecordingRows(content: Content, enclosed: Enclosed[]): AsyncGenerator<CsvCell[]> {
  const { tx, takeout } = content
  const rows = paged((after: SessionRecordingId, limit) =>
    tx
      .selectFrom('session_recordings')
      .innerJoin('protocol_responses', 'protocol_responses.id', 'session_recordings.protocol_response_id')
      .innerJoin('participants', 'participants.id', 'session_recordings.participant_id')
      .selectAll('session_recordings')
      .select(['participants.code', 'protocol_responses.date_created as session_created'])
      .where('session_recordings.id', '>', after)
      .where(isTheirs(content))
      .orderBy('session_recordings.id')
      .limit(limit)
      .execute(),
  )
  let count = 0
  for await (const row of rows) {
    const subject = subjectOf(content, { id: row.participant_id, code: row.code })
    const session = sessionLabel({ id: row.protocol_response_id, date_created: row.session_created })
    const folder = `recordings/${subject}/${session}/${String(++count).padStart(4, '0')}`
    const pieces = await findPieces(tx, [row.id])
    if (takeout.include_audio)
      for (const { piece, object_key: key, sha256, size_bytes: size } of pieces)
        enclosed.push({ key, path: `${folder}/piece-${String(piece).padStart(5, '0')}.wav`, sha256, size })
    const marks = (await findMarks(tx, [row.id])).map(({ at_s, kind, protocol_item_id }) => ({
      at_s,
      kind,
      protocol_item_id,
    }))
    yield [
      subject,
      session,
      row.id,
      row.recorded_at.toISOString(),
      row.finished_at?.toISOString() ?? null,
      row.interrupted,
      row.verified,
      row.sample_rate_hz,
      framesOf(pieces) / row.sample_rate_hz,
      row.sha256,
      JSON.stringify(marks),
      takeout.include_audio ? folder : null,
    ]
  }
}
