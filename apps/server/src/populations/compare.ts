import type { FeatureResult } from '@fonema/contract'
import { functionsFor, type ScoreDisplay } from '../analysis/functions.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ResultsOf } from '../responses/view.ts'
import { percentileOf, semaphoreOf } from './comparison.ts'
import {
  findSamples,
  findSpokenTakes,
  listPopulations,
  type PopulationRow,
  type SampleRow,
  type SpokenTake,
} from './queries.ts'
import { densityFor } from './sample.ts'

type Task = Pick<SpokenTake, 'language' | 'category'>

/** Where the samples of some takes' scores are. */
export type Samples = {
  populations: PopulationRow[]
  of(population: PopulationRow, task: Task, entry: string, score: string): SampleRow | undefined
}

export async function openSamples(tx: Tx, takes: readonly Task[]): Promise<Samples> {
  const populations = await listPopulations(tx)
  const rows = await findSamples(
    tx,
    populations.map(({ version_id }) => version_id),
    [...new Set(takes.map(({ language }) => language))],
    [...new Set(takes.map(({ category }) => category))],
  )
  const keyOf = (...parts: string[]) => parts.join('\n')
  const byKey = new Map(
    rows.map((row) => [keyOf(row.version_id, row.language, row.category, row.entry, row.score), row]),
  )
  return {
    populations,
    of: ({ version_id }, { language, category }, entry, score) =>
      byKey.get(keyOf(version_id, language, category, entry, score)),
  }
}

export const shownScores = (category: string, entry: string): readonly ScoreDisplay[] =>
  functionsFor(category).find((candidate) => candidate.entry === entry)?.shown ?? []

/** Results with where their scores lie in each population. */
export const withPopulations =
  (resultsOf: ResultsOf): ResultsOf =>
  async (tx, takeIds) => {
    const results = await resultsOf(tx, takeIds)
    const takes = await findSpokenTakes(tx, [...results.keys()])
    const samples = await openSamples(tx, takes)
    if (samples.populations.length === 0) return results
    for (const take of takes) {
      const compared = (results.get(take.takeId) ?? []).map((result) => compare(result, take, samples))
      results.set(take.takeId, compared)
    }
    return results
  }

// Six digits are more than anybody reads, and a third of the bytes.
const short = (value: number) => Number(value.toPrecision(6))

function compare(result: FeatureResult, take: SpokenTake, samples: Samples): FeatureResult {
  if (result.status !== 'ready') return result
  const { entry } = result.feature_extraction_func
  const compared: FeatureResult = { ...result, semaphore: {}, percentiles: {}, compared: {} }
  for (const population of samples.populations) {
    for (const { name, direction } of shownScores(take.category, entry)) {
      const score = result.scores[name]
      const sample = samples.of(population, take, entry, name)
      const found = score === undefined || sample === undefined ? null : densityFor(sample, take.person)
      if (found === null || score === undefined) continue
      const { id, version } = population
      const percentile = percentileOf(found.density, score)
      compared.semaphore[id] = { ...compared.semaphore[id], [name]: short(semaphoreOf(percentile, direction)) }
      compared.percentiles[id] = { ...compared.percentiles[id], [name]: short(percentile) }
      compared.compared[id] = { version, n: found.density.values.length, is_matched: found.isMatched }
    }
  }
  return compared
}
