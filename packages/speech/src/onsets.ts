import { createFft, powerOfTwoFrom } from './fft.ts'
import { readFrame } from './samples.ts'
import { mean, quantile } from './statistics.ts'

const stepS = 0.0025
const windowS = 0.01
/** Bands from the pitch to the burst of /t/, Hz. */
const edgesHz = [80, 400, 800, 1300, 2000, 3000, 4500, 7500]
/** A rise is the change of a band's level over this many steps before and after. */
const reach = 2
/** Levels count from twice the noise of the band, or from 35 dB below its loud frames. */
const overNoise = 2
const belowLoud = 10 ** -3.5
/** The burst lies at most this long before the steepest rise, that of the vowel, and is at least this part as steep. */
const longestVoiceOnsetS = 0.085
const leastBurst = 0.4
/** A burst follows a stretch that is this quiet between the quietest and the loudest moment before the vowel. */
const quietShare = 0.35
/** Three of four syllables must begin as steeply as this; swells of a steady voice reach 10, trains in noise at 15 dB 13. */
const leastRise = 11.5
/** The rise is steepest when the window begins to hold the burst, this long before its middle does. */
const leadS = 0.002
/** Near a place where a burst is expected, it is sought this many frames around, and may be a small rise, nepers. */
const aroundExpected = 2
const leastFaintBurst = 2
/** Before the first syllable. */
const longestFirstS = 0.25

/** The beginning of a syllable. */
export type Onset = {
  /** the loudest moment of the syllable, s */
  readonly nucleusS: number
  /** the burst, or the vowel where no burst was found before it, s */
  readonly timeS: number
  /** the steepest rise, s */
  readonly vowelS: number
  readonly hasBurst: boolean
  /** levels of the bands at the burst and at the vowel, each about their mean, nepers */
  readonly shape: Float64Array
}

export type Onsets = {
  readonly onsets: readonly Onset[]
  readonly rises: Float64Array
  /** of the bands by frame, nepers over their floors */
  readonly levels: readonly Float64Array[]
}

/**
 * The onset of each syllable: its burst, or the beginning of its vowel if it has none. The rise of the levels in seven
 * bands, summed, is steepest at the vowel; the first rise before it that is nearly as steep is the burst.
 *
 * @param samples without offset, up to 16 kHz
 * @param nuclei the loudest moments of the syllables' voice, s, ascending
 * @returns one onset per nucleus, ascending; null where the voice only swells, so that nothing begins
 * @see Bello et al. 2005, "A tutorial on onset detection in music signals", IEEE TSAP 13, 1035–1047 (spectral flux)
 */
export function findOnsets(samples: Float32Array, sampleRateHz: number, nuclei: readonly number[]): Onsets | null {
  const levels = measureLevels(measureBands(samples, sampleRateHz))
  const rises = sumRises(levels)
  const loudness = rises.map((_, frame) => levels.reduce((sum, level) => sum + level[frame]!, 0))
  const frameOf = (timeS: number) => Math.min(rises.length - 1, Math.max(1, Math.round(timeS / stepS)))
  const firsts = nuclei.map((nucleusS, i) => frameOf(nuclei[i - 1] ?? nucleusS - longestFirstS))
  const steepests = nuclei.map((nucleusS, i) => steepestBetween(rises, firsts[i]!, frameOf(nucleusS)))
  const heights = Float64Array.from(steepests, (frame) => rises[frame]!).sort()
  const height = quantile(heights, 0.25) ?? 0
  if (height < leastRise) return null
  const onsets = steepests.map((steepest, i) => {
    const from = Math.max(firsts[i]!, frameOf(steepest * stepS - longestVoiceOnsetS))
    const burst = firstPeak(rises, quietFrom(loudness, from, steepest), steepest, leastBurst)
    const shape = Float64Array.from([...shapeAt(levels, burst), ...shapeAt(levels, steepest)])
    return {
      nucleusS: nuclei[i]!,
      timeS: topOf(rises, burst),
      vowelS: topOf(rises, steepest),
      hasBurst: burst < steepest,
      shape,
    }
  })
  return { onsets, rises, levels }
}

function steepestBetween(rises: Float64Array, first: number, last: number): number {
  let best = first
  for (let frame = first; frame <= last; frame++) if (rises[frame]! > rises[best]!) best = frame
  return best
}

/** The frame from which on it stays quiet up to the rise of the vowel but for the burst: the last vowel is over. */
function quietFrom(loudness: Float64Array, first: number, last: number): number {
  const stretch = loudness.subarray(first, last + reach + 1)
  const [lowest, highest] = [Math.min(...stretch), Math.max(...stretch)]
  const limit = lowest + quietShare * (highest - lowest)
  const quiet = stretch.findIndex((level) => level <= limit)
  return first + Math.max(0, quiet)
}

