import type { ImportProblem } from '@fonema/contract'
import { functionsFor, withoutNorms } from '../analysis/functions.ts'
import { shownScores } from '../analysis/shown-measures.ts'

const longest = 200
const number = /^[+-]?\d+(?:([.,])\d+)?(?:[eE][+-]?\d+)?$/

/** Readers of one line's cells, which note what is wrong with them. */
export function createCells<Column extends string>(cellOf: (column: Column) => string, separator: string) {
  const problems: Pick<ImportProblem, 'column' | 'code'>[] = []
  const refuse = (column: Column, code: ImportProblem['code']) => problems.push({ column, code })

  const text = (column: Column) => {
    const cell = cellOf(column)
    if (cell === '') refuse(column, 'required')
    else if (cell.length > longest) refuse(column, 'too_long')
    // A spreadsheet would run this as a formula when it opens an export.
    else if (/^[=+\-@\t\r]/.test(cell)) refuse(column, 'formula')
    return cell
  }
  const figure = (column: Column, [low, high]: readonly [number, number]) => {
    const cell = cellOf(column)
    const found = number.exec(cell)
    if (cell.startsWith('=')) refuse(column, 'formula')
    else if (found === null) refuse(column, 'not_a_number')
    // In a file separated by commas, a comma in a cell could also be a thousands separator.
    else if (found[1] === ',' && separator === ',') refuse(column, 'ambiguous_number')
    else {
      const value = Number(cell.replace(',', '.'))
      if (Number.isFinite(value) && value >= low && value <= high) return value
      refuse(column, 'out_of_range')
    }
    return Number.NaN
  }
  /** null: the cell is empty. */
  const oneOf = <Value extends string>(column: Column, values: readonly Value[]): Value | null => {
    const cell = cellOf(column).toLowerCase()
    if (cell === '') return null
    const found = values.find((value) => value === cell)
    if (found === undefined) refuse(column, 'unknown')
    return found ?? null
  }
  return { problems, refuse, text, figure, oneOf }
}

/** Refuses a function that an item of this category has not, and a score that is not shown for it. */
export function refuseUnshown(
  refuse: (column: 'function' | 'score', code: 'unknown') => void,
  category: string,
  entry: string,
  score: string,
) {
  if (entry === '') return
  const isMeasured = functionsFor(category).some((candidate) => candidate.entry === entry)
  if (!isMeasured || withoutNorms.has(entry)) refuse('function', 'unknown')
  else if (score !== '' && !shownScores(category, entry).some(({ name }) => name === score)) refuse('score', 'unknown')
}
