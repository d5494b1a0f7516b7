/** A functional of a takeout: what it is, and how it differs from what openSMILE computes under the name given. */
export type FunctionalDescription = {
  readonly unit: string
  readonly definition: string
  /** the feature of eGeMAPS v02 that it resembles */
  readonly resembles: string
  readonly difference: string
}

type Track = {
  readonly name: string
  readonly unit: string
  readonly definition: string
  readonly resembles: string
  readonly difference: string
  /** a ratio has a true zero, so its spread is a coefficient of variation; a level has none; a mean stands alone */
  readonly scale: 'ratio' | 'level' | 'mean'
  readonly hasPercentiles?: true
}

const unsmoothed = 'the track is not smoothed over three frames'

const tracks: readonly Track[] = [
  {
    name: 'fn_f0_st',
    unit: 'semitone',
    definition: 'F0 of the voiced frames of 10 ms, in semitones above 27.5 Hz',
    resembles: 'F0semitoneFrom27.5Hz_sma3nz',
    difference: `autocorrelation below 8 kHz instead of subharmonic summation; ${unsmoothed}`,
    scale: 'ratio',
    hasPercentiles: true,
  },
  {
    name: 'fn_intensity_db',
    unit: 'dB',
    definition: 'Intensity of all frames of 8 ms, uncalibrated, with full scale at 93.98 dB',
    resembles: 'loudness_sma3',
    difference: 'a level in dB, not an auditory loudness',
    scale: 'level',
    hasPercentiles: true,
  },
  {
    name: 'fn_jitter_pct',
    unit: '%',
    definition: 'Local jitter of the periods within 30 ms of each voiced frame',
    resembles: 'jitterLocal_sma3nz',
    difference: `in %, not a fraction; none with fewer than 100 periods or above 5 %; ${unsmoothed}`,
    scale: 'ratio',
  },
  {
    name: 'fn_shimmer_db',
    unit: 'dB',
    definition: 'Local shimmer of the periods within 30 ms of each voiced frame',
    resembles: 'shimmerLocaldB_sma3nz',
    difference: `root mean square around the pulse, not peak to peak; withheld together with the jitter; ${unsmoothed}`,
    scale: 'ratio',
  },
  {
    name: 'fn_hnr_db',
    unit: 'dB',
    definition: 'Harmonics-to-noise ratio of the frames of 10 ms that are not silent',
    resembles: 'HNRdBACF_sma3nz',
    difference: 'cross-correlation as in Praat; frames without voice that are not silent count too',
    scale: 'level',
  },
  {
    name: 'fn_h1_h2_db',
    unit: 'dB',
    definition: 'Level of the first harmonic less that of the second, in at most 200 voiced frames',
    resembles: 'logRelF0-H1-H2_sma3nz',
    difference: 'measured at the multiples of F0 over six periods; withheld below 20 frames and in noise',
    scale: 'level',
  },
  ...[1, 2, 3].map((formant): Track => {
    return {
      name: `fn_f${formant}_hz`,
      unit: 'Hz',
      definition: `Frequency of formant ${formant} in the voiced frames, searched below 5500 Hz`,
      resembles: `F${formant}frequency_sma3nz`,
      difference: `Burg's coefficients at 11 kHz, five formants; ${unsmoothed}`,
      scale: 'ratio',
    }
  }),
  {
    name: 'fn_flux',
    unit: '',
    definition:
      'Distance between the spectra of neighbouring frames of 20 ms below 5 kHz: 0 the same, 1.41 nothing in common',
    resembles: 'spectralFlux_sma3',
    difference: 'both spectra have length 1, so the loudness does not count',
    scale: 'ratio',
  },
  ...ofPart('voiced', 'V', 'voiced frames of 20 ms'),
  ...ofPart('unvoiced', 'UV', 'other frames of 20 ms, pauses included'),
]

