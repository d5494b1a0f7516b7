import { type ItemId, type PitchRange, type ReadyResult, usualPitchRange } from '@fonema/contract'
import { sql } from 'kysely'
import { readsWords, versionOf } from '../analysis/functions.ts'
import type { Tx } from '../platform/database/database.ts'
import '../responses/tables.ts'
import '../analysis/tables.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import { errorOf, type MeasurementError, type Repeats, spreadWithin } from './measurement-error.ts'
import { deviceOf } from './queries.ts'
import { isTrusted } from './trusted.ts'

/** Sessions further apart than this may differ because the person did. */
const mostDays = 31
/** The latest sessions are enough: more make the error hardly more certain. */
export const mostSessions = 400
const dayMs = 86_400_000

export type Item = { id: ItemId; category: string }

export const findItem = (tx: Tx, id: ItemId): Promise<Item | undefined> =>
  tx
    .selectFrom('protocol_items')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .select(['protocol_items.id', 'item_categories.name as category'])
    .where('protocol_items.id', '=', id)
    .executeTakeFirst()

/** The errors of measurement of one item. */
export const measurementErrors = async (tx: Tx, item: Item): Promise<Record<string, MeasurementError>> =>
  (await measurementErrorsOf(tx, [item])).get(item.id)!

/**
 * The error of measurement of each displayed score of some items, from the organisation's own recordings. Takes that are
 * interrupted or cannot be trusted are excluded: their error is of another kind.
 */
export async function measurementErrorsOf(
  tx: Tx,
  items: readonly Item[],
): Promise<Map<ItemId, Record<string, MeasurementError>>> {
  const takes = await findRepeatedTakes(
    tx,
    items.map(({ id }) => id),
  )
  const results = await findScores(tx, [...new Set(takes.map(({ id }) => id))])
  const ofItem = Map.groupBy(takes, ({ askedId }) => askedId)
  return new Map(items.map((item) => [item.id, errorsOf(item, ofItem.get(item.id) ?? [], results)]))
}

type RepeatedTake = Awaited<ReturnType<typeof findRepeatedTakes>>[number]

function errorsOf(item: Item, takes: readonly RepeatedTake[], results: ReadonlyMap<string, Scores[]>) {
  const measured = takes.map((take) => ({ ...take, results: results.get(take.id) ?? [] }))
  const entries = new Set(measured.flatMap(({ results }) => results.map(({ entry }) => entry)))
  return Object.fromEntries(
    [...entries].flatMap((entry) =>
      shownScores(item.category, entry).map(({ name }): [string, MeasurementError] => {
        const values = measured.flatMap(({ results, ...take }) => {
          const row = results.find((result) => result.entry === entry)
          const value = row?.scores[name]
          // A score with words that wait for an examiner may still change.
          const isFinal = !row?.scores.undecided_words
          if (row === undefined || value === undefined || !isFinal || !isTrusted(take, entry)) return []
          return [{ ...take, engine: row.engine, value }]
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
export function betweenSessions(values: readonly Value[]): Repeats[] {
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

/**
 * The counting takes of each item, and of the same task in the same session: its key differs by its last number only.
 */
async function findRepeatedTakes(tx: Tx, itemIds: readonly ItemId[]) {
  if (itemIds.length === 0) return []
  const taskOf = (table: string) =>
    sql`(${sql.ref(`${table}.protocol_id`)}, ${sql.ref(`${table}.category_id`)},
      regexp_replace(${sql.ref(`${table}.key`)}, '-[0-9]+$', ''), coalesce(${sql.ref(`${table}.reference_text`)}, ''),
      coalesce(${sql.ref(`${table}.image`)}, ''))`
  const latest = tx
    .selectFrom('protocol_items as asked_item')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('protocol_responses')
          .innerJoin('item_responses', 'item_responses.protocol_response_id', 'protocol_responses.id')
          .select('protocol_responses.id as session_id')
          .whereRef('item_responses.protocol_item_id', '=', 'asked_item.id')
          .where('protocol_responses.active', '=', true)
          .orderBy('protocol_responses.date_created', 'desc')
          .limit(mostSessions)
          .as('recent'),
      (join) => join.onTrue(),
    )
    .select(['asked_item.id as asked_id', 'recent.session_id'])
    .where('asked_item.id', 'in', itemIds)
    .as('latest')
  const rows = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('protocol_items as other', 'other.id', 'item_responses.protocol_item_id')
    .innerJoin(latest, 'latest.session_id', 'protocol_responses.id')
    .innerJoin('protocol_items as asked', 'asked.id', 'latest.asked_id')
    .select([
      'takes.id',
      deviceOf,
      'takes.quality',
      'asked.id as asked_id',
      'other.id as item_id',
      'protocol_responses.id as session',
      'protocol_responses.participant_id',
      'protocol_responses.date_created',
    ])
    .where('takes.counts', '=', true)
    .where('takes.interrupted', '=', false)
    .where(sql<boolean>`${taskOf('other')} = ${taskOf('asked')}`)
    .execute()
  return rows.map(({ id, asked_id, item_id, participant_id, session, date_created, device, quality }) => ({
    id,
    askedId: asked_id,
    itemId: item_id,
    person: participant_id,
    session,
    date: date_created,
    device,
    isPoor: quality?.verdict === 'poor',
    faults: quality?.reasons ?? [],
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
    .select(sql<Search | null>`data->'pitch_search'`.as('search'))
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
        results.map(({ entry, function_version, scores, search }): Scores => {
          const engine = engineOf(entry, function_version, recogniser)
          return { entry, scores, engine: [engine, search?.lowest_hz, search?.highest_hz].join(' ') }
        }),
      ]
    }),
  )
}

type Scores = { entry: string; scores: Record<string, number>; engine: string }

/** What made a value: the version of its function and, for counted words, who wrote them. */
export const engineOf = (entry: string, version: number | undefined, recogniser: string | null): string =>
  [version ?? (versionOf as Record<string, number>)[entry], ...(readsWords(entry) ? [recogniser] : [])].join(' ')

type Search = NonNullable<ReadyResult['data']['pitch_search']>

/** Levels and the cepstral peak do not depend on where the pitch was searched. */
const dependsOnRange = (score: string) => !score.startsWith('intensity_') && score !== 'cpps_avqi_db'

/** Where the pitch behind a score was searched; null for scores that do not depend on it. */
export const pitchRangeOf = (score: string, { pitch_search }: { pitch_search?: Search }): PitchRange | null =>
  pitch_search === undefined || !dependsOnRange(score) ? null : rangeOf(pitch_search)

function rangeOf({ floor_hz, ceiling_hz, lowest_hz, highest_hz, edge }: Search): PitchRange {
  const is_reached = edge !== null || floor_hz < usualPitchRange.floor_hz || ceiling_hz > usualPitchRange.ceiling_hz
  return { lowest_hz, highest_hz, is_reached }
}
