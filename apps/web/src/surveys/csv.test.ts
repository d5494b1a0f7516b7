import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, toCsv } from './csv.ts'

/** The cells of a CSV text, parsed strictly by RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('cells that a spreadsheet would run as formulas become text, numbers stay numbers', () => {
  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t=', '\r=', '\n=', ' =', '  @', '\u200b=', '\ufeff=']
  for (const start of starts) expect(parse(toCsv([[`${start}1+cmd|x!A1`]]))[0]![0]).toBe(`'${start}1+cmd|x!A1`)
  for (const number of ['-3', '-2.5', '7', '0', '-1,5']) expect(parse(toCsv([[number]]))).toEqual([[number]])
  for (const almost of ['-3+2', '+541155500101', '--1', '-x']) expect(csvCell(almost)).toBe(`"'${almost}"`)
})

test('every other text survives unchanged', () => {
  const cell = fc.string({ unit: 'binary' }).map((text) => `a${text}`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      expect(parse(toCsv(rows))).toEqual(rows)
    }),
  )
})
