import type { ItemId, ParticipantId, SessionId } from '@fonema/contract'
import { sql } from 'kysely'
import '../content/tables.ts'
import { findTakes, type TakeRow } from '../responses/queries.ts'
import '../responses/tables.ts'
import { sessionLabel } from './names.ts'
import { type Content, isInRange, isTheirs, subjectOf } from './scope.ts'

type SessionRow = { id: SessionId; at: string; date_created: Date; participant_id: ParticipantId; code: string }

/** So many are small, and asking for them costs much. */
const sessionsAtATime = 1000

/** The sessions within the takeout's days, in the order of time, a few at a time. */
async function* sessionsOf(content: Content, atOnce: number): AsyncGenerator<SessionRow[]> {
  for (let after: SessionRow | undefined; ; ) {
    const rows: SessionRow[] = await content.tx
      .selectFrom('protocol_responses')
      .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
      .select(['protocol_responses.id', 'date_created', 'participant_id', 'code'])
      // As text, because the database's times are more precise than those of JavaScript.
      .select(sql<string>`protocol_responses.date_created::text`.as('at'))
      .where(isTheirs(content))
      .where(isInRange(content, 'protocol_responses.date_created'))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(protocol_responses.date_created, protocol_responses.id) > (${after?.at}::timestamptz, ${after?.id})`,
        ),
      )
      .orderBy('protocol_responses.date_created')
      .orderBy('protocol_responses.id')
      .limit(sessionsAtATime)
      .execute()
    for (let i = 0; i < rows.length; i += atOnce) yield rows.slice(i, i + atOnce)
    if (rows.length < sessionsAtATime) return
    after = rows.at(-1)
  }
}

/** What the tables say of an item, the same in every session. */
const findItems = ({ tx }: Content, ids: readonly ItemId[]) =>
  tx
    .selectFrom('protocol_items')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .select(['protocol_items.id', 'key', 'title', 'position', 'skippable', 'item_categories.name as category'])
    .where('protocol_items.id', 'in', ids)
    .execute()
type Item = Omit<Awaited<ReturnType<typeof findItems>>[number], 'id'>

const findAnswers = ({ tx }: Content, sessions: readonly SessionRow[]) =>
  tx
    .selectFrom('item_responses')
    .selectAll()
    .where(
      'protocol_response_id',
      'in',
      sessions.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()

/** The item responses of sessions, in their order, with their participants and items. */
async function itemsOf(content: Content, sessions: readonly SessionRow[], known: Map<ItemId, Item>) {
  const answers = await findAnswers(content, sessions)
  const unknown = [...new Set(answers.map(({ protocol_item_id }) => protocol_item_id))].filter((id) => !known.has(id))
  if (unknown.length > 0) for (const { id, ...item } of await findItems(content, unknown)) known.set(id, item)
  const bySession = Map.groupBy(answers, ({ protocol_response_id }) => protocol_response_id)
  return sessions.flatMap(({ id, date_created, participant_id, code }) =>
    (bySession.get(id) ?? []).map((answer) => ({
      ...answer,
      // The foreign key says that it is there.
      ...known.get(answer.protocol_item_id)!,
      session_id: id,
      date_created,
      participant_id,
      code,
    })),
  )
}
export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number]

export type Spoken = { item: ItemRow; subject: string; session: string; take: TakeRow }

/** Every item response with its takes, session by session, those of a few sessions at a time. */
export async function* answersOf(content: Content, sessionsAtOnce: number): AsyncGenerator<(Spoken | ItemRow)[]> {
  const known = new Map<ItemId, Item>()
  for await (const sessions of sessionsOf(content, sessionsAtOnce)) {
    const items = await itemsOf(content, sessions, known)
    const ids = items.map(({ id }) => id)
    const takes = Map.groupBy(await findTakes(content.tx, ids), ({ item_response_id }) => item_response_id)
    yield items.flatMap((item): (Spoken | ItemRow)[] => {
      const own = takes.get(item.id) ?? []
      if (own.length === 0) return [item]
      const labels = {
        subject: subjectOf(content, { id: item.participant_id, code: item.code }),
        session: sessionLabel({ id: item.session_id, date_created: item.date_created }),
      }
      return own.map((take) => ({ item, ...labels, take }))
    })
  }
}

export const isSpoken = (row: Spoken | ItemRow): row is Spoken => 'take' in row
