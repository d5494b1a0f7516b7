import type { Quality } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { RecordingQuality } from './RecordingQuality.tsx'

test('another voice is named with its seconds', async () => {
  const quality: Quality = {
    snr_db: 30,
    clipped_ratio: 0,
    peak_dbfs: -6,
    rms_dbfs: -20,
    sample_rate: 48_000,
    verdict: 'fair',
    reasons: ['other_voice'],
    other_voice: [
      { start_s: 1, end_s: 1.5 },
      { start_s: 3, end_s: 4 },
    ],
  }
  await show(<RecordingQuality quality={quality} capture={null} unjudged="none" />, {
    areas: ['analysis'],
    answers: {},
  })
  expect((await screen.findByRole('listitem')).textContent).toMatch(/otra voz\. Dura unos 1,5 s\./)
})
