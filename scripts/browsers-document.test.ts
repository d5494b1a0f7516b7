import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderBrowsers } from '../tests/engines/document.ts'
import { documentFile, readResults } from '../tests/engines/results.ts'

test('docs/browsers.md is what its results say', () => {
  expect(readFileSync(documentFile, 'utf8')).toBe(renderBrowsers(readResults()))
})

test('a step that failed or was not tried is never shown as working, and its reason stands below the table', () => {
  const page = renderBrowsers({
    one: {
      engine: 'One',
      version: '1',
      date: '2026-11-26',
      steps: { 'sign-in': { is: 'works' }, check: { is: 'fails', reason: 'no meter' } },
      lacks: null,
      sound: null,
    },
  })
  expect(page).toContain('| sign-in | works |')
  expect(page).toContain('| check | **fails** |')
  expect(page).toContain('| record | not tried |')
  expect(page).toContain('- One, check, fails: no meter')
})
