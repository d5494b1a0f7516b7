import { createTurns } from '../turns.ts'

/** A table written by a spreadsheet. Lines count from 1, as in an editor; the header is the first. */
export type CsvTable = {
  encoding: 'utf-8' | 'utf-16' | 'windows-1252'
  separator: string
  header: string[]
  rows: { line: number; cells: string[] }[]
}

export class CsvError extends Error {
  readonly code: 'empty' | 'not_text' | 'unclosed_quote' | 'too_many_rows'
  readonly line: number | undefined
  constructor(code: CsvError['code'], line?: number) {
    super(code)
    this.code = code
    this.line = line
  }
}

const separators = [',', ';', '\t', '|']

/**
 * Reads comma-separated values (RFC 4180), and the variants of spreadsheets in other languages: with semicolons, tabs
 * or bars, in UTF-8, UTF-16 or Windows-1252. Skips empty lines.
 *
 * @throws {CsvError} for a file that is not text or is empty, for more than `maxRows` rows, or for an unclosed quote
 */
export async function readCsv(bytes: Uint8Array, maxRows = Number.POSITIVE_INFINITY): Promise<CsvTable> {
  const { text, encoding } = decode(bytes)
  const filled = text.trimStart()
  const firstLine = filled.slice(0, firstLineEnd(filled))
  const separator = separators.reduce((best, candidate) =>
    countOutsideQuotes(firstLine, candidate) > countOutsideQuotes(firstLine, best) ? candidate : best,
  )
  const rows = await parse(text, separator, maxRows + 1)
  const header = rows.shift()
  if (header === undefined) throw new CsvError('empty')
  return { encoding, separator, header: header.cells.map((cell) => cell.trim()), rows }
}

function decode(bytes: Uint8Array): { text: string; encoding: CsvTable['encoding'] } {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), encoding: 'utf-16' }
  // Text has no NUL bytes. Binary spreadsheets, archives and pictures have.
  if (bytes.includes(0)) throw new CsvError('not_text')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

function firstLineEnd(text: string): number {
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (text[i] === '\n' || text[i] === '\r')) return i
  }
  return text.length
}

const countOutsideQuotes = (line: string, separator: string) => line.replace(/"[^"]*"/g, '').split(separator).length - 1

async function parse(text: string, separator: string, maxRows: number): Promise<CsvTable['rows']> {
  const turn = createTurns()
  const rows: CsvTable['rows'] = []
  let line = 1
  let row = { line, cells: [] as string[] }
  let at = 0
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    if (rows.length > maxRows) throw new CsvError('too_many_rows', line)
    row = { line, cells: [] }
  }
  while (at < text.length) {
    await turn()
    let cell = ''
    if (text[at] === '"') {
      const openedAt = line
      for (at++; ; at++) {
        const next = text.indexOf('"', at)
        if (next < 0) throw new CsvError('unclosed_quote', openedAt)
        const piece = text.slice(at, next)
        cell += piece
        line += piece.split('\n').length - 1
        at = next + 1
        if (text[at] !== '"') break
        cell += '"'
      }
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    row.cells.push(cell + text.slice(from, at))
    if (text[at] === separator) {
      at++
      if (at === text.length) row.cells.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    endRow()
    line++
    row.line = line
  }
  if (row.cells.length > 0) endRow()
  return rows
}
