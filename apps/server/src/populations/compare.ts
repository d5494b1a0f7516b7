import type { ReadyResult } from '@fonema/contract'
import { isFinal } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import type { ResultsOf } from '../responses/view.ts'
import { type Direction, semaphoreOf, tieAt } from './comparison.ts'
import type { Curve } from './density.ts'
import { type Drawn, openDrawings, tasksOf } from './drawings.ts'
import {
  findSamples,
  findSpokenTakes,
  isUsable,
  listPopulations,
  type PopulationRow,
  type SampleRow,
  type SpokenTake,
} from './queries.ts'
import { groupFor, keyOfPerson, percentileIn, placeIn } from './sample.ts'

type Task = Pick<SpokenTake, 'language' | 'item'>

type Comparable = { population: PopulationRow; name: string; direction: Direction; sample: SampleRow }

/** The samples with which the scores of some takes are compared. */
export type Samples = {
  populations: PopulationRow[]
  of(population: PopulationRow, task: Task, entry: string, score: string): SampleRow | undefined
  /** All shown scores of a function that populations have, population by population. */
  allOf(task: Task & Pick<SpokenTake, 'category'>, entry: string): readonly Comparable[]
}

/** @param known all populations, where they are read already */
export async function openSamples(tx: Tx, takes: readonly Task[], known?: PopulationRow[]): Promise<Samples> {
  const populations = known ?? (await listPopulations(tx))
  const { languages, items } = tasksOf(takes)
  const versions = populations.map(({ version_id }) => version_id)
  const rows = await findSamples(tx, versions, languages, items)
  const keyOf = (...parts: (string | null)[]) => parts.join('\n')
  const byKey = new Map(rows.map((row) => [keyOf(row.version_id, row.language, row.item, row.entry, row.score), row]))
  const of: Samples['of'] = (population, { language, item }, entry, score) =>
    isUsable(population, entry, score)
      ? byKey.get(keyOf(population.version_id, language, item, entry, score))
      : undefined
  const found = new Map<string, Comparable[]>()
  return {
    populations,
    of,
    allOf: (task, entry) => {
      const key = keyOf(task.category, task.language, task.item, entry)
      const all =
        found.get(key) ??
        populations.flatMap((population) =>
          shownScores(task.category, entry).flatMap(({ name, direction }) => {
            const sample = of(population, task, entry, name)
            return sample === undefined ? [] : [{ population, name, direction, sample }]
          }),
        )
      found.set(key, all)
      return all
    },
  }
}

/** Results with the place of their scores in each population and, on request, the populations' curves. */
export const withPopulations =
  (resultsOf: ResultsOf): ResultsOf =>
  async (tx, takeIds, { withDistributions } = { withDistributions: false }) => {
    const [results, spoken, populations] = await Promise.all([
      resultsOf(tx, takeIds),
      findSpokenTakes(tx, takeIds),
      listPopulations(tx),
    ])
    const takes = spoken.filter(({ takeId }) => results.has(takeId))
    const samples = await openSamples(tx, takes, populations)
    const curveOf = withDistributions ? await openCurves(tx, samples.populations, takes) : undefined
    const turn = createTurns()
    for (const take of takes)
      for (const result of results.get(take.takeId) ?? []) {
        if (!isFinal(result)) continue
        Object.assign(result, compare(result, take, samples))
        if (curveOf) result.feature_population_distribution = distributionOf(result, take, samples, curveOf)
        await turn()
      }
    return results
  }

type CurveOf = (...place: Parameters<Samples['of']>) => Curve | undefined

async function openCurves(tx: Tx, populations: readonly PopulationRow[], takes: readonly Task[]): Promise<CurveOf> {
  const versions = populations.map(({ version_id }) => version_id)
  const drawingOf = await openDrawings(tx, versions, tasksOf(takes), ['curve'])
  const read = new Map<string, Curve>()
  return (population, { language, item }, entry, score) => {
    if (!isUsable(population, entry, score)) return undefined
    const { version_id } = population
    const text = drawingOf({ version_id, language, item, entry, score }, 'curve')
    if (text === undefined) return undefined
    const { x, y } = read.get(text) ?? (JSON.parse(text) as Drawn)
    read.set(text, { x, y })
    return { x, y }
  }
}

