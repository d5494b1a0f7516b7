import { expect, test } from 'vitest'
import type { Measured } from './measured.ts'
import type { QualityData } from './recording-quality.ts'
import { judgeRecording } from './verdict.ts'

const scores = { snr_db: 35, clipped_ratio: 0, peak_dbfs: -6, rms_dbfs: -24, dc_offset: 0, speech_ratio: 0.8 }
const quality: Measured<QualityData> = {
  scores,
  missing: {},
  data: { speech: [{ start_s: 1, end_s: 9 }], bandLimitHz: null, steadyVoiceS: 2 },
}
const circumstances = { sampleRateHz: 48_000, durationS: 10, gaps: [], settings: {} }

function qualityWith(changed: Partial<typeof scores>): Measured<QualityData> {
  return { ...quality, scores: { ...scores, ...changed } }
}

function spokenFrom(start_s: number, end_s: number): Measured<QualityData> {
  return { ...quality, data: { speech: [{ start_s, end_s }], bandLimitHz: null, steadyVoiceS: 2 } }
}

test('a clean take is good', () => {
  expect(judgeRecording(quality, circumstances)).toEqual({ verdict: 'good', reasons: [] })
})

test.each<[string, Measured<QualityData>, string, string[]]>([
  ['clipped', qualityWith({ clipped_ratio: 0.00011 }), 'poor', ['clipped']],
  ['hardly clipped', qualityWith({ clipped_ratio: 0.0001 }), 'good', []],
  ['very noisy', qualityWith({ snr_db: 9.9 }), 'poor', ['noisy']],
  ['rather noisy', qualityWith({ snr_db: 19.9 }), 'fair', ['noisy']],
  ['quiet room', qualityWith({ snr_db: 20 }), 'good', []],
  ['hardly audible', qualityWith({ peak_dbfs: -41 }), 'poor', ['too_quiet']],
  ['soft', qualityWith({ peak_dbfs: -31 }), 'fair', ['too_quiet']],
  ['nobody spoke', { ...quality, data: { speech: [], bandLimitHz: null, steadyVoiceS: 2 } }, 'poor', ['no_speech']],
  ['spoken at once', spokenFrom(0.05, 9), 'poor', ['cut_start']],
  ['spoken after a breath', spokenFrom(0.15, 9), 'good', []],
  ['spoken to the end', spokenFrom(1, 9.95), 'poor', ['cut_end']],
  ['shifted from zero', qualityWith({ dc_offset: 0.2 }), 'fair', ['offset']],
  ['shifted below zero', qualityWith({ dc_offset: -0.03 }), 'fair', ['offset']],
  ['hardly shifted', qualityWith({ dc_offset: 0.01 }), 'good', []],
])('%s', (_, measured, verdict, reasons) => {
  expect(judgeRecording(measured, circumstances)).toEqual({ verdict, reasons })
})

test('a missing signal-to-noise ratio does not lower the verdict', () => {
  const { snr_db: _, ...others } = scores
  const unread: Measured<QualityData> = { ...quality, scores: others, missing: { snr_db: 'no_pause' } }
  expect(judgeRecording(unread, circumstances).verdict).toBe('good')
})

test('another voice makes a take fair, unless it is only a slip of the voice', () => {
  const heard = (otherVoiceS: number | null) => judgeRecording(quality, { ...circumstances, otherVoiceS })
  expect(heard(0.3)).toEqual({ verdict: 'fair', reasons: ['other_voice'] })
  expect(heard(0.2)).toEqual({ verdict: 'good', reasons: [] })
  expect(heard(null)).toEqual({ verdict: 'good', reasons: [] })
})

test('judges the edges of the marked window', () => {
  const window = { startS: 0.5, endS: 9.5 }
  expect(judgeRecording(spokenFrom(0.55, 9), { ...circumstances, window }).reasons).toEqual(['cut_start'])
  expect(judgeRecording(spokenFrom(0.2, 9.45), { ...circumstances, window }).reasons).toEqual(['cut_start', 'cut_end'])
  expect(judgeRecording(spokenFrom(0.7, 9.3), { ...circumstances, window }).reasons).toEqual([])
})

