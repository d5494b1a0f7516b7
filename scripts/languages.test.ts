import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../apps/web/src/ui/i18n.ts'

const root = path.dirname(import.meta.dirname)
const sources = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', '{scripts,tests}/**/*.ts'], { cwd: root })
  .filter((file) => !/\.(test|fixture)\./.test(file))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))

/** Tables by language, `es: …` or `es,` in lines of their own; and lists, unions and `{ es, … }` or `{ es: … }` in one line. */
const tables = (source: string, language: string) => source.match(new RegExp(`^\\s+${language}(?::|,$)`, 'gm')) ?? []
const lists = (source: string) =>
  source.match(/'es'(?:(?:, | \| )'[a-z]{2}')*|\{ es(?:, [a-z]{2})* \}|\{ es: .*? \}/g) ?? []

test('whatever the program says in Spanish and in Portuguese, it says in each language of the interface', () => {
  const missing = sources.flatMap(({ file, source }) => {
    const isTable = tables(source, 'es').length > 0 && tables(source, 'pt').length > 0
    const isShort = (language: string) => tables(source, language).length < tables(source, 'es').length
    const inTables = isTable ? languages.filter(isShort) : []
    const named = lists(source).map((list) => new Set(list.match(/(?<=['{,] ?)[a-z]{2}(?=[': ,])/g)))
    const inLists = languages.filter((language) => named.some((list) => list.has('pt') && !list.has(language)))
    return [...new Set([...inTables, ...inLists])].map((language) => `${language}: ${file}`)
  })
  expect(missing).toEqual([])
})