function distributionOf(
  result: ReadyResult,
  take: SpokenTake,
  { populations }: Samples,
  curveOf: CurveOf,
): ReadyResult['feature_population_distribution'] {
  const { entry } = result.feature_extraction_func
  const data = shownScores(take.category, entry).flatMap(({ name }) => {
    if (result.scores[name] === undefined) return []
    const curves = populations.flatMap((population) => {
      const curve = curveOf(population, take, entry, name)
      return curve === undefined ? [] : [[population.id, curve]]
    })
    return curves.length === 0 ? [] : [[name, Object.fromEntries(curves)]]
  })
  return { data: Object.fromEntries(data) }
}

// Six digits are more than a reader needs, and a third of the bytes.
const short = (value: number) => Number(value.toPrecision(6))

type Compared = Pick<ReadyResult, 'semaphore' | 'percentiles' | 'intervals' | 'compared' | 'uncompared' | 'ties'>

type Measured = { entry: string; scores: ReadyResult['scores'] }
type Spoken = Pick<SpokenTake, 'category' | 'item' | 'language' | 'person'>

/** The scores that each population has too, with the people that they are compared with, or why with none. */
function* groupsOf({ entry, scores }: Measured, take: Spoken, samples: Samples) {
  const key = keyOfPerson(take.person)
  for (const { population, name, direction, sample } of samples.allOf(take, entry)) {
    const score = scores[name]
    if (score === undefined) continue
    yield { population, name, direction, score, group: groupFor(sample, take.person, key) }
  }
}

function compare(result: ReadyResult, take: SpokenTake, samples: Samples): Compared {
  const { entry } = result.feature_extraction_func
  const compared: Compared = { semaphore: {}, percentiles: {}, intervals: {}, compared: {}, uncompared: {} }
  for (const { population, name, direction, score, group } of groupsOf({ ...result, entry }, take, samples)) {
    const { id, version } = population
    if (typeof group === 'string') {
      compared.uncompared[id] ??= group
      continue
    }
    const { percentile, low, high } = placeIn(group, score)
    const n = Math.round(group.n)
    compared.semaphore[id] ??= {}
    compared.semaphore[id][name] = short(semaphoreOf(percentile, direction))
    compared.percentiles[id] ??= {}
    compared.percentiles[id][name] = short(percentile)
    const tie = group.stratum === undefined ? tieAt(group.density, score) : undefined
    if (tie !== undefined) {
      const ties = { ...compared.ties?.[id], [name]: tie }
      compared.ties = { ...compared.ties, [id]: ties }
    }
    compared.intervals[id] ??= {}
    compared.intervals[id][name] = { low: short(low), high: short(high), n }
    // A measure that fewer people have says so at its own interval.
    compared.compared[id] = { version, n: Math.max(n, compared.compared[id]?.n ?? 0), is_matched: group.isMatched }
  }
  return compared
}

/** A score's place in one population. */
export type PlaceOfScore = {
  percentile: number
  semaphore: number
  n: number
  /** `is_matched` is one for all scores of a result, as in the answers of the API. */
  compared: { population: PopulationRow; is_matched: boolean }
}

/** The places of a result's scores, by score, without the ends of their intervals: these cost most of a comparison. */
export function placesOf(measured: Measured, take: Spoken, samples: Samples): Map<string, PlaceOfScore[]> {
  const places = new Map<string, PlaceOfScore[]>()
  let compared: PlaceOfScore['compared'] | undefined
  for (const { population, name, direction, score, group } of groupsOf(measured, take, samples)) {
    if (typeof group === 'string') continue
    if (compared?.population !== population) compared = { population, is_matched: group.isMatched }
    compared.is_matched = group.isMatched
    const percentile = percentileIn(group, score)
    const place = {
      percentile: short(percentile),
      semaphore: short(semaphoreOf(percentile, direction)),
      n: Math.round(group.n),
      compared,
    }
    const own = places.get(name)
    if (own === undefined) places.set(name, [place])
    else own.push(place)
  }
  return places
}
