import { measure } from '@fonema/speech'
import { expect, test } from 'vitest'
import { mergeStretches, stretchesOf } from './stretches.ts'

test('a short take is one piece', () => {
  expect(stretchesOf({ start: 0.5, end: 14 })).toEqual([{ start: 0.5, end: 14 }])
})

test('a long take is cut at whole multiples, wherever it ends, and nothing is left out', () => {
  expect(stretchesOf({ start: 0.5, end: 32 })).toEqual([
    { start: 0.5, end: 10 },
    { start: 10, end: 20 },
    { start: 20, end: 32 },
  ])
  expect(stretchesOf({ start: 0.5, end: 36 }).at(-1)).toEqual({ start: 30, end: 36 })
  for (const end of [3, 14.9, 15, 45, 600]) {
    const spans = stretchesOf({ start: 0.5, end })
    expect(spans[0]?.start).toBe(0.5)
    expect(spans.at(-1)?.end).toBe(end)
    for (const [i, span] of spans.entries()) if (i > 0) expect(span.start).toBe(spans[i - 1]?.end)
  }
})

/** One second of voice and one of pause, repeated, over noise. */
function phrases(seconds: number, rate: number, noise: number): Float32Array {
  let seed = 1
  let phase = 0
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    phase += (2 * Math.PI * 150) / rate
    const speaks = (i / rate) % 2 >= 1
    const voice = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase)
    return (speaks ? 0.2 * voice : 0) + noise * (seed / 2 ** 30 - 1)
  })
}

test('the merged pieces give the same result as the whole', () => {
  const rate = 16_000
  const samples = phrases(48, rate, 0.02)
  const qualityOf = (part: Float32Array) => measure(part, rate, ['recording_quality']).recording_quality!
  const whole = qualityOf(samples)
  const merged = mergeStretches(
    stretchesOf({ start: 0, end: 48 }).map((span) => ({
      span,
      quality: qualityOf(samples.subarray(span.start * rate, span.end * rate)),
    })),
  )
  expect(Math.abs(merged.scores.snr_db! - whole.scores.snr_db!)).toBeLessThan(1)
  expect(merged.scores.peak_dbfs).toBeCloseTo(whole.scores.peak_dbfs!, 6)
  expect(merged.scores.dc_offset).toBeCloseTo(whole.scores.dc_offset!, 6)
  expect(merged.data?.steadyVoiceS).toBeCloseTo(whole.data!.steadyVoiceS, 1)
  expect(merged.data?.speech).toHaveLength(24)
  for (const [i, part] of merged.data!.speech.entries())
    expect(Math.abs(part.start_s - whole.data!.speech[i]!.start_s)).toBeLessThan(0.05)
})
