import { type FieldErrors, type ImportProblem, NewParticipant, type ParticipantImport } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CsvTable } from '../platform/csv/read-csv.ts'
import { headerProblems, maxListedProblems, receiveCsv, rowsOf, tryReadCsv } from '../platform/csv/receive-csv.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { fieldErrorsOf, InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { withCodes } from './queries.ts'
import { type ParticipantDeps, registerParticipant, wrongFields } from './service.ts'

type ImportDeps = ParticipantDeps & { database: Database }

const required = ['code', 'locale'] as const
const optional = [
  'first_name',
  'last_name',
  'birthday',
  'sex',
  'education_years',
  'occupation',
  'diagnose',
  'diagnose_date',
  'phone',
  'country',
] as const
type Column = (typeof required)[number] | (typeof optional)[number]

const maxShown = 10
const maxRows = 20_000

/** Returns the participants that an import would register, and all invalid cells. Stores nothing. */
export async function previewImport(
  deps: ImportDeps,
  examiner: Examiner,
  request: FastifyRequest,
): Promise<ParticipantImport> {
  const { bytes } = await receiveCsv(request)
  return deps.database.tenant(
    examiner.organizationId,
    async (tx) => (await readFile(deps, tx, examiner, bytes)).preview,
  )
}

/**
 * Registers all participants of a file, or none.
 *
 * @throws {InvalidFields} for a file with any problem; the preview lists the problems
 */
export async function importParticipants(
  deps: ImportDeps,
  examiner: Examiner,
  request: FastifyRequest,
): Promise<ParticipantImport> {
  const { bytes } = await receiveCsv(request)
  const { method, url, headers } = request
  const repeated = { method, url, headers, body: bytes.toString('base64') }
  return deps.database.tenant(examiner.organizationId, (tx) =>
    once(tx, deps.clock, repeated, examiner, async () => {
      const { preview, people } = await readFile(deps, tx, examiner, bytes)
      if (preview.problem_count > 0) throw new InvalidFields({ file: ['invalid'] })
      for (const { body } of people) await registerParticipant(deps, tx, examiner, body)
      return preview
    }),
  )
}

type Person = { line: number; locale: string; body: NewParticipant }

async function readFile(deps: ImportDeps, tx: Tx, examiner: Examiner, bytes: Buffer) {
  const read = await tryReadCsv(bytes, maxRows)
  if ('problem' in read) return answerOf({ encoding: null, separator: null, rows: 0 }, [read.problem], [])
  const { table } = read
  const problems = headerProblems(table.header, required, optional)
  const people: Person[] = []
  if (problems.length === 0) {
    if (table.rows.length === 0) problems.push({ line: 1, column: null, code: 'no_rows' })
    await readRows(deps, examiner, table, people, problems)
    problems.push(...(await takenCodes(tx, people)))
    problems.sort((a, b) => a.line - b.line)
  }
  const { encoding, separator, rows } = table
  return answerOf({ encoding, separator, rows: rows.length }, problems, people)
}

function answerOf(
  file: Pick<ParticipantImport, 'encoding' | 'separator' | 'rows'>,
  problems: ImportProblem[],
  people: Person[],
) {
  const participants = people.slice(0, maxShown).map(({ line, locale, body: { code, first_name, last_name } }) => ({
    line,
    code,
    name: [last_name, first_name].filter(Boolean).join(', '),
    locale,
  }))
  const found = { problems: problems.slice(0, maxListedProblems), problem_count: problems.length }
  return { preview: { ...file, ...found, participants } satisfies ParticipantImport, people }
}

async function readRows(
  deps: ImportDeps,
  examiner: Examiner,
  table: CsvTable,
  people: Person[],
  problems: ImportProblem[],
) {
  const locales = new Map(deps.catalogue.locales.map(({ id, code }) => [code.toLowerCase(), { id, code }]))
  const lines = new Map<string, number>()
  for await (const { line, cellOf } of rowsOf(table, problems)) {
    const locale = locales.get(cellOf('locale').toLowerCase())
    const body = bodyOf(cellOf, locale?.id ?? '')
    const parsed = NewParticipant.safeParse(body, { reportInput: true })
    const { birthday, diagnose_date, country } = body
    const errors: FieldErrors = {
      ...wrongFields(deps, examiner, { birthday, diagnose_date, country: country || null }),
      ...(parsed.success ? {} : fieldErrorsOf(parsed.error.issues)),
    }
    const wrong = [...required, ...optional].flatMap((column): Pick<ImportProblem, 'column' | 'code'>[] => {
      const cell = cellOf(column)
      // A spreadsheet would execute these when it opens an export. A telephone number may begin with a plus.
      if (column !== 'phone' && /^[=+\-@]/.test(cell)) return [{ column, code: 'formula' }]
      const code = errors[column]?.[0]
      return code === undefined ? [] : [{ column, code: problemOf(column, code, cell) }]
    })
    const key = cellOf('code').toLowerCase()
    const first = lines.get(key)
    if (key !== '' && first !== undefined) problems.push({ line, column: 'code', code: 'duplicate', other_line: first })
    else if (key !== '') lines.set(key, line)
    problems.push(...wrong.map((problem) => ({ line, ...problem })))
    if (wrong.length === 0 && parsed.success && locale !== undefined)
      people.push({ line, locale: locale.code, body: parsed.data })
  }
}

function bodyOf(cellOf: (column: Column) => string, locale: string) {
  const years = cellOf('education_years').replace(',', '.')
  const cells = Object.fromEntries([...required, ...optional].map((column) => [column, cellOf(column)]))
  return {
    ...(cells as Record<Column, string>),
    locale,
    sex: cellOf('sex').toLowerCase(),
    country: cellOf('country').toUpperCase(),
    phone: cellOf('phone').replace(/[\s()-]/g, ''),
    education_years: years === '' ? null : /^\d+(\.\d+)?$/.test(years) ? Number(years) : years,
  }
}

const dates: readonly Column[] = ['birthday', 'diagnose_date']
const named: readonly Column[] = ['locale', 'sex', 'country']

function problemOf(column: Column, code: string, cell: string): ImportProblem['code'] {
  if (cell === '' && required.some((name) => name === column)) return 'required'
  if (code === 'in_future' || code === 'before_birthday' || code === 'too_long' || code === 'out_of_range') return code
  if (dates.includes(column)) return 'not_a_date'
  if (named.includes(column)) return 'unknown'
  return column === 'education_years' ? 'not_a_number' : 'invalid'
}

/** Codes that other participants of the organisation already have. */
async function takenCodes(tx: Tx, people: readonly Person[]): Promise<ImportProblem[]> {
  const codes = people.map(({ body }) => body.code.toLowerCase())
  const { rows } = await sql<{ code: string }>`select lower(code) as code from participants
    where id = ${withCodes(codes)}`.execute(tx)
  const taken = new Set(rows.map(({ code }) => code))
  return people
    .filter(({ body }) => taken.has(body.code.toLowerCase()))
    .map(({ line }) => ({ line, column: 'code', code: 'already_exists' }))
}