test('counts a gap inside the window, not before or after it', () => {
  const window = { startS: 0.5, endS: 9.5 }
  const gapAt = (atS: number) => ({ ...circumstances, window, gaps: [{ atS, lengthS: 0.2 }] })
  expect(judgeRecording(quality, gapAt(4))).toEqual({ verdict: 'poor', reasons: ['gap'] })
  expect(judgeRecording(quality, gapAt(0.4)).reasons).toEqual(['gap'])
  expect(judgeRecording(quality, gapAt(0.1)).reasons).toEqual([])
  expect(judgeRecording(quality, gapAt(9.6)).reasons).toEqual([])
})

test('a few blocks dropped by a busy browser make a take fair, more make it poor', () => {
  const lost = (...lengthsS: number[]) => ({
    ...circumstances,
    gaps: lengthsS.map((lengthS, at) => ({ atS: 1 + at, lengthS })),
  })
  expect(judgeRecording(quality, lost(0.01, 0.02))).toEqual({ verdict: 'fair', reasons: ['gap'] })
  expect(judgeRecording(quality, lost(0.01, 0.02, 0.03))).toEqual({ verdict: 'poor', reasons: ['gap'] })
})

test('a low rate and processing by the browser make a take fair', () => {
  const settings = { echoCancellation: false, noiseSuppression: true, autoGainControl: false }
  expect(judgeRecording(quality, { ...circumstances, sampleRateHz: 16_000, settings })).toEqual({
    verdict: 'fair',
    reasons: ['low_sample_rate', 'processed_by_browser'],
  })
})

test('the worst reason decides', () => {
  const { verdict, reasons } = judgeRecording(qualityWith({ clipped_ratio: 0.1 }), {
    ...circumstances,
    sampleRateHz: 16_000,
  })
  expect(verdict).toBe('poor')
  expect(reasons).toEqual(['clipped', 'low_sample_rate'])
})

test('limits the length of the marked window, not of what surrounds it', () => {
  const window = { startS: 0.5, endS: 30.5 }
  const within = (longestS: number) => judgeRecording(quality, { ...circumstances, durationS: 31, window, longestS })
  expect(within(30)).toEqual({ verdict: 'good', reasons: [] })
  expect(within(29.7)).toEqual({ verdict: 'fair', reasons: ['longer_than_allowed'] })
})

test('the rate is low if the file’s rate or the device’s bandwidth is', () => {
  const heardTo = (bandLimitHz: number | null): Measured<QualityData> => ({
    ...quality,
    data: { speech: [{ start_s: 1, end_s: 9 }], bandLimitHz, steadyVoiceS: 2 },
  })
  expect(judgeRecording(heardTo(8000), circumstances)).toEqual({ verdict: 'fair', reasons: ['low_sample_rate'] })
  expect(judgeRecording(heardTo(15_500), circumstances).reasons).toEqual([])
  expect(judgeRecording(heardTo(null), circumstances).reasons).toEqual([])
  expect(judgeRecording(heardTo(null), { ...circumstances, sampleRateHz: 31_999 }).reasons).toEqual(['low_sample_rate'])
})

test('a held sound may begin and end outside the recording', () => {
  const all = spokenFrom(0, 10)
  expect(judgeRecording(all, { ...circumstances, category: 'sustained_vowel' })).toEqual({
    verdict: 'fair',
    reasons: ['cut_start', 'cut_end'],
  })
  expect(judgeRecording(all, { ...circumstances, category: 'reading' }).verdict).toBe('poor')
})

test('where a vowel was asked for, a recording without a steady voice is fair', () => {
  const unsteady = { ...quality, data: { ...quality.data!, steadyVoiceS: 0.3 } }
  expect(judgeRecording(unsteady, { ...circumstances, category: 'sustained_vowel' })).toEqual({
    verdict: 'fair',
    reasons: ['no_steady_voice'],
  })
  expect(judgeRecording(unsteady, circumstances).reasons).toEqual([])
  const silent = { ...quality, data: { speech: [], bandLimitHz: null, steadyVoiceS: 0 } }
  expect(judgeRecording(silent, { ...circumstances, category: 'sustained_vowel' }).reasons).toEqual(['no_speech'])
})
