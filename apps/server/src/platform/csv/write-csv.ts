/** A spreadsheet takes these for a formula, also after blanks and in their full-width forms. */
const formula = /^[\s\u200b]*[=+\-@\t\r＝＋－＠]/

export type CsvCell = string | number | boolean | null

/** So that spreadsheets read the accents. */
export const byteOrderMark = '\uFEFF'

const cellOf = (value: CsvCell): string => {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /["\r\n,;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line as RFC 4180 has it; cells that would be formulas are text. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`

export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `${byteOrderMark}${[header, ...rows].map(csvLine).join('')}`
