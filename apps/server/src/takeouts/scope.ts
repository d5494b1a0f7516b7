import type { ParticipantId, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import '../organization/tables.ts'
import '../participants/tables.ts'
import type { SpokenTake } from '../populations/queries.ts'
import '../responses/tables.ts'
import '../surveys/tables.ts'
import { subjectLabel } from './names.ts'
import type { TakeoutRow } from './queries.ts'

/** The content of one takeout, read while it is packed. */
export type Content = {
  tx: Tx
  takeout: TakeoutRow
  timeZone: string
  catalogue: Catalogue
  mayReadSurveys: boolean
  /** Labels of the included participants, by id. */
  subjects: Map<ParticipantId, string>
  /** Names of users, and of examiners, by id. */
  names: ReadonlyMap<string, string>
  /** Every recording, once a table has walked through them all; undefined also where they are too many. */
  recorded?: readonly Recorded[] | undefined
}

/** A recording as the tables of what was measured or said in it name it. */
export type Recorded = {
  id: TakeId
  take: number
  counts: boolean
  subject: string
  session: string
  asked: Pick<SpokenTake, 'category' | 'item' | 'language'> & { key: string }
  person: SpokenTake['person']
}

const pageSize = 500

/** Less than the id of any row. */
const firstId = '00000000-0000-0000-0000-000000000000'

/** All rows in the order of their ids, one page at a time, so that memory use is constant. */
export async function* paged<Id extends string, Row extends { id: Id }>(
  page: (after: Id, limit: number) => Promise<Row[]>,
  limit = pageSize,
): AsyncGenerator<Row> {
  for (let after = firstId as Id; ; ) {
    const rows = await page(after, limit)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    after = last.id
  }
}

/** Selects the participants whom the user who ordered the takeout may read now. */
export function isTheirs({ takeout }: Pick<Content, 'takeout'>) {
  if (takeout.scope === 'own') return sql<boolean>`participants.examiner_id = ${takeout.examiner_id}`
  if (takeout.scope === 'participant') return sql<boolean>`participants.id = ${takeout.participant_id}`
  return sql<boolean>`true`
}

/** Whether a time is within the takeout's days, in the organisation's time zone. */
export function isInRange({ takeout, timeZone }: Pick<Content, 'takeout' | 'timeZone'>, column: string) {
  const { start_date, end_date } = takeout
  const moment = sql.ref(column)
  return sql<boolean>`(${start_date}::date is null or ${moment} >= ${start_date}::date::timestamp at time zone ${timeZone})
    and (${end_date}::date is null or ${moment} < (${end_date}::date + 1)::timestamp at time zone ${timeZone})`
}

/** Participants who were registered, recorded or surveyed within the takeout's days. */
export const participantsOf = (content: Content) =>
  paged((after: ParticipantId, limit) =>
    content.tx
      .selectFrom('participants')
      .selectAll('participants')
      .where('participants.id', '>', after)
      .where(isTheirs(content))
      .where(({ or, exists, selectFrom }) =>
        or([
          isInRange(content, 'participants.created_at'),
          exists(
            selectFrom('protocol_responses as r')
              .select('r.id')
              .whereRef('r.participant_id', '=', 'participants.id')
              .where(isInRange(content, 'r.date_created')),
          ),
          exists(
            selectFrom('survey_responses as s')
              .select('s.id')
              .whereRef('s.participant_id', '=', 'participants.id')
              .where(isInRange(content, 's.date_created')),
          ),
        ]),
      )
      .orderBy('participants.id')
      .limit(limit)
      .execute(),
  )

/** The names of users and examiners. Both kinds of ids share one map, because they are unique together. */
export async function namesOf(tx: Tx): Promise<Map<string, string>> {
  const users = await tx.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()
  const names = new Map<string, string>(
    users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  )
  for (const { id, user_id } of await tx.selectFrom('examiners').select(['id', 'user_id']).execute())
    names.set(id, names.get(user_id) ?? '')
  return names
}

/** The label of a participant, the same in every table. */
export function subjectOf({ subjects }: Content, participant: { id: ParticipantId; code: string }): string {
  const known = subjects.get(participant.id)
  if (known !== undefined) return known
  const label = subjectLabel(participant)
  subjects.set(participant.id, label)
  return label
}
