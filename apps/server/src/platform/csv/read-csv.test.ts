import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvError, readCsv } from './read-csv.ts'

const read = (text: string) => readCsv(new TextEncoder().encode(text))
const cellsOf = async (text: string) => (await read(text)).rows.map(({ cells }) => cells)

test.each([',', ';', '\t', '|'])('detects the separator %j from the header', async (separator) => {
  const text = [
    ['a', 'b', 'c'],
    ['1', 'x y', ''],
  ]
    .map((row) => row.join(separator))
    .join('\n')
  expect(await read(text)).toMatchObject({
    separator,
    header: ['a', 'b', 'c'],
    rows: [{ line: 2, cells: ['1', 'x y', ''] }],
  })
})

test('reads any valid CSV back unchanged', async () => {
  const cell = fc.string({ maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
      const kept = rows.filter((row) => row.some((text) => text.trim() !== '' && !text.includes('\0')))
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const clean = kept.map((row) => row.map((text) => text.replaceAll('\0', '')))
      const written = ['a,b', ...clean.map((row) => row.map(quote).join(','))].join('\r\n')
      expect(await cellsOf(written)).toEqual(clean.filter((row) => row.some((text) => text.trim() !== '')))
    }),
  )
})

test('line numbers are those of the file, also after quoted line breaks and empty lines', async () => {
  expect((await read('a;b\n\n"x\ny";1\r\n;\nlast;2')).rows).toEqual([
    { line: 3, cells: ['x\ny', '1'] },
    { line: 6, cells: ['last', '2'] },
  ])
  expect((await read('a,b\r\n"x\r\ny",1\r\nlast,2\r\n')).rows).toEqual([
    { line: 2, cells: ['x\r\ny', '1'] },
    { line: 4, cells: ['last', '2'] },
  ])
})

test('reports an unclosed quote with the line where it opens', async () => {
  await expect(read('a,b\n"x,1\n2,3\n')).rejects.toThrow(expect.objectContaining({ line: 2 }) as CsvError)
})

test('detects the encodings of spreadsheets', async () => {
  const latin = Uint8Array.from([...'a,b\nni'].map((letter) => letter.charCodeAt(0)).concat(0xf1, 0x6f, 0x2c, 0x31))
  expect(await readCsv(latin)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['niño', '1'] }] })
  const utf16 = Buffer.from('\ufeffa;b\nniño;1', 'utf16le')
  expect(await readCsv(utf16)).toMatchObject({
    encoding: 'utf-16',
    header: ['a', 'b'],
    rows: [{ cells: ['niño', '1'] }],
  })
  expect(await read('\ufeffa,b\nniño,1')).toMatchObject({ encoding: 'utf-8', header: ['a', 'b'] })
})

test.each([
  ['', 'empty'],
  [' \n;;\n', 'empty'],
  ['PK\u0003\u0004\0\0', 'not_text'],
  ['a,b\n"x,1\n2,3', 'unclosed_quote'],
])('%j is refused', async (text, code) => {
  await expect(read(text)).rejects.toThrow(expect.objectContaining({ code }) as CsvError)
})

test('refuses too many rows with the line of the first excess row, and does not count empty rows', async () => {
  const bytes = new TextEncoder().encode('a,b\n1,2\n,\n3,4\n5,6\n')
  expect((await readCsv(bytes, 3)).rows).toHaveLength(3)
  await expect(readCsv(bytes, 2)).rejects.toThrow(expect.objectContaining({ code: 'too_many_rows', line: 5 }))
})

test('reading a large file does not block other work', async () => {
  const bytes = new TextEncoder().encode(`a,b\n${'1,2\n'.repeat(300_000)}`)
  let turns = 0
  const timer = setInterval(() => turns++)
  await readCsv(bytes)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})