/** eGeMAPS has only the mean of the unvoiced frames. */
function ofPart(part: 'voiced' | 'unvoiced', short: 'V' | 'UV', frames: string): Track[] {
  const isVoiced = part === 'voiced'
  const spectral = (name: string, unit: string, definition: string, resembles: string, difference: string): Track => {
    const scale = isVoiced ? (unit === '' ? 'ratio' : 'level') : 'mean'
    return { name: `fn_${part}_${name}`, unit, definition: `${definition}, ${frames}`, resembles, difference, scale }
  }
  const noLowRate = `none below a sample rate of 10 kHz; ${unsmoothed}`
  return [
    spectral('alpha_db', 'dB', 'Level of 1–5 kHz less that of 50–1000 Hz', `alphaRatio${short}_sma3nz`, noLowRate),
    spectral(
      'hammarberg_db',
      'dB',
      'Strongest line below 2 kHz less the strongest of 2–5 kHz',
      `hammarbergIndex${short}_sma3nz`,
      noLowRate,
    ),
    ...(['0-500', '500-1500'] as const).map((band) =>
      spectral(
        `slope_${band.replace('-', '_')}_db_per_khz`,
        'dB/kHz',
        `Slope of the straight line through the levels of ${band.replace('-', '–')} Hz`,
        `slope${short}${band}_sma3nz`,
        `in dB per kHz of our own spectrum; ${unsmoothed}`,
      ),
    ),
    spectral(
      'flux',
      '',
      'Distance between the spectra of neighbouring frames below 5 kHz',
      `spectralFlux${short}_sma3nz`,
      'both spectra have length 1, so the loudness does not count',
    ),
  ]
}

const ownRuns = 'runs of our F0, which has no gaps of one frame filled'

/** Lengths of segments, whose names in eGeMAPS follow no rule. */
const segments: readonly (readonly [string, FunctionalDescription])[] = [
  ['fn_voiced_segments_per_s', '1/s', 'Runs of voiced frames, per second of the recording', 'VoicedSegmentsPerSec'],
  ['fn_voiced_segment_s_mean', 's', 'Length of the runs of voiced frames: mean', 'MeanVoicedSegmentLengthSec'],
  [
    'fn_voiced_segment_s_sd',
    's',
    'Length of the runs of voiced frames: standard deviation',
    'StddevVoicedSegmentLengthSec',
  ],
  [
    'fn_unvoiced_segment_s_mean',
    's',
    'Length of the runs without voice, also at the beginning and the end: mean',
    'MeanUnvoicedSegmentLength',
  ],
  [
    'fn_unvoiced_segment_s_sd',
    's',
    'Length of the runs without voice, also at the beginning and the end: standard deviation',
    'StddevUnvoicedSegmentLength',
  ],
].map(([name = '', unit = '', definition = '', resembles = '']) => [
  name,
  { unit, definition, resembles, difference: ownRuns },
])

const percentiles = {
  p20: ['20th percentile', 'percentile20.0'],
  p50: ['50th percentile', 'percentile50.0'],
  p80: ['80th percentile', 'percentile80.0'],
  p20_p80: ['distance from the 20th to the 80th percentile', 'pctlrange0-2'],
} as const

/** Every functional, in the order of the columns. */
export const functionalDescriptions: ReadonlyMap<string, FunctionalDescription> = new Map([
  ...tracks.flatMap((track) => [...functionalsOf(track)]),
  ...segments,
])

function* functionalsOf(track: Track): Generator<[string, FunctionalDescription]> {
  const { name, unit, definition, resembles, difference, scale } = track
  const describe = (what: string, ownUnit: string, as: string): FunctionalDescription => {
    return { unit: ownUnit, definition: `${definition}: ${what}`, resembles: `${resembles}_${as}`, difference }
  }
  yield [`${name}_mean`, describe('mean', unit, 'amean')]
  if (scale === 'mean') return
  if (scale === 'ratio') yield [`${name}_cv`, describe('standard deviation over the mean', '', 'stddevNorm')]
  else {
    const spread = describe('standard deviation', unit, 'stddevNorm')
    yield [`${name}_sd`, { ...spread, difference: `${difference}; not divided by the mean` }]
  }
  if (!track.hasPercentiles) return
  for (const [suffix, [what, as]] of Object.entries(percentiles)) yield [`${name}_${suffix}`, describe(what, unit, as)]
}
