import type { ItemId, ParticipantId, Quality, SessionId, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'
import '../responses/tables.ts'
import { type AskedItem, askedItems } from './items.ts'
import type { Person, Sample } from './sample.ts'
import { ageAt } from './sample.ts'

/** The populations that have a version: references first, then by name. Every list of populations has this order. */
export async function listPopulations(tx: Tx) {
  const rows = await tx
    .selectFrom('populations')
    .innerJoin(newestVersions(tx), 'newest.population_id', 'populations.id')
    .selectAll('populations')
    .select(['newest.id as version_id', 'newest.version', 'newest.n', 'newest.unkeyed', 'newest.computed_at'])
    .execute()
  return rows.sort((a, b) => Number(b.is_reference) - Number(a.is_reference) || a.name.localeCompare(b.name))
}
export type PopulationRow = Awaited<ReturnType<typeof listPopulations>>[number]

/** Whether a population may be compared by a measure: of a published table, only if its definition was confirmed. */
export const isUsable = ({ card, confirmed }: PopulationRow, entry: string, score: string): boolean =>
  card === null || confirmed.includes(`${entry}/${score}`)

/** Whether the organisation has a norm that colours may be based on: real people without a diagnosis. */
export async function hasRealNorm(tx: Tx): Promise<boolean> {
  const populations = await listPopulations(tx)
  return populations.some(
    ({ is_reference, is_synthetic, card, confirmed }) =>
      is_reference && !is_synthetic && (card === null || confirmed.length > 0),
  )
}

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
  item: string | null
  entry: string
  score: string
}

// Versions never change, so their samples are cached. Beyond the limits, the least recently read are dropped.
const kept = new Map<string, SampleRow[]>()
const maxKeptValues = 2_000_000
const maxKept = 5000
let keptValues = 0
const countOf = (rows: readonly SampleRow[]) => rows.reduce((sum, { vals }) => sum + vals.length, 0)

function keep(key: string, rows: SampleRow[]) {
  if (!kept.delete(key)) keptValues += countOf(rows)
  kept.set(key, rows)
  for (const [oldest, some] of kept) {
    if ((keptValues <= maxKeptValues && kept.size <= maxKept) || oldest === key) return
    kept.delete(oldest)
    keptValues -= countOf(some)
  }
}

/** Scores of the same people get one list of their sexes, ages and educations: less memory, and one look at them. */
function shareLists(rows: readonly SampleRow[]) {
  const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
    a.length === b.length && a.every((one, i) => one === b[i])
  for (const ofVersion of Map.groupBy(rows, ({ version_id }) => version_id).values()) {
    const known: SampleRow[] = []
    for (const row of ofVersion) {
      const alike = known.find(
        ({ sexes, ages, educations }) =>
          isSame(ages, row.ages) && isSame(sexes, row.sexes) && isSame(educations, row.educations),
      )
      if (alike === undefined) known.push(row)
      else Object.assign(row, { sexes: alike.sexes, ages: alike.ages, educations: alike.educations })
    }
  }
}

/**
 * The samples of these versions for some languages and items. The caller passes only versions that the user may
 * see.
 */
export async function findSamples(
  tx: Tx,
  versionIds: readonly string[],
  languages: readonly string[],
  items: readonly string[],
): Promise<SampleRow[]> {
  const keyOf = (version: string, language: string, item: string | null) => `${version}/${language}/${item}`
  const wanted = versionIds.flatMap((version) =>
    languages.flatMap((language) => items.map((item) => ({ version, language, item }))),
  )
  const missing = wanted.filter(({ version, language, item }) => !kept.has(keyOf(version, language, item)))
  const rows =
    missing.length === 0
      ? []
      : await tx
          .selectFrom('population_samples')
          .select(['version_id', 'language', 'item', 'entry', 'score', 'vals', 'sexes', 'ages', 'educations', 'strata'])
          .where('version_id', 'in', [...new Set(missing.map(({ version }) => version))])
          .where('language', 'in', [...new Set(missing.map(({ language }) => language))])
          .where('item', 'in', [...new Set(missing.map(({ item }) => item))])
          .execute()
  shareLists(rows)
  const found = Map.groupBy(rows, ({ version_id, language, item }) => keyOf(version_id, language, item))
  return wanted.flatMap(({ version, language, item }) => {
    const key = keyOf(version, language, item)
    const samples = kept.get(key) ?? found.get(key) ?? []
    keep(key, samples)
    return samples
  })
}

