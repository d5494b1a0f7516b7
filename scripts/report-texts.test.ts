import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportTexts, reportTextsFile } from './report-texts.ts'

test('reports name measures as the pages do; npm run tool -- report-texts writes the file again', () => {
  expect(readFileSync(reportTextsFile, 'utf8')).toBe(reportTexts())
})
