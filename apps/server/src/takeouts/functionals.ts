import type { Functionals } from '@fonema/speech'
import { functionalDescriptions } from '@fonema/speech/measures'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import '../analysis/tables.ts'
import { answersOf, isSpoken } from './answers.ts'
import type { Content } from './scope.ts'

const names = [...functionalDescriptions.keys()]

/** The functionals in wide form: one line for each take whose spectrum was measured, the newest version of each. */
export async function* functionalRows(content: Content): AsyncGenerator<CsvCell[]> {
  for await (const rows of answersOf(content, 50)) {
    const spoken = rows.filter(isSpoken)
    if (spoken.length === 0) continue
    const measured = await content.tx
      .selectFrom('feature_results')
      .distinctOn('take_id')
      .select(['take_id', 'function_version', 'data'])
      .where(
        'take_id',
        'in',
        spoken.map(({ take }) => take.id),
      )
      .where('entry', '=', 'spectrum')
      .where('status', '=', 'ready')
      .orderBy('take_id')
      .orderBy('function_version', 'desc')
      .execute()
    const byTake = new Map(measured.map((result) => [result.take_id, result]))
    for (const { take, item, subject, session } of spoken) {
      const result = byTake.get(take.id)
      // An older release measured it without functionals; it is being measured again.
      const functionals = result?.data.functionals as Functionals | undefined
      if (result === undefined || functionals === undefined) continue
      const values = names.map((name) => functionals.scores[name] ?? null)
      yield [subject, session, item.key, take.take, take.counts, result.function_version, ...values]
    }
  }
}
