import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, features, type Route } from '@fonema/contract'
import { expect, test } from 'vitest'
import { accessTable } from '../apps/server/testing/access-table.ts'
import { featuresDocument } from './features-document.ts'

test('docs/features.md matches the checks of server and web; npm run tool -- docs-features writes it again', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/features.md'), 'utf8')).toBe(featuresDocument())
})

test('the table of access names the feature that each call requires', () => {
  for (const [key, { access }] of Object.entries(contract as Record<string, Route>))
    expect([key, accessTable[key]!.feature]).toEqual([key, access === 'public' ? undefined : access.feature])
})

test('each feature governs a control, and all but the survey’s CSV file a call', () => {
  const document = featuresDocument()
  const governing = new Set(Object.values(accessTable).map(({ feature }) => feature))
  expect(features.filter((feature) => !governing.has(feature))).toEqual(['downloadSurveyRes'])
  for (const feature of features) expect(document).toMatch(new RegExp(`## ${feature}\n[^#]*Controls\n\n- `))
})
