import type { Analysis } from './analysis.ts'
import { createAnalysis } from './analysis.ts'
import type { DiadochokinesisData } from './diadochokinesis.ts'
import { measureDiadochokinesis } from './diadochokinesis.ts'
import type { Measured } from './measured.ts'
import type { ProsodyData } from './prosody.ts'
import { measureProsody } from './prosody.ts'
import type { QualityData } from './recording-quality.ts'
import { measureRecordingQuality } from './recording-quality.ts'
import { measureSpectrum } from './spectrum.ts'
import type { TimingData } from './timing.ts'
import { measureTiming } from './timing.ts'
import type { VoiceQualityData } from './voice-quality.ts'
import { measureVoiceQuality } from './voice-quality.ts'

/** What each function hands over beside its scores. */
export type FunctionData = {
  recording_quality: QualityData
  timing: TimingData
  prosody: ProsodyData
  voice_quality: VoiceQualityData
  diadochokinesis: DiadochokinesisData
  spectrum: unknown
}

export type FunctionName = keyof FunctionData

export type MeasuredFunctions = { [Name in FunctionName]?: Measured<FunctionData[Name]> }

/** Raised whenever a function's values change, so that stored results can be made again. */
export const functionVersions: Readonly<Record<FunctionName, number>> = {
  recording_quality: 1,
  timing: 1,
  prosody: 2,
  voice_quality: 4,
  diadochokinesis: 1,
  spectrum: 1,
}

const functions: { readonly [Name in FunctionName]: (analysis: Analysis) => Measured<FunctionData[Name]> } = {
  recording_quality: measureRecordingQuality,
  timing: measureTiming,
  prosody: measureProsody,
  voice_quality: measureVoiceQuality,
  diadochokinesis: measureDiadochokinesis,
  spectrum: measureSpectrum,
}

/**
 * Runs functions on one recording. They share its contours, so one call with many names costs less than many calls.
 *
 * @param samples mono, full scale ±1
 * @param onMeasured told of each function when it is done, in the order of the names
 * @throws {RangeError} when a sample or the sample rate is not finite, or the rate not above zero
 */
export function measure(
  samples: Float32Array,
  sampleRateHz: number,
  names: readonly FunctionName[],
  onMeasured: (name: FunctionName, soFar: MeasuredFunctions) => void = () => {},
): MeasuredFunctions {
  for (let i = 0; i < samples.length; i++) {
    if (!Number.isFinite(samples[i])) throw new RangeError(`sample ${i} is not finite`)
  }
  const analysis = createAnalysis(samples, sampleRateHz)
  const measured: MeasuredFunctions = {}
  const run = <Name extends FunctionName>(name: Name) => {
    measured[name] = functions[name](analysis) as MeasuredFunctions[Name]
    onMeasured(name, measured)
  }
  for (const name of new Set(names)) run(name)
  return measured
}
