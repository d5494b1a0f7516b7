import type { Analysis } from './analysis.ts'
import { localJitter } from './jitter.ts'
import type { Limits } from './limits.ts'
import { Scores } from './measured.ts'
import { countPeriods } from './periods.ts'
import type { PitchTrack } from './pitch.ts'
import { localShimmerDb } from './shimmer.ts'
import { type FrameSpectrum, measureSpectralFrames } from './spectral-frames.ts'
import { mean, quantile, standardDeviation } from './statistics.ts'

/** Mean, spread and percentiles of the tracks of a recording. Those without an answer are in `missing`. */
export type Functionals = Pick<Scores, 'scores' | 'missing'>

/** The zero of the scale of semitones, as in openSMILE. */
const semitoneZeroHz = 27.5
/** Periods around a frame, whose jitter and shimmer is that of the frame: openSMILE's frame of the pitch has 60 ms. */
const perturbationReachS = 0.03
/** Perturbation of a voice with more jitter has no reliable value: Titze 1995. */
const largestJitter = 0.05

/**
 * What research compares across corpora: after eGeMAPS, from the tracks of our own measures. Only takeouts have them.
 *
 * @param formants of the voiced frames, Hz, F1 to F3
 * @see Eyben et al. 2016, "The Geneva minimalistic acoustic parameter set"
 */
export function measureFunctionals(
  analysis: Analysis,
  { fewestPeriods }: Limits,
  formants: readonly Float64Array[],
): Functionals {
  const found = new Scores()
  const track = analysis.pitch()
  const voiced = track === null ? [] : Array.from(track.hz.filter((hz) => hz > 0))
  const semitones = voiced.map((hz) => 12 * Math.log2(hz / semitoneZeroHz))
  putRatio(found, 'fn_f0_st', semitones)
  putPercentiles(found, 'fn_f0_st', semitones)
  const levels = Array.from(analysis.intensity()?.db ?? [])
  putLevel(found, 'fn_intensity_db', levels)
  putPercentiles(found, 'fn_intensity_db', levels)
  putPerturbation(found, analysis, track, fewestPeriods)
  putLevel(found, 'fn_hnr_db', analysis.harmonicity() ?? [])
  const { samples, rateHz } = analysis.voice()
  const differences = analysis.harmonicDifferences()
  putLevel(found, 'fn_h1_h2_db', Array.isArray(differences) ? differences : [])
  for (const [i, hz] of formants.entries()) putRatio(found, `fn_f${i + 1}_hz`, hz)
  putSpectra(found, measureSpectralFrames(samples, rateHz), track)
  putSegments(found, track, analysis.durationS)
  const { scores, missing } = found
  return { scores, missing }
}

const reason = 'no_voice'

/** Mean and coefficient of variation, of what has a true zero. */
function putRatio(found: Scores, name: string, values: ArrayLike<number>) {
  const average = mean(values)
  found.put(`${name}_mean`, average, reason)
  const spread = standardDeviation(values)
  found.put(`${name}_cv`, average && spread !== null ? spread / Math.abs(average) : null, reason)
}

/** Mean and standard deviation, of what has no true zero: dividing by the mean of decibels would mean nothing. */
function putLevel(found: Scores, name: string, values: ArrayLike<number>) {
  found.put(`${name}_mean`, mean(values), reason)
  found.put(`${name}_sd`, standardDeviation(values), reason)
}

function putPercentiles(found: Scores, name: string, values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const [low, middle, high] = [0.2, 0.5, 0.8].map((share) => quantile(sorted, share))
  found.put(`${name}_p20`, low, reason)
  found.put(`${name}_p50`, middle, reason)
  found.put(`${name}_p80`, high, reason)
  found.put(`${name}_p20_p80`, low != null && high != null ? high - low : null, reason)
}

