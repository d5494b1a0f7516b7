import type { Evolution } from '@fonema/contract'
import { analysisFunctions, type ScoreDisplay } from '../analysis/functions.ts'
import { isFinal, resultsOf } from '../analysis/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import { openSamples, type Samples, shownScores } from './compare.ts'
import { coefficientOf, evolutionValueOf, probabilitiesOf } from './comparison.ts'
import { findNamedItems, type SpokenTake } from './queries.ts'
import { densityFor } from './sample.ts'

type Found = { take: SpokenTake; functionId: string; entry: string; score: string; value: number }

/** Every displayed score of some takes that may be compared. */
async function scoresOf(tx: Tx, takes: readonly SpokenTake[]): Promise<Found[]> {
  const results = await resultsOf(
    tx,
    takes.map(({ takeId }) => takeId),
  )
  return takes.flatMap((take) =>
    (results.get(take.takeId) ?? [])
      .filter(isFinal)
      .flatMap(({ feature_extraction_func: { id, entry }, scores }) =>
        shownScores(take.category, entry).flatMap(({ name }) =>
          scores[name] !== undefined ? [{ take, functionId: id, entry, score: name, value: scores[name] }] : [],
        ),
      ),
  )
}

/** The probability of each population, score by score. Items with the same score are combined. */
export async function probabilities(tx: Tx, takes: readonly SpokenTake[]) {
  const samples = await openSamples(tx, takes)
  const answer: Record<string, Record<string, number>> = {}
  for (const [score, found] of Map.groupBy(await scoresOf(tx, takes), (one) => one.score)) {
    const row = probabilitiesOf(await coefficientsOf(samples, found))
    if (row !== null) answer[score] = row
  }
  return answer
}

/** A population without values for one of the items is not compared: shares need the same basis. */
async function coefficientsOf(samples: Samples, found: readonly Found[]): Promise<Map<string, number>> {
  const coefficients = new Map<string, number>()
  const turn = createTurns()
  for (const population of samples.populations) {
    const known: number[] = []
    for (const { take, entry, score, value } of found) {
      const sample = samples.of(population, take, entry, score)
      const density = sample && densityFor(sample, take.person)?.density
      if (density !== undefined) known.push(coefficientOf(density, [value]))
      await turn()
    }
    if (known.length < found.length) continue
    const logarithms = known.reduce((sum, value) => sum + Math.log(value), 0)
    coefficients.set(population.id, Math.exp(logarithms / known.length))
  }
  return coefficients
}

/** Each displayed score of each item over time, within each population that has it, or raw where none has. */
export async function evolution(tx: Tx, takes: readonly SpokenTake[]): Promise<Evolution> {
  const samples = await openSamples(tx, takes)
  const series = new Map<string, Evolution['series'][number]>()
  const add = (found: Found, populationId: string | null, value: number | null) => {
    const { take, functionId, score } = found
    const id = [take.itemId, functionId, score, populationId ?? 'raw'].join(':')
    const { unit, decimals, direction, offset } = displayOf(found)
    const one = series.get(id) ?? {
      id,
      protocol_item_id: take.itemId,
      feature_extraction_func_id: functionId,
      score,
      unit,
      decimals,
      direction,
      offset,
      population_id: populationId,
      points: [],
    }
    one.points.push({ date: take.date.toISOString(), protocol_response_id: take.sessionId, value, raw: found.value })
    series.set(id, one)
  }
  const turn = createTurns()
  for (const found of await scoresOf(tx, takes)) {
    const { take, entry, score, value } = found
    const { direction } = displayOf(found)
    let isCompared = false
    for (const population of samples.populations) {
      const sample = samples.of(population, take, entry, score)
      const density = sample && densityFor(sample, take.person)?.density
      if (density === undefined) continue
      isCompared = true
      add(found, population.id, evolutionValueOf(density, value, direction))
    }
    await turn()
    if (!isCompared) add(found, null, null)
  }
  const all = [...series.values()]
  const has = (id: string) => all.some(({ feature_extraction_func_id }) => feature_extraction_func_id === id)
  return {
    series: all,
    items: await findNamedItems(tx, [...new Set(all.map(({ protocol_item_id }) => protocol_item_id))]),
    functions: analysisFunctions.filter(({ id }) => has(id)).map(({ id, name, entry }) => ({ id, name, entry })),
  }
}

const displayOf = ({ take, entry, score }: Found): ScoreDisplay =>
  shownScores(take.category, entry).find(({ name }) => name === score)!
