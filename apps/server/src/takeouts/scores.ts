import type { FeatureResult } from '@fonema/contract'
import { versionOf } from '../analysis/functions.ts'
import { isFinal, resultsWithoutData } from '../analysis/queries.ts'
import { csvCells } from '../platform/csv/write-csv.ts'
import { createTurns } from '../platform/turns.ts'
import { openSamples, type PlaceOfScore, placesOf } from '../populations/compare.ts'
import { listPopulations, type PopulationRow } from '../populations/queries.ts'
import { recordingsOf } from './answers.ts'
import { readAhead } from './read-ahead.ts'
import type { Content } from './scope.ts'

/** Few enough that their results take little memory, many enough that statements cost little. */
const atOnce = 200

/**
 * Scores in long form: one line for each score of each take and each population that it is compared with. Gives the lines
 * of a take as one text: there are a hundred, and most of their cells are the same.
 */
export async function* scoreLines(content: Content): AsyncGenerator<string> {
  const populations = await listPopulations(content.tx)
  const cellsOf = new Map(populations.map(({ id, name, version }) => [id, csvCells([name, version])]))
  const turn = createTurns()
  for await (const { recorded, results, samples } of readAhead(measuredOf(content, populations))) {
    for (const { id, take, counts, asked, person, subject, session } of recorded) {
      const place = csvCells([subject, session, asked.key, take, counts])
      let text = ''
      for (const result of results.get(id) ?? []) {
        const { entry } = result.feature_extraction_func
        const places = isFinal(result) ? placesOf({ ...result, entry }, { ...asked, person }, samples) : none
        for (const cells of linesOf(result, places, cellsOf)) text += `${place},${cells}\r\n`
      }
      yield text
      await turn()
    }
  }
}

async function* measuredOf(content: Content, populations: PopulationRow[]) {
  for await (const recorded of recordingsOf(content, atOnce)) {
    const results = await resultsWithoutData(
      content.tx,
      recorded.map(({ id }) => id),
    )
    const samples = await openSamples(
      content.tx,
      recorded.map(({ asked }) => asked),
      populations,
    )
    yield { recorded, results, samples }
  }
}

const none: ReadonlyMap<string, PlaceOfScore[]> = new Map()
const notCompared = csvCells(Array<null>(6).fill(null))

/** @param cellsOf those of each population */
function* linesOf(
  result: FeatureResult,
  places: ReadonlyMap<string, PlaceOfScore[]>,
  cellsOf: ReadonlyMap<string, string>,
): Generator<string> {
  const { entry } = result.feature_extraction_func
  const version = result.outdated_version ?? versionOf[entry as keyof typeof versionOf]
  const begin = csvCells([entry, version, result.status, result.error])
  if (result.status !== 'ready') {
    yield `${begin},,,,${notCompared}`
    return
  }
  for (const [score, value] of Object.entries(result.scores)) {
    const cells = `${begin},${csvCells([score, value, null])}`
    const own = places.get(score)
    if (own === undefined) yield `${cells},${notCompared}`
    else
      for (const { compared, n, percentile, semaphore } of own)
        yield `${cells},${cellsOf.get(compared.population.id)},${n},${compared.is_matched},${percentile},${semaphore}`
  }
  for (const [score, reason] of Object.entries(result.missing))
    yield `${begin},${csvCells([score, null, reason])},${notCompared}`
}
