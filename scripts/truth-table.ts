// npm run tool -- truth-table: measures signals whose answer is known by construction, and prints value and truth.
import { checkSignal, knownSignals, type TruthRow } from '../packages/speech/src/truths.ts'
import { checkVowelSpace } from '../packages/speech/src/vowels/truth.ts'

const rows = [...knownSignals.flatMap(checkSignal), checkVowelSpace()]
const columns = ['signal', 'measure', 'truth', 'value'] as const
const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)))
const line = (cells: readonly string[], last: string) =>
  `${[...cells.map((cell, i) => cell.padEnd(widths[i]!)), last].join('  ')}\n`

process.stdout.write(line(columns, 'right'))
for (const row of rows)
  process.stdout.write(
    line(
      columns.map((column) => row[column]),
      answerOf(row),
    ),
  )
const right = rows.filter((row) => row.right).length
process.stdout.write(`${right} of ${rows.length} are right\n`)
if (right < rows.length) process.exitCode = 1

function answerOf(row: TruthRow): string {
  return row.right ? 'right' : 'WRONG'
}