export type SpokenTake = {
  takeId: TakeId
  itemId: ItemId
  sessionId: SessionId
  date: Date
  category: string
  /** `protocol/item/wording`: what was asked. */
  item: string
  language: string
  device: string | null
  isPoor: boolean
  /** The faults of the recording. */
  faults: Quality['reasons']
  person: Person
}

/** What the browser called the microphone. */
export const deviceOf = sql<string | null>`takes.settings->>'device_label'`.as('device')

/** Takes with their participants and sessions. */
export const spokenTakes = (tx: Tx) =>
  tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
    .select([
      'takes.id',
      'takes.quality',
      deviceOf,
      'item_responses.protocol_item_id',
      'protocol_responses.id as session_id',
      'protocol_responses.date_created',
      'participants.sex',
      'participants.birthday',
      'participants.education_years',
    ])

type TakeContext = Awaited<ReturnType<ReturnType<typeof spokenTakes>['execute']>>[number]

/** Takes with what they were asked. */
async function withItems<T extends TakeContext>(tx: Tx, rows: readonly T[]): Promise<SpokenTake[]> {
  const items = await askedItems(
    tx,
    rows.map(({ protocol_item_id }) => protocol_item_id),
  )
  return rows.flatMap((row) => {
    const item = items.get(row.protocol_item_id)
    return item === undefined ? [] : [toSpoken(row, item)]
  })
}

export const toSpoken = (
  row: TakeContext,
  { category, item, language }: Pick<AskedItem, 'category' | 'item' | 'language'>,
): SpokenTake => ({
  takeId: row.id,
  itemId: row.protocol_item_id,
  sessionId: row.session_id,
  date: row.date_created,
  category,
  item,
  language,
  device: row.device,
  isPoor: row.quality?.verdict === 'poor',
  faults: row.quality?.reasons ?? [],
  person: { sex: row.sex, age: ageAt(row.birthday, row.date_created), educationYears: row.education_years },
})

export const findSpokenTakes = async (tx: Tx, takeIds: readonly TakeId[]): Promise<SpokenTake[]> =>
  takeIds.length === 0 ? [] : withItems(tx, await spokenTakes(tx).where('takes.id', 'in', takeIds).execute())

/** A participant's sessions that are not archived. */
export const listActiveSessions = (tx: Tx, page: Page, participantId: ParticipantId) =>
  page.read(
    tx,
    tx
      .selectFrom('protocol_responses')
      .select(['id as protocol_response_id', 'date_created as date'])
      .where('participant_id', '=', participantId)
      .where('active', '=', true),
  )

/** The takes of these sessions that count, oldest first. */
export async function findCountingTakes(tx: Tx, sessionIds: readonly SessionId[]): Promise<SpokenTake[]> {
  const rows = await spokenTakes(tx)
    .where('takes.counts', '=', true)
    .where(sql<boolean>`protocol_responses.id = any(${sessionIds})`)
    .orderBy('protocol_responses.date_created')
    .orderBy('takes.item_response_id')
    .execute()
  return withItems(tx, rows)
}

/** Whether takes count in more than one session of a participant that is not archived. */
export async function hasSeveralSessions(tx: Tx, participantId: ParticipantId): Promise<boolean> {
  const found = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .select('protocol_responses.id')
    .distinct()
    .where('takes.counts', '=', true)
    .where('protocol_responses.active', '=', true)
    .where('protocol_responses.participant_id', '=', participantId)
    .limit(2)
    .execute()
  return found.length > 1
}

/** A participant's counting takes of one item in sessions that are not archived, oldest first. */
export async function findTakesOfItem(tx: Tx, participantId: ParticipantId, itemId: ItemId): Promise<SpokenTake[]> {
  const rows = await spokenTakes(tx)
    .where('takes.counts', '=', true)
    .where('protocol_responses.active', '=', true)
    .where('protocol_responses.participant_id', '=', participantId)
    .where('item_responses.protocol_item_id', '=', itemId)
    .orderBy('protocol_responses.date_created')
    .execute()
  return withItems(tx, rows)
}

/** Whether a participant was ever asked for an item, archived sessions included. */
export async function hasAnswered(tx: Tx, participantId: ParticipantId, itemId: ItemId): Promise<boolean> {
  const found = await tx
    .selectFrom('item_responses')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .select('item_responses.id')
    .where('protocol_responses.participant_id', '=', participantId)
    .where('item_responses.protocol_item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
