/** A spreadsheet takes these for a formula, also after blanks and in their full-width forms. */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/

const cellOf = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /["\r\n,;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180 with a byte order mark, so that spreadsheets read the accents; cells that would be formulas are text. */
export const toCsv = (header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
