import type { Evolution, EvolutionErrors, ItemId, ParticipantId, PopulationId, SessionId } from '@fonema/contract'
import { doubtsOf } from '@fonema/findings'
import { analysisFunctions } from '../analysis/functions.ts'
import { sessionsAwaitingIndex } from '../analysis/indices/queries.ts'
import { headingOf, type ScoreDisplay, shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import { openSamples } from './compare.ts'
import { type AskedItem, askedItems } from './items.ts'
import type { MeasurementError } from './measurement-error.ts'
import type { Interval } from './percentile-interval.ts'
import { type Found, resultsFor, scoresIn, scoresOf } from './probabilities.ts'
import { findTakesOfItem, hasSeveralSessions, type SpokenTake } from './queries.ts'
import { densityFor, evolutionIntervalIn, evolutionPercentileIn } from './sample.ts'
import { indexSeriesOf } from './session-indices.ts'

type Series = Evolution['series'][number]

/**
 * Each displayed score of each item over time, within each population that has it, or raw where none has: those of some
 * sessions of a participant.
 */
export async function evolution(
  tx: Tx,
  participantId: ParticipantId,
  takes: readonly SpokenTake[],
  sessions: readonly SessionId[],
): Promise<Evolution> {
  const areSeveral = new Set(takes.map(({ sessionId }) => sessionId)).size > 1
  const [samples, results, isRepeated, indices, awaiting] = await Promise.all([
    openSamples(tx, takes),
    resultsFor(tx, takes),
    areSeveral || hasSeveralSessions(tx, participantId),
    indexSeriesOf(tx, participantId, sessions),
    sessionsAwaitingIndex(tx, sessions),
  ])
  const series = new Map<string, Series>()
  // Over time the band of the error says how far a value can be trusted.
  const isOnly = !isRepeated
  const add = (found: Found, populationId: PopulationId | null, value: number | null, interval?: Interval) => {
    const { take, functionId, score, entry } = found
    const id = [take.itemId, functionId, score, populationId ?? 'raw'].join(':')
    const { unit, decimals, direction, offset } = displayOf(found)
    const one: Series = series.get(id) ?? {
      id,
      protocol_item_id: take.itemId,
      feature_extraction_func_id: functionId,
      heading: headingOf(take.category, entry, score),
      score,
      unit,
      decimals,
      direction,
      offset,
      population_id: populationId,
      points: [],
    }
    const { device, sessionId, date, isPoor, faults } = take
    const isDoubtful = doubtsOf({ reasons: faults }, entry).length > 0
    const { value: raw, hasFewWords, engine, range } = found
    const of = { date: date.toISOString(), protocol_response_id: sessionId, device, engine, range, is_poor: isPoor }
    const reliability = { ...(isDoubtful && { is_doubtful: true }), ...(hasFewWords && { has_few_words: true }) }
    one.points.push({ ...of, value, raw, ...reliability, ...(interval && { interval }) })
    series.set(id, one)
  }
  const turn = createTurns()
  for (const found of scoresIn(results, takes)) {
    const { take, entry, score, value } = found
    const { direction } = displayOf(found)
    let isCompared = false
    for (const population of samples.populations) {
      const sample = samples.of(population, take, entry, score)
      const group = sample && densityFor(sample, take.person)
      if (group === undefined || group === null) continue
      isCompared = true
      const place = evolutionPercentileIn(group, value, direction)
      add(found, population.id, place, isOnly ? evolutionIntervalIn(group, value, direction) : undefined)
    }
    await turn()
    if (!isCompared) add(found, null, null)
  }
  const isPending = ({ takeId }: SpokenTake) => results.get(takeId)?.some(({ status }) => status === 'pending') === true
  const all = [...series.values()]
  const items = await askedItems(tx, new Set(all.map(({ protocol_item_id }) => protocol_item_id)))
  const has = (id: string) => all.some(({ feature_extraction_func_id }) => feature_extraction_func_id === id)
  return {
    series: all,
    items: [...items.values()].toSorted(inOrder),
    functions: analysisFunctions.filter(({ id }) => has(id)).map(({ id, name, entry }) => ({ id, name, entry })),
    indices,
    measuring: sessions.filter(
      (id) => awaiting.has(id) || takes.some((take) => take.sessionId === id && isPending(take)),
    ),
  }
}

/**
 * The error of measurement around each value of a participant as places within each population: below and above it, the
 * places of the values that differ by the smallest detectable change.
 */
export async function bandsOf(
  tx: Tx,
  participantId: ParticipantId,
  itemId: ItemId,
  errors: Readonly<Record<string, MeasurementError>>,
): Promise<EvolutionErrors['bands']> {
  const bands: EvolutionErrors['bands'] = {}
  if (Object.values(errors).every(({ mdc95 }) => mdc95 === null)) return bands
  const takes = await findTakesOfItem(tx, participantId, itemId)
  const samples = await openSamples(tx, takes)
  const turn = createTurns()
  for (const found of await scoresOf(tx, takes)) {
    const { take, entry, score, value } = found
    const mdc95 = errors[score]?.mdc95 ?? null
    if (mdc95 === null) continue
    const { direction } = displayOf(found)
    for (const population of samples.populations) {
      const sample = samples.of(population, take, entry, score)
      const group = sample && densityFor(sample, take.person)
      if (group === undefined || group === null) continue
      const ends = [value - mdc95, value + mdc95].map((end) => evolutionPercentileIn(group, end, direction))
      const own = bands[score]?.[population.id]
      const band: [number, number] = [Math.min(...ends), Math.max(...ends)]
      bands[score] = { ...bands[score], [population.id]: { ...own, [take.sessionId]: band } }
    }
    await turn()
  }
  return bands
}

/** By protocol, and as in the protocol. */
const inOrder = (a: AskedItem, b: AskedItem) =>
  a.protocol.name.localeCompare(b.protocol.name) || a.protocol.id.localeCompare(b.protocol.id) || a.order - b.order

const displayOf = ({ take, entry, score }: Found): ScoreDisplay =>
  shownScores(take.category, entry).find(({ name }) => name === score)!
