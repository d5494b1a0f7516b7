import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FunctionName } from './measure.ts'
import { functionVersions, measure } from './measure.ts'
import { readWav } from './wav.ts'

type Reference = {
  tolerances: Record<string, { V?: [number, number]; S?: [number, number]; DDK?: [number, number] }>
  recordings: Record<string, { task: string; measures: Record<string, number | null> }>
}

const folder = new URL('../fixtures/', import.meta.url)
const reference = JSON.parse(readFileSync(new URL('reference.json', folder), 'utf8')) as Reference
const everything = Object.keys(functionVersions) as FunctionName[]

test.each(Object.keys(reference.recordings))('measures %s like Praat 6.3.07', (file) => {
  const { task, measures } = reference.recordings[file]!
  const { samples, sampleRateHz } = readWav(readFileSync(new URL(file, folder)))
  const results = Object.values(measure(samples, sampleRateHz, everything, { fewestPeriods: 0 }))
  const compared = results
    .flatMap(({ scores }) => Object.entries(scores))
    .filter(([name]) => {
      return reference.tolerances[name] !== undefined && typeof measures[name] === 'number'
    })
  const kind = task === 'sustained_vowel' ? 'V' : 'S'
  const outside = compared.flatMap(([name, value]) => {
    const [absolute, relative] = reference.tolerances[name]?.[kind] ?? reference.tolerances[name]?.DDK ?? [0, 0]
    const expected = measures[name]!
    const allowed = Math.max(absolute, relative * Math.abs(expected)) + 1e-9
    return Math.abs(value - expected) <= allowed ? [] : [{ name, value, expected, allowed }]
  })
  expect(outside).toEqual([])
  expect(compared.length).toBeGreaterThan(15)
})
