import type { FileId, ParticipantFile, ParticipantId } from '@fonema/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'

export type FileRow = Selectable<Tables['files']>

export function toFile({
  id,
  filename,
  label,
  content_type,
  size_bytes,
  sha256,
  date_created,
}: FileRow): ParticipantFile {
  return { id, filename, label, content_type, size: size_bytes, sha256, date_created: date_created.toISOString() }
}

export const listFiles = (tx: Tx, page: Page, participantId: ParticipantId): Promise<FileRow[]> =>
  page.read(tx, tx.selectFrom('files').selectAll().where('participant_id', '=', participantId))

export const countFiles = async (tx: Tx, participantId: ParticipantId): Promise<number> => {
  const { count } = await tx
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('participant_id', '=', participantId)
    .executeTakeFirstOrThrow()
  return count
}

export const findFile = (tx: Tx, participantId: ParticipantId, id: FileId): Promise<FileRow | undefined> =>
  tx.selectFrom('files').selectAll().where('id', '=', id).where('participant_id', '=', participantId).executeTakeFirst()

export const insertFile = (tx: Tx, row: Insertable<Tables['files']>): Promise<FileRow> =>
  tx.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow()

export async function deleteFile(tx: Tx, id: FileId): Promise<void> {
  await tx.deleteFrom('files').where('id', '=', id).execute()
}
