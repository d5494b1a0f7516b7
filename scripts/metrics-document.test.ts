import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexDescriptions, measureDescriptions, wordMeasureDescriptions } from '@fonema/speech'
import { expect, test } from 'vitest'
import { type Accuracy, metricsDocument } from './metrics-document.ts'

const docs = join(import.meta.dirname, '../docs')
const ofRecording = { ...measureDescriptions, ...wordMeasureDescriptions }

test('docs/metrics.md matches the descriptions; npm run tool -- docs-metrics writes it again', () => {
  const accuracy = JSON.parse(readFileSync(join(docs, 'metrics-accuracy.json'), 'utf8')) as Accuracy
  expect(readFileSync(join(docs, 'metrics.md'), 'utf8')).toBe(metricsDocument(accuracy))
})

test('README.md has the number of measures and of comparisons with Praat', () => {
  const readme = readFileSync(join(docs, '../README.md'), 'utf8')
  const count = Object.values(ofRecording).reduce((sum, { measures }) => sum + Object.keys(measures).length, 0)
  expect(readme).toContain(`There are ${count} measures of`)
  expect(Object.keys(indexDescriptions)).toEqual(['vowel_space', 'avqi'])
  const accuracy = JSON.parse(readFileSync(join(docs, 'metrics-accuracy.json'), 'utf8')) as Accuracy
  const comparisons = Object.values(accuracy).flatMap((byGroup) => Object.values(byGroup))
  expect(readme).toContain(`${Object.keys(accuracy).length} measures in ${comparisons.length} comparisons with Praat`)
})

test('the accuracy is within its limits', () => {
  const accuracy = JSON.parse(readFileSync(join(docs, 'metrics-accuracy.json'), 'utf8')) as Accuracy
  const kinds = Object.values(accuracy).flatMap((byGroup) => Object.values(byGroup))
  expect(kinds.length).toBeGreaterThan(80)
  for (const { inside, files, median } of kinds) {
    expect(inside / files).toBeGreaterThanOrEqual(0.9)
    expect(median).toBeLessThan(0.34)
  }
})
