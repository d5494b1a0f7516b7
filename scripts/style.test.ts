import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)
const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })

test('no literal object is spread: it would only keep the formatter from one line for each property', () => {
  const spread = sources
    .trim()
    .split('\n')
    .filter(
      (file) => file !== 'scripts/style.test.ts' && /\.\.\.\{\s/.test(readFileSync(path.join(root, file), 'utf8')),
    )
  expect(spread).toEqual([])
})

test('no page writes a colon of its own between a name and a text: French sets a space before it (colonIn)', () => {
  const own = sources
    .trim()
    .split('\n')
    .filter((file) => file.startsWith('apps/web/src/') && file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => /\{': '\}|\)\}: \{|<\/\w+>: \{|\? ', ' : ': '/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(own).toEqual([])
})
