import type { Quality } from '@fonema/contract'
import { expect, test } from 'vitest'
import { doubtsOf } from './unreliable.ts'

const judged = (...reasons: Quality['reasons']): Quality => ({
  snr_db: 10,
  clipped_ratio: 0,
  peak_dbfs: -3,
  rms_dbfs: -20,
  sample_rate: 44_100,
  verdict: 'poor',
  reasons,
})

test('a reason casts doubt on the functions it affects, and on no others', () => {
  expect(doubtsOf(judged('clipped', 'cut_end'), 'voice_quality')).toEqual(['clipped'])
  expect(doubtsOf(judged('clipped', 'cut_end'), 'timing')).toEqual(['cut_end'])
  expect(doubtsOf(judged('noisy'), 'prosody')).toEqual(['noisy'])
})

test("the recording's verdict itself is trusted, and so is everything in a good recording", () => {
  expect(doubtsOf(judged('clipped', 'noisy', 'no_speech'), 'recording_quality')).toEqual([])
  expect(doubtsOf(judged(), 'prosody')).toEqual([])
  expect(doubtsOf(null, 'prosody')).toEqual([])
})
