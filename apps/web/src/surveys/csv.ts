const formulaStart = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const number = /^-?\d+([.,]\d+)?$/

/** One cell: formulas become text so that a spreadsheet does not run them, numbers stay numbers, quotes are doubled. */
export function csvCell(value: string): string {
  const text = formulaStart.test(value) && !number.test(value) ? `'${value}` : value
  return /[",\r\n;\t]/.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
