import type { ContentUnitDecision } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { ItemPath } from '../responses/answers.ts'
import { refuseBlind } from './second-opinion/blind.ts'
import { requireOpenTake } from './transcript-service.ts'
import './transcript-tables.ts'
import { findSpokenItem, findTranscripts, saveWordResults } from './transcripts.ts'

/**
 * Remembers for a take whether a content unit was said, and scores the item again.
 *
 * @throws {AppError} `conflict` when the item has no such unit, or its words are not confirmed
 */
export async function decideContentUnit(
  { catalogue, clock }: { catalogue: Catalogue; clock: Clock },
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { unit, choice }: ContentUnitDecision,
): Promise<undefined> {
  const takeId = await requireOpenTake(tx, examiner, path)
  await refuseBlind(tx, takeId, examiner.userId)
  const item = await findSpokenItem(tx, takeId)
  const [newest] = await findTranscripts(tx, takeId)
  const result = await tx
    .selectFrom('feature_results')
    .select('id')
    .where('take_id', '=', takeId)
    .where('entry', '=', 'content_units')
    .where('status', '=', 'ready')
    .executeTakeFirst()
  if (item?.units?.includes(unit) !== true || newest === undefined || result === undefined)
    throw new AppError('conflict')
  const made = { choice, user_id: examiner.userId, date_created: clock.now() }
  await tx
    .insertInto('content_unit_decisions')
    .values({ id: uuidv7(), organization_id: examiner.organizationId, take_id: takeId, unit, ...made })
    .onConflict((row) => row.columns(['take_id', 'unit']).doUpdateSet(made))
    .execute()
  await saveWordResults(tx, catalogue, item, newest, clock.now())
}
