import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeDomains, domains, foundationsOf, importRules, importRulesFile } from './domains.ts'

const root = join(import.meta.dirname, '..')
const names = Object.keys(domains)

test('every folder of the server is a domain of the list or platform', () => {
  const folders = readdirSync(join(root, 'apps/server/src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(folders.map(({ name }) => name).filter((name) => name !== 'platform')).toEqual(names.toSorted())
})

test('no domain depends on itself, and each depends on known ones', () => {
  for (const name of names) {
    expect([name, domains[name]!.filter((one) => !names.includes(one))]).toEqual([name, []])
    expect(foundationsOf(name)).not.toContain(name)
  }
})

test('the linter and docs/architecture.md match the list; npm run tool -- import-rules writes them again', () => {
  expect(readFileSync(importRulesFile, 'utf8')).toBe(importRules())
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(page).toContain(describeDomains())
})

/** The lines that the linter refuses in these files of a copy of the repository, as `file:line`. */
function refusedLines(files: Readonly<Record<string, readonly string[]>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'fonema-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['biome.json', 'apps/server/import-rules.json']) cpSync(join(root, file), join(folder, file))
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), lines.join('\n'))
  }
  const options = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=none']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--reporter=github', ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  return Array.from(
    stdout.matchAll(/file=([^,]+),line=(\d+)/g),
    ([, file, line]) => `${relative(folder, file!)}:${line}`,
  ).toSorted()
}

test('the linter refuses an import of each domain that is not a dependency, from any depth', () => {
  const places = ['platform', ...names].flatMap((name) => [
    [name, `apps/server/src/${name}/asks.ts`, '../'],
    [name, `apps/server/src/${name}/deep/er/asks.ts`, '../../../'],
  ])
  const files = places.map(([, file, up]) => [
    file,
    names.map((name) => `import { ${name.replaceAll('-', '_')} } from '${up}${name}/queries.ts'`),
  ])
  const expected = places.flatMap(([domain, file]) =>
    names.flatMap((name, index) =>
      name === domain || foundationsOf(domain!).includes(name) ? [] : [`${file}:${index + 1}`],
    ),
  )
  expect(refusedLines(Object.fromEntries(files))).toEqual(expected.toSorted())
})

test('the linter refuses test support in production code, and allows it in tests', () => {
  const places = ['', ...['platform', ...names].map((name) => `${name}/`)].map((folder) => `apps/server/src/${folder}`)
  const files = places.flatMap((place) => {
    const lines = [`import { password } from '${relative(place, 'apps/server/testing/test-app.ts')}'`]
    return ['asks.ts', 'asks.test.ts'].map((file) => [`${place}${file}`, lines])
  })
  expect(refusedLines(Object.fromEntries(files))).toEqual(places.map((place) => `${place}asks.ts:1`).toSorted())
})

test('the linter allows findings and the exchanges only the contract, audio only speech, and the contract and speech nothing of ours', () => {
  const packages = ['backup', 'contract', 'findings', 'speech', 'web']
  const lines = [...packages.map((name) => `import '@fonema/${name}'`), "import '../../contract/src/ids.ts'"]
  const open = ['audio', 'findings', 'protocol-exchange', 'transcript-exchange'].map((name) => [
    `packages/${name}/src/asks.ts`,
    lines,
  ])
  const refused = (name: string, allowed: string) =>
    [...packages, 'by path'].flatMap((one, i) => (one === allowed ? [] : [`packages/${name}/src/asks.ts:${i + 1}`]))
  expect(refusedLines(Object.fromEntries(open))).toEqual([
    ...refused('audio', 'speech'),
    ...refused('findings', 'contract'),
    ...refused('protocol-exchange', 'contract'),
    ...refused('transcript-exchange', 'contract'),
  ])
  const closed = ['contract', 'file-lock', 'speech'].map((name) => `packages/${name}/src/asks.ts`)
  const all = closed.flatMap((file) => lines.map((_, i) => `${file}:${i + 1}`))
  expect(refusedLines(Object.fromEntries(closed.map((file) => [file, lines])))).toEqual(all)
  const dates = { 'packages/findings/src/asks.ts': ["import '@fonema/contract/date-locale'"] }
  expect(refusedLines(dates)).toEqual([])
})