/** The first local maximum that is steep enough for a burst; `last` if there is none before. */
function firstPeak(rises: Float64Array, first: number, last: number, least: number): number {
  for (let frame = first + 1; frame < last; frame++) {
    const here = rises[frame]!
    if (here >= least * rises[last]! && here >= rises[frame - 1]! && here >= rises[frame + 1]!) return frame
  }
  return last
}

/** The frame in which an onset is found. */
export const frameOfOnset = (timeS: number) => Math.round((timeS - leadS) / stepS)

/** The highest top of the rises around a frame where an onset is expected, s; that frame's time where nothing rises. */
export function nearestOnset({ rises }: Onsets, expected: number): number {
  let best: number | null = null
  const end = Math.min(rises.length - 2, expected + aroundExpected)
  for (let frame = Math.max(1, expected - aroundExpected); frame <= end; frame++) {
    const here = rises[frame]!
    const isTop = here >= rises[frame - 1]! && here >= rises[frame + 1]!
    if (isTop && here > (best === null ? leastFaintBurst : rises[best]!)) best = frame
  }
  return best === null ? expected * stepS + leadS : topOf(rises, best)
}

/** The time of the top of the parabola through three frames, s. */
function topOf(rises: Float64Array, frame: number): number {
  const [before, here, after] = [rises[frame - 1] ?? 0, rises[frame]!, rises[frame + 1] ?? 0]
  const bend = 2 * here - before - after
  return (frame + (bend > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * bend))) : 0)) * stepS + leadS
}

/** The levels right after a rise, about their mean. */
function shapeAt(levels: readonly Float64Array[], frame: number): number[] {
  const after = levels.map((level) => level[Math.min(level.length - 1, frame + reach)]!)
  const middle = mean(after) ?? 0
  return after.map((level) => level - middle)
}

/** The level of each band by frame, in nepers of power over its floor. Bands without any sound are left out. */
function measureLevels(bands: readonly Float64Array[]): Float64Array[] {
  return bands.flatMap((power) => {
    const sorted = power.slice().sort()
    const floor = Math.max(overNoise * (quantile(sorted, 0.1) ?? 0), belowLoud * (quantile(sorted, 0.97) ?? 0))
    return floor > 0 ? [power.map((value) => Math.log(1 + value / floor))] : []
  })
}

/** By how much the levels of all bands rise around each frame. */
function sumRises(levels: readonly Float64Array[]): Float64Array {
  const rises = new Float64Array(levels[0]?.length ?? 0)
  for (const level of levels) {
    for (let frame = reach; frame + reach < rises.length; frame++)
      rises[frame] = rises[frame]! + Math.max(0, level[frame + reach]! - level[frame - reach]!)
  }
  return rises
}

/** The power of each band by frame. Bands above half the rate are empty. */
function measureBands(samples: Float32Array, sampleRateHz: number): Float64Array[] {
  const half = Math.round((windowS / 2) * sampleRateHz)
  const fft = createFft(powerOfTwoFrom(2 * half), { window: 2 * half }, 2 * half)
  const { arrays, frame: frameSamples } = fft
  const { re, im } = arrays
  for (let i = 0; i < 2 * half; i++) arrays.window[i] = Math.sin((Math.PI * (i + 0.5)) / (2 * half)) ** 2
  const frames = Math.floor(samples.length / sampleRateHz / stepS) + 1
  const binOf = (hz: number) => Math.min(fft.length / 2, Math.ceil((hz * fft.length) / sampleRateHz))
  const bins = edgesHz.map(binOf)
  const bands = edgesHz.slice(1).map(() => new Float64Array(frames))
  const load = (frame: number, into: Float64Array) => {
    readFrame(samples, Math.round(frame * stepS * sampleRateHz) - half, frameSamples)
    fft.kernels.weigh(frameSamples.byteOffset, 2 * half, 0, arrays.window.byteOffset, into.byteOffset)
    into.fill(0, 2 * half)
  }
  const read = (frame: number, powers: Float64Array) => {
    for (let b = 0; b < bands.length; b++) {
      let power = 0
      for (let k = bins[b]!; k < bins[b + 1]!; k++) power += powers[k]!
      bands[b]![frame] = power
    }
  }
  // Two frames share each transform.
  for (let frame = 0; frame < frames; frame += 2) {
    load(frame, re)
    load(frame + 1, im)
    fft.transform(re, im)
    fft.kernels.powerSpectra(re.byteOffset, im.byteOffset, fft.length)
    read(frame, re)
    if (frame + 1 < frames) read(frame + 1, im)
  }
  return bands
}
