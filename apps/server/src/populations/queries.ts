import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import './tables.ts'
import '../responses/tables.ts'
import type { Person, Sample } from './sample.ts'
import { ageAt } from './sample.ts'

export const listPopulations = (tx: Tx) =>
  tx
    .selectFrom('populations')
    .innerJoin(newestVersions(tx), 'newest.population_id', 'populations.id')
    .selectAll('populations')
    .select(['newest.id as version_id', 'newest.version', 'newest.n', 'newest.computed_at'])
    .orderBy('populations.created_at')
    .orderBy('populations.name')
    .execute()
export type PopulationRow = Awaited<ReturnType<typeof listPopulations>>[number]

const newestVersions = (tx: Tx) =>
  tx
    .selectFrom('population_versions')
    .distinctOn('population_id')
    .selectAll()
    .orderBy('population_id')
    .orderBy('version', 'desc')
    .as('newest')

export type SampleRow = Sample & {
  version_id: string
  language: string
  category: string
  entry: string
  score: string
}

/** The samples of these versions for some languages and categories. */
export const findSamples = (
  tx: Tx,
  versionIds: readonly string[],
  languages: readonly string[],
  categories: readonly string[],
): Promise<SampleRow[]> =>
  versionIds.length === 0 || languages.length === 0 || categories.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('population_samples')
        .selectAll()
        .where('version_id', 'in', versionIds)
        .where('language', 'in', languages)
        .where('category', 'in', categories)
        .execute()

export type SpokenTake = {
  takeId: string
  itemId: string
  sessionId: string
  date: Date
  category: string
  language: string
  person: Person
}

const takes = (tx: Tx) =>
  tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
    .select([
      'takes.id',
      'item_responses.protocol_item_id',
      'protocol_responses.id as session_id',
      'protocol_responses.date_created',
      'item_categories.name as category',
      'locales.lang_code',
      'participants.sex',
      'participants.birthday',
      'participants.education_years',
    ])

type TakeContext = Awaited<ReturnType<ReturnType<typeof takes>['execute']>>[number]

const toSpoken = (row: TakeContext): SpokenTake => ({
  takeId: row.id,
  itemId: row.protocol_item_id,
  sessionId: row.session_id,
  date: row.date_created,
  category: row.category,
  language: row.lang_code,
  person: { sex: row.sex, age: ageAt(row.birthday, row.date_created), educationYears: row.education_years },
})

export const findSpokenTakes = async (tx: Tx, takeIds: readonly string[]): Promise<SpokenTake[]> =>
  takeIds.length === 0 ? [] : (await takes(tx).where('takes.id', 'in', takeIds).execute()).map(toSpoken)

/** The takes that count of a participant's active sessions, oldest first, or of one session. */
export async function findCountingTakes(
  tx: Tx,
  where: { participantId: string } | { sessionId: string },
): Promise<SpokenTake[]> {
  const rows = await takes(tx)
    .distinctOn(['protocol_responses.date_created', 'takes.item_response_id'])
    .where('takes.interrupted', '=', false)
    .where('item_responses.skipped_purpose', 'is', null)
    .where(
      'participantId' in where ? sql.ref('participants.id') : sql.ref('protocol_responses.id'),
      '=',
      'participantId' in where ? where.participantId : where.sessionId,
    )
    .$if('participantId' in where, (query) => query.where('protocol_responses.active', '=', true))
    .orderBy('protocol_responses.date_created')
    .orderBy('takes.item_response_id')
    .orderBy('takes.generation', 'desc')
    .orderBy('takes.take', 'desc')
    .execute()
  return rows.map(toSpoken)
}

/** Items with their protocols, in the order of both. */
export async function findNamedItems(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('protocol_items')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .select([
      'protocol_items.id',
      'protocol_items.title',
      'protocol_items.position as order',
      'protocols.name',
      'protocol_id',
    ])
    .where('protocol_items.id', 'in', ids)
    .orderBy('protocols.name')
    .orderBy('protocols.id')
    .orderBy('protocol_items.position')
    .execute()
  return rows.map(({ name, protocol_id, ...item }) => ({ ...item, protocol: { id: protocol_id, name } }))
}
