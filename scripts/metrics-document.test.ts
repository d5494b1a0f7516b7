import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Accuracy, metricsDocument } from './metrics-document.ts'

const docs = join(import.meta.dirname, '../docs')

test('docs/metrics.md matches the descriptions; npm run tool -- docs-metrics writes it again', () => {
  const accuracy = JSON.parse(readFileSync(join(docs, 'metrics-accuracy.json'), 'utf8')) as Accuracy
  expect(readFileSync(join(docs, 'metrics.md'), 'utf8')).toBe(metricsDocument(accuracy))
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
