import type { Evolution } from '@fonema/contract'
import { analysisFunctions } from '../analysis/functions.ts'
import { isFinal, resultsOf } from '../analysis/queries.ts'
import { type ScoreDisplay, shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import { openSamples, type Samples } from './compare.ts'
import { evolutionValueOf } from './comparison.ts'
import { combine, type Likeness, likenessOf, probabilitiesOf } from './likeness.ts'
import type { MeasurementError } from './measurement-error.ts'
import { findNamedItems, type PopulationRow, type SpokenTake } from './queries.ts'
import { engineOf, measurementErrors } from './repeats.ts'
import { densityFor, type Person } from './sample.ts'

type Found = { take: SpokenTake; functionId: string; entry: string; score: string; value: number; engine: string }

/** Every displayed score of some takes that may be compared. */
async function scoresOf(tx: Tx, takes: readonly SpokenTake[]): Promise<Found[]> {
  const results = await resultsOf(
    tx,
    takes.map(({ takeId }) => takeId),
  )
  return takes.flatMap((take) => {
    const own = results.get(take.takeId) ?? []
    const words = own.find(({ feature_extraction_func: { entry } }) => entry === 'transcript')
    return own.filter(isFinal).flatMap(({ feature_extraction_func: { id, entry }, scores, outdated_version }) =>
      shownScores(take.category, entry).flatMap(({ name }) => {
        const value = scores[name]
        if (value === undefined) return []
        const engine = engineOf(entry, outdated_version, words?.data.engine ?? null)
        return [{ take, functionId: id, entry, score: name, value, engine }]
      }),
    )
  })
}

/**
 * The probability of each population, score by score. Items with the same score are combined. A score without two
 * populations is omitted; one that is far from all has no probabilities.
 */
export async function probabilities(tx: Tx, takes: readonly SpokenTake[]) {
  const samples = await openSamples(tx, takes)
  if (samples.populations.length < 2) return {}
  const errors = new Map<string, Record<string, MeasurementError>>()
  for (const { itemId, category } of takes)
    if (!errors.has(itemId)) errors.set(itemId, await measurementErrors(tx, { id: itemId, category }))
  const semOf = ({ take, score }: Found) => errors.get(take.itemId)?.[score]?.sem ?? null
  const answer: Record<string, Record<string, number>> = {}
  for (const [score, found] of Map.groupBy(await scoresOf(tx, takes), (one) => one.score)) {
    const row = probabilitiesOf(await likenessToAll(samples, found, semOf))
    if (row !== null) answer[score] = row
  }
  return answer
}

/** A population without values for one of the items is not compared: shares need the same basis. */
async function likenessToAll(
  samples: Samples,
  found: readonly Found[],
  semOf: (one: Found) => number | null,
): Promise<Map<string, Likeness>> {
  const turn = createTurns()
  let compared: readonly PopulationRow[] = samples.populations
  const all: Map<PopulationRow, Likeness>[] = []
  for (const one of found) {
    const values = valuesAlike(samples, one)
    compared = compared.filter((population) => values.has(population))
    const likeness = likenessOf(one.value, [...values.values()], semOf(one))
    all.push(new Map([...values.keys()].map((population, i) => [population, likeness[i]!])))
    await turn()
  }
  return new Map(compared.map((population) => [population.id, combine(all.map((one) => one.get(population)!))]))
}

const nobody: Person = { sex: null, age: null, educationYears: null }

/** The values of each population: those of people like the participant if every population has enough, otherwise all. */
function valuesAlike(samples: Samples, { take, entry, score }: Found): Map<PopulationRow, Float64Array> {
  const rows = samples.populations.flatMap((population) => {
    const sample = samples.of(population, take, entry, score)
    const matched = sample && densityFor(sample, take.person)
    return sample && matched ? [{ population, sample, matched }] : []
  })
  const areMatched = rows.every(({ matched }) => matched.isMatched)
  return new Map(
    rows.flatMap(({ population, sample, matched }) => {
      const found = areMatched ? matched : densityFor(sample, nobody)
      return found === null ? [] : [[population, found.density.values]]
    }),
  )
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
    const { device, sessionId, date } = take
    const { value: raw, engine } = found
    one.points.push({ date: date.toISOString(), protocol_response_id: sessionId, value, raw, device, engine })
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
