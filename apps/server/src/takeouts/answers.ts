import type { ItemId, ParticipantId, SessionId } from '@fonema/contract'
import { sql } from 'kysely'
import '../content/tables.ts'
import { itemsWithLanguage } from '../populations/items.ts'
import { ageAt } from '../populations/sample.ts'
import { findTakes, type TakeRow } from '../responses/queries.ts'
import '../responses/tables.ts'
import { sessionLabel } from './names.ts'
import { type Content, isInRange, isTheirs, type Recorded, subjectOf } from './scope.ts'

type SessionRow = {
  id: SessionId
  at: string
  date_created: Date
  participant_id: ParticipantId
  code: string
  sex: string | null
  birthday: string | null
  education_years: number | null
}

/** So many are small, and asking for them costs much. */
const sessionsAtATime = 1000

/** The sessions within the takeout's days, in the order of time, a few at a time. */
async function* sessionsOf(content: Content, atOnce: number): AsyncGenerator<SessionRow[]> {
  for (let after: SessionRow | undefined; ; ) {
    const rows: SessionRow[] = await content.tx
      .selectFrom('protocol_responses')
      .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
      .select(['protocol_responses.id', 'date_created', 'participant_id', 'code'])
      .select(['sex', 'birthday', 'education_years'])
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
  itemsWithLanguage(tx)
    .select(['protocol_items.key', 'protocol_items.title', 'protocol_items.position', 'protocol_items.skippable'])
    .where('protocol_items.id', 'in', ids)
    .execute()
type Item = Awaited<ReturnType<typeof findItems>>[number]

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
  if (unknown.length > 0) for (const item of await findItems(content, unknown)) known.set(item.id, item)
  const bySession = Map.groupBy(answers, ({ protocol_response_id }) => protocol_response_id)
  return sessions.flatMap(({ id, date_created, participant_id, code, ...person }) => {
    const labels = {
      subject: subjectOf(content, { id: participant_id, code }),
      session: sessionLabel({ id, date_created }),
      person: {
        sex: person.sex,
        age: ageAt(person.birthday, date_created),
        educationYears: person.education_years,
      },
    }
    return (bySession.get(id) ?? []).map((answer) => {
      // The foreign key says that it is there.
      const asked = known.get(answer.protocol_item_id)!
      const { key, title, position, skippable, category } = asked
      return { ...answer, key, title, position, skippable, category, asked, labels, session_id: id }
    })
  })
}
export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number]

export type Spoken = { item: ItemRow; subject: string; session: string; take: TakeRow }

/** Every item response with its takes, session by session, those of a few sessions at a time. */
export async function* answersOf(content: Content, sessionsAtOnce: number): AsyncGenerator<(Spoken | ItemRow)[]> {
  const known = new Map<ItemId, Item>()
  let remembered: Recorded[] | undefined = []
  for await (const sessions of sessionsOf(content, sessionsAtOnce)) {
    const items = await itemsOf(content, sessions, known)
    const ids = items.map(({ id }) => id)
    const takes = Map.groupBy(await findTakes(content.tx, ids), ({ item_response_id }) => item_response_id)
    const rows = items.flatMap((item): (Spoken | ItemRow)[] => {
      const own = takes.get(item.id) ?? []
      if (own.length === 0) return [item]
      const { subject, session } = item.labels
      return own.map((take) => ({ item, subject, session, take }))
    })
    remembered?.push(...rows.filter(isSpoken).map(toRecorded))
    if (remembered !== undefined && remembered.length > mostRemembered) remembered = undefined
    yield rows
  }
  content.recorded = remembered
}

/** A hundred bytes or two each. The tables of an archive with more recordings read them anew. */
const mostRemembered = 50_000

const toRecorded = ({ item: { asked, labels }, take: { id, take, counts } }: Spoken): Recorded => ({
  id,
  take,
  counts,
  asked,
  ...labels,
})

/** Every recording in the same order, a number of them at a time: as an earlier table found them, where they are few. */
export async function* recordingsOf(content: Content, atOnce: number): AsyncGenerator<Recorded[]> {
  if (content.recorded !== undefined) return yield* inPieces(content.recorded, atOnce)
  for await (const rows of answersOf(content, 50)) yield* inPieces(rows.filter(isSpoken).map(toRecorded), atOnce)
}

function* inPieces<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size)
}

export const isSpoken = (row: Spoken | ItemRow): row is Spoken => 'take' in row
