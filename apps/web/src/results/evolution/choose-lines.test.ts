import { expect, test } from 'vitest'
import { changeOf } from './change.ts'
import { applyChoices, chooseLines, realChanges } from './choose-lines.ts'
import type { Line } from './lines.ts'
import { errorOf, lineOf, pointAt } from './testing.ts'

const line = (score: string, values: number[], changes: Partial<Line> = {}, places: number[] = []) =>
  lineOf(
    score,
    values.map((raw, month) =>
      pointAt(month, raw, { places: places[month] === undefined ? {} : { p: places[month] } }),
    ),
    changes,
  )
const evolved = (lines: readonly Line[], mdc95: number | null) =>
  lines.map((one) => ({ line: one, change: changeOf(one, errorOf(mdc95)) }))
const scores = (lines: readonly Line[]) => lines.map(({ score }) => score)

test('the largest change beyond the error comes first, in the domains that matter before the others', () => {
  const all = [
    line('pause', [1, 3], { domain: 'timing' }),
    line('f0', [1, 9], { domain: 'pitch' }),
    line('jitter', [1, 4]),
    line('shimmer', [1, 1.5]),
  ]
  expect(scores(realChanges(evolved(all, 1), ['voice', 'timing']).map((one) => one.line))).toEqual([
    ...['jitter', 'pause', 'f0'],
  ])
  expect(scores(chooseLines(evolved(all, 1), ['voice', 'timing'], 'p'))).toEqual(['jitter', 'pause', 'f0', 'shimmer'])
})

test('a change inside the band is never reported as a change', () => {
  for (let i = 1; i <= 300; i++) {
    const [first, last, mdc95] = [i % 13, (i * 7) % 19, 0.5 + (i % 11)]
    const found = realChanges(evolved([line('jitter', [first, last])], mdc95), ['voice'])
    expect(found).toHaveLength(Math.abs(last - first) > mdc95 ? 1 : 0)
  }
})

test('uncalibrated levels and the recording quality are never reported as changes', () => {
  const all = [
    line('intensity_mean_energy_db', [1, 99], { domain: 'pitch' }),
    line('snr_db', [1, 99], { domain: 'recording' }),
  ]
  expect(realChanges(evolved(all, 1), ['pitch', 'recording'])).toEqual([])
  expect(chooseLines(evolved(all, 1), ['pitch', 'recording'], 'p')).toEqual([])
})

test('draws at most four lines, and a second one of a family only when no other family is left', () => {
  const jitters = ['jitter_local', 'jitter_rap', 'jitter_ppq5', 'jitter_abs', 'jitter_ddp'].map((name) =>
    line(name, [1, 9]),
  )
  const others = [line('hnr', [1, 2]), line('shimmer_local', [1, 2])]
  expect(scores(chooseLines(evolved([...jitters, ...others], 3), ['voice'], 'p'))).toEqual([
    ...['jitter_local', 'hnr', 'shimmer_local', 'jitter_rap'],
  ])
})

test('draws the measures that moved most within the population when no error is known, and the most unusual ones of a single session', () => {
  const moved = [line('hnr', [1, 2], {}, [50, 52]), line('f0', [1, 2], {}, [20, 70]), line('tokens', [1], {}, [99])]
  expect(scores(chooseLines(evolved(moved, null), ['voice'], 'p'))).toEqual(['f0', 'hnr', 'tokens'])
  const once = [
    line('middle', [1], {}, [55]),
    line('worse', [1], { direction: 'lower_better' }, [10]),
    line('better', [1], { direction: 'lower_better' }, [95]),
  ]
  expect(scores(chooseLines(evolved(once, null), ['voice'], 'p'))).toEqual(['worse', 'middle', 'better'])
})

test('the user can hide and add lines, at most four; hiding one keeps the marks of the others', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => line(name, [1, 2]))
  const first = all.slice(0, 4)
  const drawn = (choices: [string, boolean][]) =>
    applyChoices(all, first, new Map(choices)).drawn.map(({ line: { score }, mark }) => `${score}${mark}`)
  expect(drawn([])).toEqual(['a0', 'b1', 'c2', 'd3'])
  expect(drawn([['a', true]])).toEqual(['b1', 'c2', 'd3'])
  expect(
    drawn([
      ['a', true],
      ['f', false],
    ]),
  ).toEqual(['b1', 'c2', 'd3', 'f4'])
  expect(drawn([['f', false]])).toEqual(['a0', 'b1', 'c2', 'f4'])
  expect(drawn(all.map(({ score }) => [score, false]))).toHaveLength(4)
})
