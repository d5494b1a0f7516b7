import type { ImportProblem } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { readSmallForm, requireContent } from '../http/read-form.ts'
import { createTurns } from '../turns.ts'
import { CsvError, type CsvTable, readCsv } from './read-csv.ts'

const maxBytes = 20 * 1024 * 1024

/** A preview lists this many problems, and gives their total number. */
export const maxListedProblems = 200

/** Reads the part `file` of a form into memory: it is read twice and stored nowhere. */
export async function receiveCsv(request: FastifyRequest): Promise<{ bytes: Buffer; filename: string }> {
  const { file } = await readSmallForm(request, { fileSize: maxBytes, fields: 0 })
  const { bytes, filename } = requireContent(file, ({ bytes }) => bytes.length)
  return { bytes, filename: filename.slice(0, 200) }
}

/** Reads the table of a file, or returns the problem that prevents it. */
export async function tryReadCsv(
  bytes: Uint8Array,
  maxRows: number,
): Promise<{ table: CsvTable } | { problem: ImportProblem }> {
  try {
    return { table: await readCsv(bytes, maxRows) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: { line: error.line ?? 1, column: null, code: error.code } }
  }
}

/** The problems of a header: each missing, unknown or repeated column. */
export function headerProblems(
  header: readonly string[],
  required: readonly string[],
  optional: readonly string[],
): ImportProblem[] {
  const names = header.map((name) => name.toLowerCase())
  const missing = required.filter((column) => !names.includes(column))
  const known = [...required, ...optional]
  return [
    ...missing.map((column): ImportProblem => ({ line: 1, column, code: 'missing_column' })),
    ...header.flatMap((column, index): ImportProblem[] => {
      if (!known.includes(names[index]!)) return [{ line: 1, column, code: 'unknown_column' }]
      return names.filter((name) => name === names[index]).length > 1
        ? [{ line: 1, column, code: 'repeated_column' }]
        : []
    }),
  ]
}

/** The rows of a table, each with the text of its cell in a column. One of another length is a problem, and left out. */
export async function* rowsOf({ header, rows }: CsvTable, problems: ImportProblem[]) {
  const places = new Map(header.map((name, index) => [name.toLowerCase(), index]))
  const turn = createTurns()
  for (const { line, cells } of rows) {
    await turn()
    if (cells.length !== header.length) problems.push({ line, column: null, code: 'wrong_cell_count' })
    else yield { line, cellOf: (column: string) => cells[places.get(column) ?? -1]?.trim() ?? '' }
  }
}
