/** Spreadsheets take a text with these starts for a formula, also after blanks and in full-width form. */
const formula = /^[\s\u200b]*[=+\-@\t\r＝＋－＠]/

export type CsvCell = string | number | boolean | null

/** With it, spreadsheets read accented letters correctly. */
export const byteOrderMark = '\uFEFF'

const cellOf = (value: CsvCell): string => {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /["\r\n,;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Some cells of a line. */
export const csvCells = (cells: readonly CsvCell[]): string => cells.map(cellOf).join(',')

/** One line of RFC 4180. Texts that spreadsheets would take for formulas get a leading quote. */
export const csvLine = (cells: readonly CsvCell[]): string => `${csvCells(cells)}\r\n`

export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `${byteOrderMark}${[header, ...rows].map(csvLine).join('')}`
