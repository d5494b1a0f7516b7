import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FunctionName } from './measure.ts'
import { functionVersions, measure } from './measure.ts'
import { measureDescriptions, wordMeasureDescriptions } from './measures.ts'
import { silence } from './test-signals.ts'

const everything = Object.keys(functionVersions) as FunctionName[]
// The result for silence names every measure, each with the reason why it is missing.
const measured = measure(silence(16_000, 1), 16_000, everything)

test.each(everything)('describes every measure of %s, and nothing else', (name) => {
  const { scores, missing } = measured[name]!
  expect(Object.keys(measureDescriptions[name].measures).sort()).toEqual(Object.keys({ ...scores, ...missing }).sort())
})

test.each(everything)('describes %s in sentences, with units that agree with the names', (name) => {
  const units: Record<string, string[]> = {
    _hz: ['Hz'],
    _s: ['s', '1/s', 'dB/s'],
    _pct: ['%'],
    _db: ['dB'],
    _st: ['st'],
    _ms: ['ms'],
    _us: ['µs'],
    _dbfs: ['dBFS'],
    _count: [''],
  }
  for (const [measureName, { unit, definition, meaning }] of Object.entries(measureDescriptions[name].measures)) {
    const ending = Object.keys(units).find((suffix) => measureName.endsWith(suffix))
    if (ending !== undefined) expect(units[ending], measureName).toContain(unit)
    for (const text of [definition, meaning]) expect(text, measureName).toMatch(/^[A-Z0-9].*\.$/)
  }
})

test('only counts have no decimals', () => {
  const all = Object.values({ ...measureDescriptions, ...wordMeasureDescriptions }).flatMap(({ measures }) =>
    Object.entries(measures),
  )
  const counted = all.flatMap(([name, { decimals }]) => (decimals === 0 ? [name] : []))
  expect(counted.sort()).toEqual(
    [
      ...[
        'ddk_peak_count',
        'ddk_onset_count',
        'pause_count',
        'syllable_count',
        'voice_break_count',
        'n_periods',
        'n_pulses',
      ],
      ...['tokens', 'types', 'valid_unique_words', 'repetitions', 'intrusions'],
      ...['undecided_words', 'cluster_switches', 'content_units', 'undecided_units'],
      ...['words_0_15_s', 'words_15_30_s', 'words_30_45_s', 'words_45_60_s'],
    ].sort(),
  )
})

test('a measure that grows with the length of an answer has a neutral direction', () => {
  const { timing, diadochokinesis } = measureDescriptions
  const all = { ...timing.measures, ...diadochokinesis.measures, ...wordMeasureDescriptions.lexical.measures }
  const growing = ['duration_s', 'speech_span_s', 'phonation_time_s', 'pause_count', 'pause_total_s', 'syllable_count']
  for (const name of [...growing, 'ddk_peak_count', 'ddk_onset_count', 'tokens', 'types'])
    expect(all[name]?.direction, name).toBe('neutral')
})

test('the descriptions import no signal code, as a browser loads them alone', () => {
  const files = ['measures.ts', ...readdirSync(join(import.meta.dirname, 'measures')).map((name) => `measures/${name}`)]
  const code = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  const imported = Array.from(code.matchAll(/^import (?!type ).*'(.+)'$/gm), ([, path]) => path!)
  expect(imported.length).toBeGreaterThan(6)
  expect(imported.filter((path) => !path.startsWith('./measures/') && path !== './description.ts')).toEqual([])
})
