import type { Analysis } from './analysis.ts'
import { createAnalysis } from './analysis.ts'
import type { DiadochokinesisData } from './diadochokinesis.ts'
import { measureDiadochokinesis } from './diadochokinesis.ts'
import { withWorkspaces } from './kernels.ts'
import { type Limits, usualLimits } from './limits.ts'
import type { Measured } from './measured.ts'
import type { ProsodyData } from './prosody.ts'
import { measureProsody } from './prosody.ts'
import type { QualityData } from './recording-quality.ts'
import { measureRecordingQuality } from './recording-quality.ts'
import { scanSamples } from './samples.ts'
import type { Speaker } from './speaker-range.ts'
import { measureSpectrum, type SpectrumData } from './spectrum.ts'
import type { TimingData } from './timing.ts'
import { measureTiming } from './timing.ts'
import type { VoiceQualityData } from './voice-quality.ts'
import { measureVoiceQuality } from './voice-quality.ts'

/** What each function returns in addition to its scores. */
export type FunctionData = {
  recording_quality: QualityData
  timing: TimingData
  prosody: ProsodyData
  voice_quality: VoiceQualityData
  diadochokinesis: DiadochokinesisData
  spectrum: SpectrumData
}

export type FunctionName = keyof FunctionData

export type MeasuredFunctions = { [Name in FunctionName]?: Measured<FunctionData[Name]> }

/** Increment a function's version whenever its values change, so that stored results are computed again. */
export const functionVersions: Readonly<Record<FunctionName, number>> = {
  recording_quality: 5,
  timing: 2,
  prosody: 5,
  voice_quality: 7,
  diadochokinesis: 5,
  spectrum: 5,
}

export type MeasuringOptions = Partial<Limits> & {
  /** chooses the range in which the pitch is searched; without one it is the usual range */
  readonly speaker?: Speaker
  /** what the device heard just before and after the samples: the noise of a vowel that has no pause */
  readonly outside?: readonly Float32Array[]
  /** called after each function, in the order of the names */
  readonly onMeasured?: (name: FunctionName, soFar: MeasuredFunctions) => void
}

type Measure<Name extends FunctionName> = (analysis: Analysis, limits: Limits) => Measured<FunctionData[Name]>

const functions: { readonly [Name in FunctionName]: Measure<Name> } = {
  recording_quality: measureRecordingQuality,
  timing: measureTiming,
  prosody: measureProsody,
  voice_quality: measureVoiceQuality,
  diadochokinesis: measureDiadochokinesis,
  spectrum: measureSpectrum,
}

/**
 * Runs functions on one recording. They share intermediate results, so one call with many names is cheaper than many.
 *
 * @param samples mono, full scale ±1
 * @param options limits to compare with other programs, which have none: the product uses the usual ones
 * @throws {RangeError} when a sample or the sample rate is not finite, or the rate is not above zero
 */
export function measure(
  samples: Float32Array,
  sampleRateHz: number,
  names: readonly FunctionName[],
  { onMeasured = () => {}, speaker, outside = [], ...limits }: MeasuringOptions = {},
): MeasuredFunctions {
  for (const stretch of [samples, ...outside]) {
    if (!Number.isFinite(withWorkspaces(() => scanSamples(stretch)).meanSquare))
      throw new RangeError(`sample ${stretch.findIndex((sample) => !Number.isFinite(sample))} is not finite`)
  }
  const analysis = createAnalysis(samples, sampleRateHz, speaker, outside)
  const measured: MeasuredFunctions = {}
  const run = <Name extends FunctionName>(name: Name) => {
    const found = withWorkspaces(() => functions[name](analysis, { ...usualLimits, ...limits }))
    measured[name] = found as MeasuredFunctions[Name]
    onMeasured(name, measured)
  }
  for (const name of new Set(names)) run(name)
  return measured
}
