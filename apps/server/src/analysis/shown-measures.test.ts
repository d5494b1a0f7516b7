import { scoreHeadings } from '@fonema/contract'
import { expect, test } from 'vitest'
import { exportOnly } from './export-only.ts'
import { functionsFor } from './functions.ts'
import { describedMeasures, shownFor, shownMeasures, shownScores } from './shown-measures.ts'

const shown = Object.values(shownMeasures).flatMap((ofCategory) => Object.values(ofCategory).flat())
const exported = Object.values(exportOnly).flat()

test('every described measure is shown for some category, or exported only for a stated reason', () => {
  const places = new Set([...shown.map(({ name }) => name), ...exported])
  expect([...describedMeasures.keys()].filter((name) => !places.has(name))).toEqual([])
})

test('every measure that is only exported is described, listed once and never shown', () => {
  expect(exported.filter((name) => !describedMeasures.has(name))).toEqual([])
  expect(exported.filter((name) => shown.some((score) => score.name === name))).toEqual([])
  expect(exported).toHaveLength(new Set(exported).size)
})

test.each(Object.keys(shownMeasures))('every score of %s is measured for it, and shown once', (category) => {
  const scores = Object.values(shownFor(category)).flat()
  const measured = functionsFor(category).map(({ entry }) => entry as string)
  expect(scores.filter(({ entry }) => !measured.includes(entry))).toEqual([])
  expect(scores).toHaveLength(new Set(scores.map(({ name }) => name)).size)
})

test('every heading is used', () => {
  const used = new Set(Object.values(shownMeasures).flatMap((ofCategory) => Object.keys(ofCategory)))
  expect([...used].sort()).toEqual([...scoreHeadings].sort())
})

test('a syllable train shows no rate by the syllable count of connected speech', () => {
  const names = shownScores('diadochokinesis', 'timing').map(({ name }) => name)
  expect(names).not.toContain('articulation_rate_syl_per_s')
  expect(names).toContain('speech_onset_s')
})

test('a category without an entry shows what connected speech shows', () => {
  expect(shownFor('free_speech')).toBe(shownMeasures.speech)
  expect(shownScores('free_speech', 'voice_quality').map(({ name }) => name)).toEqual(['cpps_avqi_db'])
})
