import type { TypedWord } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hiddenWords, masked, nameMask, silence, silentRanges } from './hide.ts'

const word = (
  text: string,
  start: number | null,
  end: number | null,
  ...marks: TypedWord['marks'] & {}
): TypedWord => ({
  text,
  start,
  end,
  ...(marks.length > 0 && { marks }),
})

test('words in a row become one mask of fixed length, with the time from the first to the last', () => {
  const words = [
    word('soy', 0, 0.2),
    word('Ana', 0.3, 0.5, 'name'),
    word('Gómez', 0.5, 0.9, 'name', 'filler'),
    word('y', 1, 1.1),
    word('Luis', null, null, 'name'),
  ]
  expect(masked(words, hiddenWords(words, 'es'))).toEqual([
    word('soy', 0, 0.2),
    word(nameMask, 0.3, 0.9, 'name'),
    word('y', 1, 1.1),
    word(nameMask, null, null, 'name'),
  ])
})

test('a name is hidden wherever it is said', () => {
  const words = [
    word('Zenobia', 0, 1, 'name'),
    word('vino', 1, 2),
    word('¡ZENOBIA!', 2, 3),
    word('me', 3, 4),
    word('llamo', 4, 5),
    word('Inés', 5, 6),
    word('ines', 6, 7),
    word('de', 7, 8),
  ]
  expect([...hiddenWords(words, 'es')].sort()).toEqual([0, 2, 5, 6])
})

test('a mask has a time only when all its words have one', () => {
  const words = [word('Ana', 0, 1, 'name'), word('Paz', null, null, 'name'), word('Ruiz', 2, 3, 'name')]
  expect(masked(words, new Set([0, 1, 2]))).toEqual([word(nameMask, null, null, 'name')])
})

const recording = { window: { start: 1, end: 9 }, sampleRateHz: 1000, length: 10_000 }

test('hidden words are silent with 50 ms around them, and so is all outside the window', () => {
  const words = [word('hola', 0, 1), word('Ana', 2, 2.5, 'name'), word('Paz', 2.52, 3, 'name')]
  expect(silentRanges(words, new Set([1, 2]), recording)).toEqual([
    [0, 1000],
    [2950, 4050],
    [9000, 10_000],
  ])
  expect(silentRanges(words, new Set(), recording)).toEqual([
    [0, 1000],
    [9000, 10_000],
  ])
})

test.each([
  ['no time', word('Ana', null, null)],
  ['no end', word('Ana', 1, null)],
  ['a start that is no number', word('Ana', Number.NaN, 1)],
  ['an end that is no number', word('Ana', 1, Number.NaN)],
  ['an endless end', word('Ana', 1, Number.POSITIVE_INFINITY)],
  ['an end before its start', word('Ana', 3, 2)],
])('a hidden word with %s silences everything', (_, hidden) => {
  const words = [word('hola', 0, 1), hidden]
  expect(silentRanges(words, new Set([1]), recording)).toEqual([[0, 10_000]])
  expect(silentRanges(words, new Set([0]), recording)).toEqual([
    [0, 2050],
    [9000, 10_000],
  ])
})

test('a hidden word that is not there, and a window that is none, silence everything', () => {
  expect(silentRanges([], new Set([0]), recording)).toEqual([[0, 10_000]])
  for (const window of [
    { start: 3, end: 3 },
    { start: 3, end: 2 },
    { start: Number.NaN, end: 2 },
    { start: -1, end: 2 },
  ])
    expect(silentRanges([], new Set(), { ...recording, window })).toEqual([[0, 10_000]])
})

test('of 1,000 hostile sets of spans, no sample of a hidden span is left, and no other sample changes', () => {
  const time = fc.oneof(
    fc.double({ min: -5, max: 15, noNaN: true }),
    fc.constantFrom(0, 8, -0, 1e9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    fc.constant(null),
  )
  const span = fc.oneof(
    fc.tuple(time, time),
    fc.double({ min: 0, max: 8, noNaN: true }).map((at) => [at, at] as const), // of no length
    fc
      .tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([at, length]) => [at, at + length] as const),
  )
  let partly = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(span, fc.boolean()), { maxLength: 12 }), (spans) => {
      const words = spans.map(([[start, end]]) => word('x', start, end))
      const hidden = new Set(spans.flatMap(([, isHidden], i) => (isHidden ? [i] : [])))
      const samples = new Int16Array(recording.length).fill(1000)
      silence(samples, silentRanges(words, hidden, recording))
      const isUnusable = [...hidden].some((i) => {
        const { start, end } = words[i]!
        return start === null || end === null || !Number.isFinite(start) || !Number.isFinite(end) || end < start
      })
      if (isUnusable) return samples.every((sample) => sample === 0)
      partly++
      // Sample by sample, without the ranges.
      return samples.every((sample, i) => {
        const at = i / 1000 - 1
        const isOutside = at < 0 || at >= 8
        const isNear = [...hidden].some(
          (one) => at > words[one]!.start! - 0.049_999 && at < words[one]!.end! + 0.049_999,
        )
        const isFar = ![...hidden].some((one) => at > words[one]!.start! - 0.052 && at < words[one]!.end! + 0.052)
        if (isOutside || isNear) return sample === 0
        return isFar ? sample === 1000 : true
      })
    }),
    { numRuns: 1000 },
  )
  expect(partly).toBeGreaterThan(200)
})
