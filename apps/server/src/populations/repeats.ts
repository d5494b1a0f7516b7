import type { ItemId } from '@fonema/contract'
import { sql } from 'kysely'
import { readsWords, versionOf } from '../analysis/functions.ts'
import type { Tx } from '../platform/database/database.ts'
import '../responses/tables.ts'
import '../analysis/tables.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import { errorOf, type MeasurementError, type Repeats, spreadWithin } from './measurement-error.ts'
import { deviceOf } from './queries.ts'

/** Sessions further apart than this may differ because the person did. */
const mostDays = 31
/** The latest sessions are enough: more make the error hardly more certain. */
const mostSessions = 400
const dayMs = 86_400_000

export type Item = { id: ItemId; category: string }

export const findItem = (tx: Tx, id: ItemId): Promise<Item | undefined> =>
  tx
    .selectFrom('protocol_items')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .select(['protocol_items.id', 'item_categories.name as category'])
    .where('protocol_items.id', '=', id)
    .executeTakeFirst()

/**
 * The error of measurement of each displayed score of an item, from the organisation's own recordings. Takes that are
 * poor or interrupted are excluded: their error is of another kind.
 */
export async function measurementErrors(tx: Tx, item: Item): Promise<Record<string, MeasurementError>> {
  const takes = await findRepeatedTakes(tx, item.id)
  const results = await findScores(
    tx,
    takes.map(({ id }) => id),
  )
  const measured = takes.map((take) => ({ ...take, results: results.get(take.id) ?? [] }))
  const entries = new Set([...results.values()].flatMap((rows) => rows.map(({ entry }) => entry)))
  return Object.fromEntries(
    [...entries].flatMap((entry) =>
      shownScores(item.category, entry).map(({ name }) => {
        const values = measured.flatMap(({ results, ...take }) => {
          const row = results.find((result) => result.entry === entry)
          const value = row?.scores[name]
          // A score with words that wait for an examiner may still change.
          const isFinal = !row?.scores.undecided_words
          return row === undefined || value === undefined || !isFinal ? [] : [{ ...take, engine: row.engine, value }]
        })
        const between = values.filter(({ itemId }) => itemId === item.id)
        return [name, errorOf(spreadWithin(withinSessions(values)), spreadWithin(betweenSessions(between)))]
      }),
    ),
  )
}

type Value = {
  itemId: string
  person: string
  session: string
  date: Date
  device: string | null
  engine: string
  value: number
}

const withinSessions = (values: readonly Value[]): Repeats[] =>
  groups(values, ({ session, device, engine }) => JSON.stringify([session, device, engine]))

/** Sessions of a person on one device, in runs that last a month at most. */
function betweenSessions(values: readonly Value[]): Repeats[] {
  const started = new Map<string, { at: Date; run: number }>()
  const runs = new Map<Value, string>()
  for (const value of values.toSorted((a, b) => a.date.getTime() - b.date.getTime())) {
    const key = JSON.stringify([value.person, value.device, value.engine])
    const last = started.get(key)
    const isSame = last !== undefined && value.date.getTime() - last.at.getTime() <= mostDays * dayMs
    const run = isSame ? last : { at: value.date, run: (last?.run ?? 0) + 1 }
    started.set(key, run)
    runs.set(value, `${key}${run.run}`)
  }
  return groups(values, (value) => runs.get(value)!)
}

const groups = (values: readonly Value[], keyOf: (value: Value) => string): Repeats[] =>
  [...Map.groupBy(values, keyOf).values()].map((group) => ({
    person: group[0]!.person,
    values: group.map(({ value }) => value),
  }))

/** The counting takes of an item, and of the same task in the same session: its key differs by its last number only. */
async function findRepeatedTakes(tx: Tx, itemId: ItemId) {
  const taskOf = (table: string) =>
    sql`(${sql.ref(`${table}.protocol_id`)}, ${sql.ref(`${table}.category_id`)},
      regexp_replace(${sql.ref(`${table}.key`)}, '-[0-9]+$', ''), coalesce(${sql.ref(`${table}.reference_text`)}, ''),
      coalesce(${sql.ref(`${table}.image`)}, ''))`
  const latest = tx
    .selectFrom('protocol_responses')
    .innerJoin('item_responses', 'item_responses.protocol_response_id', 'protocol_responses.id')
    .select('protocol_responses.id')
    .where('item_responses.protocol_item_id', '=', itemId)
    .where('protocol_responses.active', '=', true)
    .orderBy('protocol_responses.date_created', 'desc')
    .limit(mostSessions)
  const rows = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('protocol_items as other', 'other.id', 'item_responses.protocol_item_id')
    .innerJoin('protocol_items as asked', (join) => join.on('asked.id', '=', itemId))
    .select([
      'takes.id',
      deviceOf,
      'takes.quality',
      'other.id as item_id',
      'protocol_responses.id as session',
      'protocol_responses.participant_id',
      'protocol_responses.date_created',
    ])
    .where('protocol_responses.id', 'in', latest)
    .where('takes.counts', '=', true)
    .where('takes.interrupted', '=', false)
    .where(sql<boolean>`${taskOf('other')} = ${taskOf('asked')}`)
    .execute()
  return rows
    .filter(({ quality }) => quality?.verdict !== 'poor')
    .map(({ id, item_id, participant_id, session, date_created, device }) => ({
      ...{ id, itemId: item_id, person: participant_id, session, date: date_created, device },
    }))
}

/** The newest ready scores of each function, with what made them: its version and, for words, the recogniser. */
async function findScores(tx: Tx, takeIds: readonly string[]) {
  if (takeIds.length === 0) return new Map<string, Scores[]>()
  const rows = await tx
    .selectFrom('feature_results')
    .distinctOn(['take_id', 'entry'])
    .select(['take_id', 'entry', 'function_version', 'scores'])
    .select(sql<string | null>`data->>'engine'`.as('recogniser'))
    .where(sql<boolean>`take_id = any(${takeIds})`)
    .where('status', '=', 'ready')
    .orderBy('take_id')
    .orderBy('entry')
    .orderBy('function_version', 'desc')
    .execute()
  const byTake = Map.groupBy(rows, ({ take_id }) => take_id as string)
  return new Map(
    [...byTake].map(([id, results]) => {
      const recogniser = results.find(({ entry }) => entry === 'transcript')?.recogniser ?? null
      return [
        id,
        results.map(({ entry, function_version, scores }): Scores => {
          return { entry, scores, engine: engineOf(entry, function_version, recogniser) }
        }),
      ]
    }),
  )
}

type Scores = { entry: string; scores: Record<string, number>; engine: string }

/** What made a value: the version of its function and, for counted words, who wrote them. */
export const engineOf = (entry: string, version: number | undefined, recogniser: string | null): string =>
  [version ?? (versionOf as Record<string, number>)[entry], ...(readsWords(entry) ? [recogniser] : [])].join(' ')
