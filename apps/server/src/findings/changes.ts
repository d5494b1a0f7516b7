import {
  type FeatureResult,
  type Origin,
  obstacleBetween,
  type ProtocolResponse,
  type SessionSummary,
} from '@fonema/contract'
import { type Change, doubtsOf, type Measure } from '@fonema/findings'
import { isFinal, resultsOf } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { findCountingTakes, type SpokenTake } from '../populations/queries.ts'
import { engineOf, measurementErrorsOf, pitchRangeOf } from '../populations/repeats.ts'
import type { SessionRow } from '../responses/queries.ts'
import { findPrevious, findQualities } from './queries.ts'

type Changes = {
  previous: SessionSummary['previous']
  changeOf(measure: Pick<Measure, 'item' | 'entry' | 'name' | 'value'>): Change | null
}

/** How the measures changed since the last session of the protocol, and whether that exceeds the error of measurement. */
export async function changesOf(
  tx: Tx,
  session: SessionRow,
  { responses }: ProtocolResponse,
  takes: readonly SpokenTake[],
): Promise<Changes> {
  const found = await findPrevious(tx, session)
  if (found === undefined) return { previous: null, changeOf: () => null }
  const earlier = await findCountingTakes(tx, [found.id])
  const results = await resultsOf(
    tx,
    earlier.map(({ takeId }) => takeId),
  )
  const qualities = await findQualities(tx, [found.id])
  const before = new Map(
    earlier.flatMap((take) => {
      const quality = qualities.get(take.takeId) ?? null
      const trusted = (results.get(take.takeId) ?? []).filter(
        ({ feature_extraction_func: { entry } }) => entry === 'transcript' || doubtsOf(quality, entry).length === 0,
      )
      return [[take.itemId, valuesOf(take, trusted)] as const]
    }),
  )
  const now = new Map(
    responses.flatMap(({ protocol_item: { id }, feature_extraction_res }) => {
      const take = takes.find(({ itemId }) => itemId === id)
      return take === undefined ? [] : [[id, valuesOf(take, feature_extraction_res)] as const]
    }),
  )
  const shared = takes.filter(({ itemId }) => before.has(itemId))
  const errors = await measurementErrorsOf(
    tx,
    shared.map(({ itemId, category }) => ({ id: itemId, category })),
  )
  return {
    previous: { session: found.id, date: found.date_created.toISOString() },
    changeOf({ item, entry, name, value }) {
      const [one, other] = [now.get(item)?.get(name), before.get(item)?.get(name)]
      if (one === undefined || other === undefined || one.entry !== entry) return null
      const place = { before: other.value }
      const obstacle = obstacleBetween(one, other)
      // A poor recording is no ground for a change; sessions of one protocol ask the same in one language.
      if (obstacle === 'poor_recording' || obstacle === 'other_language' || obstacle === 'other_wording') return null
      if (obstacle !== null) return { ...place, verdict: obstacle }
      const error = errors.get(item)?.[name]
      if (error === undefined || error.mdc95 === null || error.method === null)
        return { ...place, verdict: 'unknown_error' }
      const { mdc95, method } = error
      const verdict = Math.abs(value - other.value) > mdc95 ? 'beyond' : 'within'
      return { ...place, verdict, error: mdc95, method }
    },
  }
}

export type Value = Origin & { entry: string; value: number }

/** The shown values of a take, as displayed, by measure. */
export function valuesOf(take: SpokenTake, results: readonly FeatureResult[]): Map<string, Value> {
  const { category, device, isPoor, language, item: wording } = take
  const words = results.find(({ feature_extraction_func: { entry } }) => entry === 'transcript')
  const origin = { isPoor, language, wording, device }
  const recogniser = words?.status === 'ready' ? (words.data.engine ?? null) : null
  return new Map(
    results.filter(isFinal).flatMap(({ feature_extraction_func: { entry }, scores, data, outdated_version }) =>
      shownScores(category, entry).flatMap(({ name, offset }): [string, Value][] => {
        const value = scores[name]
        const engine = engineOf(entry, outdated_version, recogniser)
        const range = pitchRangeOf(name, data)
        return value === undefined ? [] : [[name, { entry, value: value + offset, ...origin, engine, range }]]
      }),
    ),
  )
}
