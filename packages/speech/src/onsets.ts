import { createFft, powerOfTwoFrom } from './fft.ts'
import { readFrame } from './samples.ts'
import { quantile } from './statistics.ts'

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
const longestVoiceOnsetS = 0.06
const leastBurst = 0.4
/** Three of four syllables must begin as steeply as this; swells of a steady voice reach 10, trains in noise at 15 dB 13. */
const leastRise = 11.5
/** Before the first syllable. */
const longestFirstS = 0.25

/**
 * The onset of each syllable: its burst, or the beginning of its vowel if it has none. The rise of the levels in seven
 * bands, summed, is steepest at the vowel; the first rise before it that is nearly as steep is the burst.
 *
 * @param samples without offset, up to 16 kHz
 * @param nuclei the loudest moments of the syllables, s, ascending
 * @returns one time per nucleus, s, ascending; null where the voice only swells, so that nothing begins
 * @see Bello et al. 2005, "A tutorial on onset detection in music signals", IEEE TSAP 13, 1035–1047 (spectral flux)
 */
export function findOnsets(
  samples: Float32Array,
  sampleRateHz: number,
  nuclei: readonly number[],
): Float64Array | null {
  const rises = measureRises(samples, sampleRateHz)
  const frameOf = (timeS: number) => Math.min(rises.length - 1, Math.max(1, Math.round(timeS / stepS)))
  const firsts = nuclei.map((nucleusS, i) => frameOf(nuclei[i - 1] ?? nucleusS - longestFirstS))
  const steepests = nuclei.map((nucleusS, i) => steepestBetween(rises, firsts[i]!, frameOf(nucleusS)))
  const heights = Float64Array.from(steepests, (frame) => rises[frame]!).sort()
  if ((quantile(heights, 0.25) ?? 0) < leastRise) return null
  return Float64Array.from(steepests, (steepest, i) => {
    const first = firsts[i]!
    const burst = firstPeak(rises, Math.max(first, frameOf(steepest * stepS - longestVoiceOnsetS)), steepest)
    return (burst + topOffset(rises, burst)) * stepS
  })
}

function steepestBetween(rises: Float64Array, first: number, last: number): number {
  let best = first
  for (let frame = first; frame <= last; frame++) if (rises[frame]! > rises[best]!) best = frame
  return best
}

/** The first local maximum that is steep enough for a burst; `last` if there is none before. */
function firstPeak(rises: Float64Array, first: number, last: number): number {
  for (let frame = first + 1; frame < last; frame++) {
    const here = rises[frame]!
    if (here >= leastBurst * rises[last]! && here >= rises[frame - 1]! && here >= rises[frame + 1]!) return frame
  }
  return last
}

/** Where between two frames the top of a parabola lies. */
function topOffset(rises: Float64Array, frame: number): number {
  const [before, here, after] = [rises[frame - 1] ?? 0, rises[frame]!, rises[frame + 1] ?? 0]
  const bend = 2 * here - before - after
  return bend > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * bend))) : 0
}

/** By how much the levels of all bands rise around each frame, in nepers of power. */
function measureRises(samples: Float32Array, sampleRateHz: number): Float64Array {
  const bands = measureBands(samples, sampleRateHz)
  const rises = new Float64Array(bands[0]!.length)
  for (const power of bands) {
    const sorted = power.slice().sort()
    const floor = Math.max(overNoise * (quantile(sorted, 0.1) ?? 0), belowLoud * (quantile(sorted, 0.97) ?? 0))
    if (floor <= 0) continue
    const level = power.map((value) => Math.log(value + floor))
    for (let frame = reach; frame + reach < rises.length; frame++)
      rises[frame] = rises[frame]! + Math.max(0, level[frame + reach]! - level[frame - reach]!)
  }
  return rises
}

/** The power of each band by frame. Bands above half the rate are empty. */
function measureBands(samples: Float32Array, sampleRateHz: number): Float64Array[] {
  const half = Math.round((windowS / 2) * sampleRateHz)
  const fft = createFft(powerOfTwoFrom(2 * half))
  const { re, im } = fft.arrays
  const window = Float64Array.from({ length: 2 * half }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / (2 * half)) ** 2)
  const frames = Math.floor(samples.length / sampleRateHz / stepS) + 1
  const binOf = (hz: number) => Math.min(fft.length / 2, Math.ceil((hz * fft.length) / sampleRateHz))
  const bands = edgesHz.slice(1).map(() => new Float64Array(frames))
  for (let frame = 0; frame < frames; frame++) {
    readFrame(samples, Math.round(frame * stepS * sampleRateHz) - half, re)
    for (let i = 0; i < re.length; i++) re[i] = i < window.length ? re[i]! * window[i]! : 0
    im.fill(0)
    fft.transform(re, im)
    bands.forEach((band, b) => {
      for (let k = binOf(edgesHz[b]!); k < binOf(edgesHz[b + 1]!); k++)
        band[frame] = band[frame]! + re[k]! ** 2 + im[k]! ** 2
    })
  }
  return bands
}
