import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../..')
const sources = ['apps/server/src', 'packages/backup/src', 'packages/embedded-postgres/src']

/**
 * Functions that take SQL as text. Kysely's `sql` template is none of them: it turns inserted values into parameters.
 */
const takesText = /(?:\.query(?:<[^(]*>)?|\b(?:copyTo|copyFrom|executeSql|sql\.raw|sql\.lit|CompiledQuery\.raw))\(\s*/g
const literal = /^(?:'[^'\n]*'|"[^"\n]*")\s*[,)]/
const template = /^`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}]|\{[^{}]*\})*\})*`(?=\s*[,)])/
const part = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g
const isCopy = /^(?:copyTo|copyFrom)\(/

/**
 * The expressions inserted into SQL templates, and the lines where SQL text comes from a variable or a concatenation.
 */
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
 * All are names: quoted names of tables and columns as PostgreSQL lists them, and our own constants. Each new line
 * needs a comment here that explains why it cannot contain a user's value.
 */
const allowed: Record<string, string[]> = {
  // Names of our own schema and tables.
  'packages/backup/src/backup.ts': [
    ...['quoted(name)', 'columnList(columns)', 'quoted(source.queueSchema)', 'quoted(source.queueSchema)'],
  ],
  // Names from a backup, which is sealed. The definitions of foreign keys come from the database itself.
  'packages/backup/src/restore.ts': [
    ...['quoted(name)', 'quoted(table)', 'quoted(name)', "tables.map(({ name }) => quoted(name)).join(', ')"],
    ...['quoted(entry.name)', 'columnList(entry.columns)', 'quoted(column)', 'quoted(name)', 'quoted(name)'],
    ...['quoted(table)', 'quoted(name)', 'definition'],
  ],
  // `ours` is a constant that selects the product's tables.
  'packages/backup/src/stored-tables.ts': ['ours', 'ours', 'ours', 'quoted(table)', 'ours', 'quoted(name)'],
  // Migration files, and a constant.
  'apps/server/src/platform/database/migrate.ts': [
    'await sql.raw(text).execute(db)',
    ...['runtimeRole', 'runtimeRole', 'runtimeRole', 'runtimeRole'],
  ],
  // Constants.
  'apps/server/src/platform/jobs/install.ts': [
    ...['queueSchema', 'role', 'queueSchema', 'role', 'queueSchema', 'role', 'queueSchema', 'role'],
  ],
}

test('no SQL is concatenated from texts, except of listed names', () => {
  const files = sources
    .flatMap((source) =>
      readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(source, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|(^|\/)testing(\/|\.ts$)/.test(file))
    .sort()
  expect(files.length).toBeGreaterThan(150)
  const found = files.map((file) => [file, findSqlTexts(readFileSync(path.join(root, file), 'utf8'))] as const)
  expect(Object.fromEntries(found.filter(([, lines]) => lines.length > 0))).toEqual(allowed)
})

test.each([
  ['a value in a template', 'client.query(`select * from t where name = #{name}`)', 1],
  ['a value appended to a text', `client.query('select * from t where id = ' + id)`, 1],
  ['a value appended on the next line', 'await client.query<Row>(\n  `select 1` +\n    order)', 1],
  ['a text from a variable', 'pool.query(text, [id])', 1],
  ['raw and literal parts', `sql\`select #{sql.raw(column)}, #{sql.lit(value)}\`` + '; CompiledQuery.raw(text)', 3],
  ['a copy', 'client.query(copyTo(`copy #{table} to stdout`))', 1],
  ['the queue’s own function', 'db.executeSql(`select #{id}`)', 1],
  [
    'parameters',
    "client.query('select 1 where $1', [id]); sql`select #{id}`.execute(db); client.query(`select $1`, [x])",
    0,
  ],
  ['code that is not SQL', 'request.query.code; new URL(query); { query: z.object({}) }', 0],
])('the check counts the findings in %s', (_, code, count) => {
  expect(findSqlTexts(code.replaceAll('#{', '${'))).toHaveLength(count)
})
