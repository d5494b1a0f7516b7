import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexDescriptions, measureDescriptions, wordMeasureDescriptions } from '@fonema/speech/measures'
import { expect, test } from 'vitest'
import { cardDocuments } from './card-documents.ts'

const docs = join(import.meta.dirname, '../docs/measures')

test('docs/measures has a card for every family; npm run tool -- docs-metrics writes them again', () => {
  const made = cardDocuments()
  const families = Object.keys({ ...measureDescriptions, ...wordMeasureDescriptions, ...indexDescriptions })
  expect([...made.keys()].sort()).toEqual(['README.md', ...families.map((name) => `${name}.md`)].sort())
  expect(readdirSync(docs).sort()).toEqual([...made.keys()].sort())
  for (const [name, text] of made) expect(readFileSync(join(docs, name), 'utf8'), name).toBe(text)
})
