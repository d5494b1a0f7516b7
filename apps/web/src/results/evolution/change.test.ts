import { expect, test } from 'vitest'
import { bandOf, changeOf, hollowReason } from './change.ts'
import { errorOf, lineOf, pointAt } from './testing.ts'

const jitter = (...values: number[]) =>
  lineOf(
    'jitter',
    values.map((raw, month) => pointAt(month, raw)),
  )

test('a change beyond the smallest detectable one is real, a smaller one may be the measurement', () => {
  expect(changeOf(jitter(2, 9, 3.4), errorOf(1.386))).toMatchObject({ kind: 'beyond', mdc95: 1.386 })
  expect(changeOf(jitter(2, 9, 3.3), errorOf(1.386))).toMatchObject({ kind: 'within' })
  expect(changeOf(jitter(2, 0.6), errorOf(1.386))).toMatchObject({ kind: 'beyond', difference: -1.4 })
  expect(changeOf(jitter(2, 9), errorOf(null))).toMatchObject({ kind: 'unknown', difference: 7 })
  expect(changeOf(jitter(2, 9), undefined)).toMatchObject({ kind: 'unknown' })
  expect(changeOf(jitter(2), errorOf(1))).toBeNull()
})

test('the band is the error around the first comparable value; a change exceeds the error exactly when it leaves the band', () => {
  for (let i = 0; i < 500; i++) {
    const [first, last, mdc95] = [Math.sin(i) * 10, Math.cos(i * 1.7) * 10, 0.1 + (i % 17)]
    const line = { ...jitter(first, last), offset: i % 3 }
    const change = changeOf(line, errorOf(mdc95))
    const [low, high] = bandOf(line, change)!
    expect((high - low) / 2).toBeCloseTo(mdc95, 9)
    expect((high + low) / 2).toBeCloseTo(first + line.offset, 9)
    const shown = last + line.offset
    expect(change?.kind).toBe(shown < low || shown > high ? 'beyond' : 'within')
  }
  expect(bandOf(jitter(2, 9), changeOf(jitter(2, 9), errorOf(null)))).toBeNull()
})

test.each([
  [{ device: 'Headset' }, 'other_device'],
  [{ device: null }, 'other_device'],
  [{ engine: '2' }, 'other_engine'],
  [{ wording: 2 }, 'other_wording'],
  [{ language: 'en', wording: 2 }, 'other_language'],
  [{ isPoor: true }, 'poor_recording'],
  [{ isDoubtful: true }, 'doubtful_recording'],
  [{ hasFewWords: true }, 'few_words'],
] as const)('a session with %j is hollow and cannot be compared, however large the change', (other, reason) => {
  const line = lineOf('jitter', [pointAt(0, 2, other), pointAt(1, 90)])
  expect(hollowReason(line, line.points[0]!)).toBe(reason)
  expect(hollowReason(line, line.points[1]!)).toBeNull()
  expect(changeOf(line, errorOf(1))).toEqual({ kind: 'incomparable', reasons: [reason] })
})

test('compares the latest session with the first comparable one, and skips a poor latest one', () => {
  const line = lineOf('jitter', [
    pointAt(0, 50, { device: 'Headset' }),
    pointAt(1, 2),
    pointAt(2, 4),
    pointAt(3, 90, { isPoor: true }),
  ])
  expect(changeOf(line, errorOf(1))).toMatchObject({ kind: 'beyond', difference: 2 })
  const allPoor = lineOf('jitter', [pointAt(0, 1, { isPoor: true }), pointAt(1, 2, { isPoor: true })])
  expect(changeOf(allPoor, errorOf(1))).toEqual({ kind: 'incomparable', reasons: ['poor_recording'] })
  const noisy = lineOf('jitter', [
    pointAt(0, 1, { isDoubtful: true }),
    pointAt(1, 2),
    pointAt(2, 90, { isDoubtful: true }),
  ])
  expect(changeOf(noisy, errorOf(1))).toEqual({ kind: 'incomparable', reasons: ['doubtful_recording'] })
})

test('a level without calibration and the quality of the recording are not judged, and have no band', () => {
  const [first, last] = [pointAt(0, 1), pointAt(1, 99)]
  for (const line of [lineOf('rms_dbfs', [first, last]), lineOf('snr_db', [first, last], { domain: 'recording' })]) {
    const change = changeOf(line, errorOf(1))
    expect(change).toEqual({ kind: 'not_judged' })
    expect(bandOf(line, change)).toBeNull()
  }
})
