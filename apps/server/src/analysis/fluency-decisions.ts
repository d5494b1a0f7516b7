import { type FluencyDecision, FluencyWord, type OrganizationId, type TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { ItemPath } from '../responses/answers.ts'
import { taskName } from './fluency.ts'
import { lockTake } from './queries.ts'
import { refuseBlind } from './second-opinion/blind.ts'
import { requireOpenTake } from './transcript-service.ts'
import { findSpokenItem, findTranscripts, saveWordResults } from './transcripts.ts'

type Deps = { catalogue: Catalogue; clock: Clock }

/**
 * Remembers what an examiner decided about a word, and scores the item again, and every other item that waits for it.
 *
 * @throws {AppError} `conflict` when the score does not ask about the word
 */
export async function decideFluency(
  deps: Deps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  decision: FluencyDecision,
): Promise<undefined> {
  const takeId = await requireOpenTake(tx, examiner, path)
  await refuseBlind(tx, takeId, examiner.userId)
  const item = await findSpokenItem(tx, takeId)
  const { word, beside, choice } = decision
  const isAsked = (await askedOf(tx, takeId)).some((one) => one.word === word && one.beside === beside)
  if (item?.fluency == null || !isAsked) throw new AppError('conflict')

  const key = { language: item.language, task: taskName(item.fluency), word, beside }
  const isForTake = choice === 'repetition' && beside === ''
  if (!isForTake)
    await tx
      .deleteFrom('fluency_decisions')
      .where('take_id', '=', takeId)
      .where('task', '=', key.task)
      .where('word', '=', word)
      .where('beside', '=', beside)
      .execute()
  const made = { choice, user_id: examiner.userId, date_created: deps.clock.now() }
  await tx
    .insertInto('fluency_decisions')
    .values({
      id: uuidv7(),
      organization_id: examiner.organizationId,
      ...key,
      take_id: isForTake ? takeId : null,
      ...made,
    })
    .onConflict((row) =>
      row.columns(['organization_id', 'language', 'task', 'word', 'beside', 'take_id']).doUpdateSet(made),
    )
    .execute()
  const others = isForTake ? [] : await findTakesAsking(tx, examiner.organizationId, key)
  for (const id of new Set([takeId, ...others])) await scoreAgain(deps, tx, id)
}

const askedOf = async (tx: Tx, takeId: TakeId): Promise<FluencyWord[]> => {
  const row = await tx
    .selectFrom('feature_results')
    .select('data')
    .where('take_id', '=', takeId)
    .where('entry', '=', 'fluency')
    .where('status', '=', 'ready')
    .orderBy('function_version', 'desc')
    .executeTakeFirst()
  return z.array(FluencyWord).parse(row?.data.asked ?? [])
}

/** The takes of the same task whose score asks about the word, or asked. */
async function findTakesAsking(
  tx: Tx,
  organizationId: OrganizationId,
  { language, task, word, beside }: { language: string; task: string; word: string; beside: string },
): Promise<TakeId[]> {
  const { rows } = await sql<{ take_id: TakeId }>`
    select distinct r.take_id
    from feature_results r
    join takes t on t.id = r.take_id
    join item_responses a on a.id = t.item_response_id
    join protocol_items i on i.id = a.protocol_item_id
    join protocols p on p.id = i.protocol_id
    join locales l on l.id = p.locale_id
    where r.organization_id = ${organizationId} and r.entry = 'fluency' and r.status = 'ready'
      and r.data -> 'asked' @> ${JSON.stringify([{ word, beside }])}::jsonb
      and l.lang_code = ${language} and coalesce(i.fluency ->> 'list', 'letter') = ${task}
    order by r.take_id`.execute(tx)
  return rows.map(({ take_id }) => take_id)
}

async function scoreAgain({ catalogue, clock }: Deps, tx: Tx, takeId: TakeId): Promise<void> {
  await lockTake(tx, takeId)
  const item = await findSpokenItem(tx, takeId)
  const [newest] = await findTranscripts(tx, takeId)
  if (item !== undefined && newest !== undefined) await saveWordResults(tx, catalogue, item, newest, clock.now())
}
