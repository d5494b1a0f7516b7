import type { HiddenWords, TakeId } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import '../../responses/tables.ts'
import { requireTake } from '../transcript-service.ts'
import { findTranscripts } from '../transcripts.ts'
import { type Hidden, hidingsOf } from './hiding.ts'
import type { StoredTake } from './silent-audio.ts'

/** @throws {AppError} `cannot_hide_names` with the reason */
async function requireHiding(tx: Tx, takeId: TakeId): Promise<Hidden> {
  const hiding = (await hidingsOf(tx, [takeId])).get(takeId)
  if (hiding === undefined) throw new AppError('not_found')
  if ('reason' in hiding) throw new AppError('cannot_hide_names', { reason: hiding.reason })
  return hiding
}

/** The take that an item shows, with what is hidden of it. */
export async function hiddenTake(
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
): Promise<{ take: StoredTake & { id: TakeId }; hiding: Hidden }> {
  const id = await requireTake(tx, examiner, path)
  const hiding = await requireHiding(tx, id)
  const take = await tx
    .selectFrom('takes')
    .select(['id', 'object_key', 'sha256', 'size_bytes', 'window_start', 'window_end'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { take, hiding }
}

const nothing = { silences_all: false, others: [], others_everywhere: false, flagged: [] }

/**
 * What would be hidden, for a person to check.
 *
 * @throws {AppError} `conflict` without a transcript
 */
export async function listHidden(tx: Tx, examiner: Examiner, path: ItemPath): Promise<HiddenWords> {
  const id = await requireTake(tx, examiner, path)
  const [newest] = await findTranscripts(tx, id)
  if (newest === undefined) throw new AppError('conflict')
  const hiding = (await hidingsOf(tx, [id])).get(id)!
  const { version } = newest
  if ('reason' in hiding) return { version, reason: hiding.reason, ...nothing, words: [] }
  const take = await tx
    .selectFrom('takes')
    .select(({ eb }) => eb('window_end', '-', eb.ref('window_start')).as('lengthS'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const places = [...hiding.hidden].sort((a, b) => a - b)
  return {
    version,
    reason: null,
    silences_all: places.some((place) => hiding.words[place]?.start === null),
    others: hiding.others,
    flagged: hiding.flagged,
    others_everywhere: hiding.others.some(({ start_s, end_s }) => start_s === 0 && end_s === take.lengthS),
    words: places.map((place) => {
      const { text, marks } = hiding.words[place]!
      return { place, text, marked: marks?.includes('name') ?? false }
    }),
  }
}
