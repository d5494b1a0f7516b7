import type { VerdictReason } from '@fonema/speech'
import { measureQualityPart } from '@fonema/speech'
import { expect, test } from 'vitest'
import { levelRange, marksOf } from './marks.ts'

const take = {
  reasons: [] as VerdictReason[],
  speech: [
    { start_s: 0.5, end_s: 2 },
    { start_s: 6, end_s: 8 },
  ],
  flatTops: [],
  sampleRateHz: 1000,
  gaps: [],
  durationS: 8.5,
}

test('a good take shows only its long silences', () => {
  expect(marksOf(take)).toEqual([{ kind: 'silence', span: { start: 2, end: 6 } }])
})

test('noise is heard in every pause', () => {
  expect(marksOf({ ...take, reasons: ['noisy'] })).toEqual([
    { kind: 'noise', span: { start: 0, end: 0.5 } },
    { kind: 'noise', span: { start: 2, end: 6 } },
    { kind: 'noise', span: { start: 8, end: 8.5 } },
  ])
})

test('cut edges, clipping and gaps are marked where they are, in the order of time', () => {
  const flatTops = [1000, 1010, 7000].map((from) => ({ from, to: from + 4, level: 1 }))
  const gaps = [
    { at: 0, length: 9, pause: true as const },
    { at: 3, length: 0.2 },
  ]
  const speech = [{ start_s: 0, end_s: 8.5 }]
  expect(marksOf({ ...take, speech, flatTops, gaps, reasons: ['cut_start', 'cut_end', 'clipped', 'gap'] })).toEqual([
    { kind: 'cut_start', span: { start: 0, end: 0.3 } },
    { kind: 'clipped', span: { start: 1, end: 1.014 } },
    { kind: 'gap', span: { start: 3, end: 3.2 } },
    { kind: 'clipped', span: { start: 7, end: 7.004 } },
    { kind: 'cut_end', span: { start: 8.2, end: 8.5 } },
  ])
})

test('another voice is marked where it is, when it is a reason of the verdict', () => {
  const otherVoice = { seconds: 1, spans: [{ start_s: 4, end_s: 5 }] }
  expect(marksOf({ ...take, otherVoice, reasons: ['other_voice'] })).toContainEqual({
    kind: 'other_voice',
    span: { start: 4, end: 5 },
  })
  expect(marksOf({ ...take, otherVoice, reasons: [] }).map(({ kind }) => kind)).not.toContain('other_voice')
})

test('a take without speech is one silence', () => {
  expect(marksOf({ ...take, speech: [], reasons: ['no_speech'] })).toEqual([
    { kind: 'silence', span: { start: 0, end: 8.5 } },
  ])
})

test('the level range of a tone is its level, and its peak 3 dB more', () => {
  const rate = 16_000
  const tone = Float32Array.from({ length: 2 * rate }, (_, i) => 0.1 * Math.sin((2 * Math.PI * 300 * i) / rate))
  const part = measureQualityPart(tone, rate, { before: 0, after: 0 })
  const range = levelRange(part, [{ start_s: 0.2, end_s: 1.8 }])!
  expect(range.quietDb).toBeCloseTo(-23.01, 1)
  expect(range.loudDb).toBeCloseTo(-23.01, 1)
  expect(range.peakDb).toBeCloseTo(-20, 1)
  expect(levelRange(part, [])).toBeNull()
})
