import { expect, test } from 'vitest'
import { isLevel } from './levels.ts'

test('levels are uncalibrated; spreads and ratios need no calibration', () => {
  const names = [
    'peak_dbfs',
    'rms_dbfs',
    'intensity_mean_energy_db',
    'intensity_min_db',
    'intensity_sounding_mean_db',
    'intensity_sd_db',
    'intensity_sounding_sd_db',
    'snr_db',
    'shimmer_local_db',
    'hnr_mean_db',
    'f0_mean_hz',
  ]
  expect(names.filter(isLevel)).toEqual(names.slice(0, 5))
})
