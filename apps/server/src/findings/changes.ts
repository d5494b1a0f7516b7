import {
  type FeatureResult,
  lastComparable,
  mostLookedBack,
  type Obstacle,
  type Origin,
  type ProtocolResponse,
  type SessionSummary,
} from '@fonema/contract'
import { type Change, doubtsOf, hasFewWords, type Measure, wordsIn } from '@fonema/findings'
import { isFinal } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { findCountingTakes, type SpokenTake } from '../populations/queries.ts'
import { engineOf, measurementErrorsOf, pitchRangeOf } from '../populations/repeats.ts'
import type { SessionRow } from '../responses/queries.ts'
import { findEarlier, findMeasured, type Measured } from './queries.ts'

type Changes = {
  previous: SessionSummary['previous']
  changeOf(measure: Pick<Measure, 'item' | 'entry' | 'name' | 'value'>): Change | null
}

/**
 * How each measure changed since the last session of the protocol that it can be compared with, and whether that exceeds
 * the error of measurement.
 */
export async function changesOf(
  tx: Tx,
  session: SessionRow,
  { responses }: ProtocolResponse,
  takes: readonly SpokenTake[],
): Promise<Changes> {
  const sessions = await findEarlier(tx, session, mostLookedBack)
  const [latest] = sessions
  if (latest === undefined) return { previous: null, changeOf: () => null }
  const earlier = await earlierValues(
    tx,
    sessions.map(({ id }) => id),
  )
  const now = new Map(
    responses.flatMap(({ protocol_item: { id }, feature_extraction_res }) => {
      const take = takes.find(({ itemId }) => itemId === id)
      return take === undefined ? [] : [[id, valuesOf(take, feature_extraction_res.flatMap(partsOf))] as const]
    }),
  )
  const shared = takes.filter(({ itemId }) => earlier.has(itemId))
  const errors = await measurementErrorsOf(
    tx,
    shared.map(({ itemId, category }) => ({ id: itemId, category })),
  )
  return {
    previous: { session: latest.id, date: latest.date_created.toISOString() },
    changeOf({ item, entry, name, value }) {
      const one = now.get(item)?.get(name)
      if (one === undefined || one.entry !== entry) return null
      const others = (earlier.get(item) ?? []).flatMap((values) => values.get(name) ?? [])
      const found = lastComparable(
        one,
        others.filter((other) => other.entry === entry),
      )
      if (found === null) return null
      if ('obstacle' in found) {
        const { obstacle } = found
        // The recording is no ground for a change; sessions of one protocol ask the same in one language.
        return isOfMeasuring(obstacle) ? { verdict: obstacle } : null
      }
      const { value: before, date } = found.value
      const error = errors.get(item)?.[name]
      if (error === undefined || error.mdc95 === null || error.method === null) return { verdict: 'unknown_error' }
      const { mdc95, method } = error
      const verdict = Math.abs(value - before) > mdc95 ? 'beyond' : 'within'
      return { before, since: date.toISOString(), verdict, error: mdc95, method }
    },
  }
}

export type Value = Origin & { entry: string; value: number; date: Date }
type Values = ReadonlyMap<string, Value>

/** Another microphone, version or search range. */
const isOfMeasuring = (obstacle: Obstacle) =>
  obstacle === 'other_device' || obstacle === 'other_engine' || obstacle === 'other_range'

/** The values of each item in these sessions, the latest session first. */
async function earlierValues(tx: Tx, sessions: readonly SpokenTake['sessionId'][]): Promise<Map<string, Values[]>> {
  const takes = await findCountingTakes(tx, sessions)
  const measured = Map.groupBy(
    await findMeasured(
      tx,
      takes.map(({ takeId }) => takeId),
    ),
    ({ take_id }) => take_id,
  )
  const byItem = Map.groupBy(takes.toReversed(), ({ itemId }) => itemId as string)
  return new Map(
    [...byItem].map(([item, own]) => [
      item,
      own.map((take) => valuesOf(take, (measured.get(take.takeId) ?? []).map(partOf))),
    ]),
  )
}

/** What is known of a function's result, however it was read. */
type Part = {
  entry: string
  version: number | undefined
  /** Of words: who wrote them. */
  recogniser: string | null
  search: Measured['search']
  /** Empty unless the scores are final. */
  scores: Record<string, number>
}

function partsOf(result: FeatureResult): Part[] {
  if (result.status !== 'ready') return []
  const { outdated_version: version, feature_extraction_func, data, scores } = result
  return [
    {
      entry: feature_extraction_func.entry,
      version,
      recogniser: data.engine ?? null,
      search: data.pitch_search ?? null,
      scores: isFinal(result) ? scores : {},
    },
  ]
}

export const partOf = ({
  entry,
  function_version,
  status,
  recogniser,
  search,
  is_provisional,
  scores,
}: Measured): Part => ({
  entry,
  version: function_version,
  recogniser,
  search,
  scores: status === 'ready' && !is_provisional ? scores : {},
})

/** The shown values of a take, as displayed, by measure. */
export function valuesOf(take: SpokenTake, parts: readonly Part[]): Values {
  const { category, device, isPoor, faults, language, item: wording, date } = take
  const recogniser = parts.find(({ entry }) => entry === 'transcript')?.recogniser ?? null
  const words = wordsIn(parts)
  const origin = { isPoor, language, wording, device, date }
  return new Map(
    parts.flatMap(({ entry, version, search, scores }) =>
      shownScores(category, entry).flatMap(({ name, offset }): [string, Value][] => {
        const value = scores[name]
        if (value === undefined) return []
        const engine = engineOf(entry, version, recogniser)
        const range = pitchRangeOf(name, search === null ? {} : { pitch_search: search })
        const isDoubtful = doubtsOf({ reasons: faults }, entry).length > 0
        const reliability = { isDoubtful, hasFewWords: hasFewWords(name, words) }
        return [[name, { entry, value: value + offset, ...origin, engine, range, ...reliability }]]
      }),
    ),
  )
}
