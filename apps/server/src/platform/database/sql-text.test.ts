import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.resolve(import.meta.dirname, '../..')

/** What takes SQL as text. A template behind Kysely's `sql` is none of these: what is put into it becomes a parameter. */
const takesText = /(?:\.query(?:<[^(]*>)?|\b(?:copyTo|copyFrom|executeSql|sql\.raw|sql\.lit|CompiledQuery\.raw))\(\s*/g
const literal = /^(?:'[^'\n]*'|"[^"\n]*")\s*[,)]/
const template = /^`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}]|\{[^{}]*\})*\})*`(?=\s*[,)])/
const part = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g
const isCopy = /^(?:copyTo|copyFrom)\(/

/** What is put into a template that becomes SQL, and the lines at which SQL comes from elsewhere. */
function findSqlTexts(code: string): string[] {
  return Array.from(code.matchAll(takesText)).flatMap((call) => {
    const argument = code.slice(call.index + call[0].length)
    const parts = template.exec(argument)?.[0].matchAll(part)
    if (parts !== undefined) return Array.from(parts, ([, expression]) => expression!.trim())
    if (literal.test(argument) || isCopy.test(argument)) return []
    const line = code.slice(0, call.index).split('\n').length
    return [code.split('\n')[line - 1]!.trim()]
  })
}

/**
 * All of it is names: of tables and columns as PostgreSQL lists them, quoted, and constants of ours. Whoever adds a line
 * says here why nobody's value can be in it.
 */
const allowed: Record<string, string[]> = {
  // The names of a schema of ours and of tables.
  'platform/backup/backup.ts': ['quoted(name)', 'columnList(columns)', 'queueSchema', 'queueSchema'],
  // Names in a backup, which is sealed; its foreign keys are the database's own.
  'platform/backup/restore.ts': [
    ...['quoted(name)', 'quoted(table)', 'quoted(name)', "tables.map(({ name }) => quoted(name)).join(', ')"],
    ...['quoted(entry.name)', 'columnList(entry.columns)', 'quoted(column)', 'quoted(name)', 'quoted(name)'],
    ...['quoted(table)', 'quoted(name)', 'definition'],
  ],
  // `ours` is a constant: which tables are meant.
  'platform/backup/stored-tables.ts': ['ours', 'ours', 'ours', 'quoted(table)', 'ours', 'quoted(name)'],
  // The files of the migrations, and a constant.
  'platform/database/migrate.ts': [
    'await sql.raw(text).execute(db)',
    ...['runtimeRole', 'runtimeRole', 'runtimeRole', 'runtimeRole'],
  ],
  // Constants.
  'platform/jobs/install.ts': [
    ...['queueSchema', 'role', 'queueSchema', 'role', 'queueSchema', 'role', 'queueSchema', 'role'],
  ],
}

test('no SQL is put together from texts, save of names', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|(^|\/)testing(\/|\.ts$)/.test(file))
    .sort()
  expect(files.length).toBeGreaterThan(150)
  const found = files.map((file) => [file, findSqlTexts(readFileSync(path.join(source, file), 'utf8'))] as const)
  expect(Object.fromEntries(found.filter(([, lines]) => lines.length > 0))).toEqual(allowed)
})

test.each([
  ['a value in a template', 'client.query(`select * from t where name = #{name}`)', 1],
  ['a value behind a text', `client.query('select * from t where id = ' + id)`, 1],
  ['a value behind a text on the next line', 'await client.query<Row>(\n  `select 1` +\n    order)', 1],
  ['a text from elsewhere', 'pool.query(text, [id])', 1],
  ['raw and literal parts', `sql\`select #{sql.raw(column)}, #{sql.lit(value)}\`` + '; CompiledQuery.raw(text)', 3],
  ['a copy', 'client.query(copyTo(`copy #{table} to stdout`))', 1],
  ['the queue’s own way', 'db.executeSql(`select #{id}`)', 1],
  [
    'parameters',
    "client.query('select 1 where $1', [id]); sql`select #{id}`.execute(db); client.query(`select $1`, [x])",
    0,
  ],
  ['what is no SQL', 'request.query.code; new URL(query); { query: z.object({}) }', 0],
])('the check sees %s', (_, code, count) => {
  expect(findSqlTexts(code.replaceAll('#{', '${'))).toHaveLength(count)
})
