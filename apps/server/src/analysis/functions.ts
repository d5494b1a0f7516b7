import type { FunctionName } from '@fonema/speech'

type Direction = 'higher_better' | 'lower_better' | 'neutral'
/** A score that the result page shows, with its unit; null: a plain number or a ratio. */
export type ScoreDisplay = { name: string; unit: string | null; direction: Direction; offset: number }

export type AnalysisFunction = { id: string; name: string; entry: FunctionName; shown: readonly ScoreDisplay[] }

const score = (name: string, unit: string | null, direction: Direction = 'neutral', offset = 0): ScoreDisplay => ({
  name,
  unit,
  direction,
  offset,
})

// Praat's levels take full scale for 1 Pa, which is 93.98 dB re 20 µPa: nobody shall read them as sound pressure.
const fullScaleOffsetDb = 20 * Math.log10(2e-5)

/** What can be measured of a recording, in the order in which it is shown. */
export const analysisFunctions: readonly AnalysisFunction[] = [
  {
    id: '0197f3a0-0001-7000-8000-000000000001',
    name: 'Prosody',
    entry: 'prosody',
    shown: [
      score('f0_mean_hz', 'Hz'),
      score('f0_median_hz', 'Hz'),
      score('f0_sd_hz', 'Hz'),
      score('f0_sd_st', 'st'),
      score('f0_p05_hz', 'Hz'),
      score('f0_p95_hz', 'Hz'),
      score('voiced_fraction', null),
      score('intensity_mean_energy_db', 'dBFS', 'neutral', fullScaleOffsetDb),
      score('intensity_sounding_sd_db', 'dB'),
    ],
  },
  {
    id: '0197f3a0-0001-7000-8000-000000000002',
    name: 'Timing',
    entry: 'timing',
    shown: [
      score('duration_s', 's'),
      score('phonation_time_s', 's'),
      score('phonation_ratio_span', null),
      score('pause_count', null),
      score('pause_total_s', 's'),
      score('pause_mean_s', 's'),
    ],
  },
  {
    id: '0197f3a0-0001-7000-8000-000000000003',
    name: 'Recording quality',
    entry: 'recording_quality',
    shown: [
      score('snr_db', 'dB', 'higher_better'),
      score('peak_dbfs', 'dBFS'),
      score('rms_dbfs', 'dBFS'),
      score('clipped_ratio', null, 'lower_better'),
      score('speech_ratio', null),
    ],
  },
]

/** What runs on an item of a category: every recording has a level, a pitch and pauses. */
export function functionsFor(_category: string): readonly AnalysisFunction[] {
  return analysisFunctions
}
