import type { Functionals } from '@fonema/speech'
import { functionalDescriptions } from '@fonema/speech/measures'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import '../analysis/tables.ts'
import { recordingsOf } from './answers.ts'
import type { Content } from './scope.ts'

const names = [...functionalDescriptions.keys()]

/** The functionals in wide form: one line for each take whose spectrum was measured, the newest version of each. */
export async function* functionalRows(content: Content): AsyncGenerator<CsvCell[]> {
  for await (const recorded of recordingsOf(content, 200)) {
    const measured = await content.tx
      .selectFrom('feature_results')
      .distinctOn('take_id')
      .select(['take_id', 'function_version', 'data'])
      .where(
        'take_id',
        'in',
        recorded.map(({ id }) => id),
      )
      .where('entry', '=', 'spectrum')
      .where('status', '=', 'ready')
      .orderBy('take_id')
      .orderBy('function_version', 'desc')
      .execute()
    const byTake = new Map(measured.map((result) => [result.take_id, result]))
    for (const { id, take, counts, asked, subject, session } of recorded) {
      const result = byTake.get(id)
      // An older release measured it without functionals; it is being measured again.
      const functionals = result?.data.functionals as Functionals | undefined
      if (result === undefined || functionals === undefined) continue
      const values = names.map((name) => functionals.scores[name] ?? null)
      yield [subject, session, asked.key, take, counts, result.function_version, ...values]
    }
  }
}
