import type { FeatureResult } from '@fonema/contract'
import { versionOf } from '../analysis/functions.ts'
import { resultsOf } from '../analysis/queries.ts'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import { withPopulations } from '../populations/compare.ts'
import { listPopulations } from '../populations/queries.ts'
import { answersOf, isSpoken } from './answers.ts'
import type { Content } from './scope.ts'

const compared = withPopulations(resultsOf)
// More would hold many results in memory. While comparing, other work gets its turns (populations/compare.ts).
const atOnce = 25

/** Scores in long form: one line for each score of each take and each population that it is compared with. */
export async function* scoreRows(content: Content): AsyncGenerator<CsvCell[]> {
  const names = new Map((await listPopulations(content.tx)).map(({ id, name }) => [id, name]))
  for await (const rows of answersOf(content, atOnce)) {
    const spoken = rows.filter(isSpoken)
    const results = await compared(
      content.tx,
      spoken.map(({ take }) => take.id),
    )
    for (const { take, item, subject, session } of spoken) {
      const place: CsvCell[] = [subject, session, item.key, take.take, take.counts]
      for (const result of results.get(take.id) ?? [])
        for (const line of linesOf(result, names)) yield [...place, ...line]
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function* linesOf(result: FeatureResult, names: ReadonlyMap<string, string>): Generator<CsvCell[]> {
  const { entry } = result.feature_extraction_func
  const version = result.outdated_version ?? versionOf[entry as keyof typeof versionOf]
  const begin: CsvCell[] = [entry, version, result.status, result.error]
  const alone = Array<null>(6).fill(null)
  if (result.status !== 'ready') {
    yield [...begin, null, null, null, ...alone]
    return
  }
  for (const [score, value] of Object.entries(result.scores)) {
    const populations = Object.keys(result.percentiles).filter((id) => result.percentiles[id]![score] !== undefined)
    if (populations.length === 0) yield [...begin, score, value, null, ...alone]
    for (const id of populations) {
      const { version, is_matched, n: atMost } = result.compared[id]!
      const n = result.intervals[id]?.[score]?.n ?? atMost
      const place = [result.percentiles[id]![score]!, result.semaphore[id]?.[score] ?? null]
      yield [...begin, score, value, null, names.get(id) ?? id, version, n, is_matched, ...place]
    }
  }
  for (const [score, reason] of Object.entries(result.missing)) yield [...begin, score, null, reason, ...alone]
}
