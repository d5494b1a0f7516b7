import type { PitchRange } from '@fonema/contract'
import { hasFewWords, wordsIn } from '@fonema/findings'
import { isFinal, resultsOf } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import { openSamples, type Samples } from './compare.ts'
import { combine, type Likeness, likenessOf, probabilitiesOf } from './likeness.ts'
import type { MeasurementError } from './measurement-error.ts'
import type { PopulationRow, SpokenTake } from './queries.ts'
import { engineOf, measurementErrors, pitchRangeOf } from './repeats.ts'
import { densityFor, type Person } from './sample.ts'
import { isTrusted } from './trusted.ts'

export type Found = {
  take: SpokenTake
  functionId: string
  entry: string
  score: string
  value: number
  hasFewWords: boolean
  engine: string
  range: PitchRange | null
}

/** Every displayed score of some takes that may be compared. */
export const scoresOf = async (tx: Tx, takes: readonly SpokenTake[]): Promise<Found[]> =>
  scoresIn(await resultsFor(tx, takes), takes)

export const resultsFor = (tx: Tx, takes: readonly SpokenTake[]) =>
  resultsOf(
    tx,
    takes.map(({ takeId }) => takeId),
  )

export function scoresIn(results: Awaited<ReturnType<typeof resultsOf>>, takes: readonly SpokenTake[]): Found[] {
  return takes.flatMap((take) => {
    const own = results.get(take.takeId) ?? []
    const transcript = own.find(({ feature_extraction_func: { entry } }) => entry === 'transcript')
    const final = own.filter(isFinal)
    const words = wordsIn(final)
    return final.flatMap(({ feature_extraction_func: { id, entry }, scores, data, outdated_version }) =>
      shownScores(take.category, entry).flatMap(({ name }) => {
        const value = scores[name]
        if (value === undefined) return []
        const engine = engineOf(entry, outdated_version, transcript?.data.engine ?? null)
        const range = pitchRangeOf(name, data)
        return [
          { take, functionId: id, entry, score: name, value, hasFewWords: hasFewWords(name, words), engine, range },
        ]
      }),
    )
  })
}

/**
 * The probability of each population, score by score. Items with the same score are combined. A score without two
 * populations, or without a value that can be trusted, is omitted; one that is far from all has no probabilities.
 */
export async function probabilities(tx: Tx, takes: readonly SpokenTake[]) {
  const samples = await openSamples(tx, takes)
  if (samples.populations.length < 2) return {}
  const errors = new Map<string, Record<string, MeasurementError>>()
  for (const { itemId, category } of takes)
    if (!errors.has(itemId)) errors.set(itemId, await measurementErrors(tx, { id: itemId, category }))
  const semOf = ({ take, score }: Found) => errors.get(take.itemId)?.[score]?.sem ?? null
  const answer: Record<string, Record<string, number>> = {}
  for (const [score, found] of Map.groupBy(trustedOf(await scoresOf(tx, takes)), (one) => one.score)) {
    const row = probabilitiesOf(await likenessToAll(samples, found, semOf))
    if (row !== null) answer[score] = row
  }
  return answer
}

/** The scores that tell something about the person: of trusted recordings, and of enough words. */
export const trustedOf = (found: readonly Found[]): Found[] =>
  found.filter(({ take, entry, hasFewWords }) => isTrusted(take, entry) && !hasFewWords)

/**
 * An item for which no two populations have values compares nobody, and is left out. A population without values for
 * one of the others is not compared: shares need the same basis.
 */
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
    if (values.size < 2) continue
    compared = compared.filter((population) => values.has(population))
    const likeness = likenessOf(one.value, [...values.values()], semOf(one))
    all.push(new Map([...values.keys()].map((population, i) => [population, likeness[i]!])))
    await turn()
  }
  if (all.length === 0) return new Map()
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