/** Withheld where jitter and shimmer of the whole recording are. */
function putPerturbation(found: Scores, analysis: Analysis, track: PitchTrack | null, fewestPeriods: number) {
  const pulses = analysis.pulses() ?? new Float64Array(0)
  const isRegular = countPeriods(pulses) >= Math.max(1, fewestPeriods) && (localJitter(pulses) ?? 1) <= largestJitter
  const jitter: number[] = []
  const shimmer: number[] = []
  const amplitudes = isRegular ? analysis.amplitudes() : null
  for (let frame = 0; amplitudes !== null && track !== null && frame < track.count; frame++) {
    if (!(track.hz[frame]! > 0)) continue
    const timeS = track.firstS + frame * track.stepS
    const near = (times: Float64Array) => [
      placeOf(times, timeS - perturbationReachS),
      placeOf(times, timeS + perturbationReachS),
    ]
    const ofFrame = localJitter(pulses.subarray(...near(pulses)))
    if (ofFrame !== null) jitter.push(100 * ofFrame)
    const [from, to] = near(amplitudes.timesS)
    const part = { values: amplitudes.values.subarray(from, to), timesS: amplitudes.timesS.subarray(from, to) }
    const shimmerDb = localShimmerDb(part)
    if (shimmerDb !== null) shimmer.push(shimmerDb)
  }
  putRatio(found, 'fn_jitter_pct', jitter)
  putRatio(found, 'fn_shimmer_db', shimmer)
}

/** The first of ascending times that is not below `timeS`. */
function placeOf(times: Float64Array, timeS: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < timeS) low = middle + 1
    else high = middle
  }
  return low
}

function putSpectra(found: Scores, frames: readonly FrameSpectrum[], track: PitchTrack | null) {
  const isVoiced = ({ timeS }: FrameSpectrum) =>
    track !== null && (track.hz[Math.round((timeS - track.firstS) / track.stepS)] ?? 0) > 0
  const parts = Map.groupBy(frames, (frame) => (isVoiced(frame) ? 'voiced' : 'unvoiced'))
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  putRatio(found, 'fn_flux', known(frames.map(({ flux }) => flux)))
  for (const part of ['voiced', 'unvoiced'] as const) {
    const own = parts.get(part) ?? []
    const levels = {
      alpha_db: own.map(({ alphaDb }) => alphaDb),
      hammarberg_db: own.map(({ hammarbergDb }) => hammarbergDb),
      slope_0_500_db_per_khz: own.map(({ lowSlope }) => lowSlope),
      slope_500_1500_db_per_khz: own.map(({ middleSlope }) => middleSlope),
    }
    const flux = known(own.map((frame) => frame.flux))
    if (part === 'voiced') {
      for (const [name, values] of Object.entries(levels)) putLevel(found, `fn_voiced_${name}`, known(values))
      putRatio(found, 'fn_voiced_flux', flux)
      continue
    }
    // No frame outside the voice holds more than digital silence.
    const noFrame = own.length === 0 ? 'no_speech' : 'too_short'
    for (const [name, values] of Object.entries({ ...levels, flux }))
      found.put(`fn_unvoiced_${name}_mean`, mean(known(values)), noFrame)
  }
}

/** Runs of voiced frames, and the unvoiced runs before, between and after them. */
function putSegments(found: Scores, track: PitchTrack | null, durationS: number) {
  const lengths = { voiced: [] as number[], unvoiced: [] as number[] }
  for (let from = 0, to = 0; track !== null && from < track.count; from = to) {
    const isVoiced = track.hz[from]! > 0
    while (to < track.count && track.hz[to]! > 0 === isVoiced) to++
    lengths[isVoiced ? 'voiced' : 'unvoiced'].push((to - from) * track.stepS)
  }
  found.put('fn_voiced_segments_per_s', track === null ? null : lengths.voiced.length / durationS, 'too_short')
  putLevel(found, 'fn_voiced_segment_s', lengths.voiced)
  putLevel(found, 'fn_unvoiced_segment_s', lengths.unvoiced)
}
