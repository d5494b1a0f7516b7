import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvError, readCsv } from './read-csv.ts'

const read = (text: string) => readCsv(new TextEncoder().encode(text))
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells)

test.each([',', ';', '\t', '|'])('the separator %j is found from the header', (separator) => {
  const text = [
    ['a', 'b', 'c'],
    ['1', 'x y', ''],
  ]
    .map((row) => row.join(separator))
    .join('\n')
  expect(read(text)).toMatchObject({ separator, header: ['a', 'b', 'c'], rows: [{ line: 2, cells: ['1', 'x y', ''] }] })
})

test('whatever is written by the rules is read as it was', () => {
  const cell = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
      const kept = rows.filter((row) => row.some((text) => text.trim() !== '' && !text.includes('\0')))
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const clean = kept.map((row) => row.map((text) => text.replaceAll('\0', '')))
      const written = ['a,b', ...clean.map((row) => row.map(quote).join(','))].join('\r\n')
      expect(cellsOf(written)).toEqual(clean.filter((row) => row.some((text) => text.trim() !== '')))
    }),
  )
})

test('lines are those of the file, also after quoted line breaks and empty lines', () => {
  expect(read('a;b\n\n"x\ny";1\r\n;\nlast;2').rows).toEqual([
    { line: 3, cells: ['x\ny', '1'] },
    { line: 6, cells: ['last', '2'] },
  ])
})

test('the encodings of spreadsheets are told apart', () => {
  const latin = Uint8Array.from([...'a,b\nni'].map((letter) => letter.charCodeAt(0)).concat(0xf1, 0x6f, 0x2c, 0x31))
  expect(readCsv(latin)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['niño', '1'] }] })
  const utf16 = Buffer.from('\ufeffa;b\nniño;1', 'utf16le')
  expect(readCsv(utf16)).toMatchObject({ encoding: 'utf-16', header: ['a', 'b'], rows: [{ cells: ['niño', '1'] }] })
  expect(read('\ufeffa,b\nniño,1')).toMatchObject({ encoding: 'utf-8', header: ['a', 'b'] })
})

test.each([
  ['', 'empty'],
  [' \n;;\n', 'empty'],
  ['PK\u0003\u0004\0\0', 'not_text'],
  ['a,b\n"x,1\n2,3', 'unclosed_quote'],
])('%j is refused', (text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }) as CsvError)
})
