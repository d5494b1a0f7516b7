import { createFft, powerOfTwoFrom } from './fft.ts'
import { type PitchedFrames, type PitchTrack, pitchAt } from './pitch.ts'
import { tableOf } from './tables.ts'

const frameS = 0.02
/** Fewer frames give no reliable spectrum. */
const fewestFrames = 15
const bandHz = 250
/** Below this frequency, the sounds of speech have edges of their own. */
const lowestEdgeHz = 3000
/** Neither room noise nor a microphone's own noise falls this much within 1 kHz and stays low. */
const smallestDropDb = 12
/** Mean square of a frame, 12 dB above the rounding to 16 bits. A quieter spectrum is that of the rounding. */
const quietest = (16 * 2 ** -30) / 12

/**
 * The highest frequency with sound in a recording, whatever the rate of its file: a hands-free link or a resampler cuts
 * every sound at one frequency. Only unvoiced frames are used (pauses, and sounds such as "s"), because their spectrum
 * is smooth; the formants of a vowel end as sharply as a filter does.
 *
 * @returns half the sample rate where no edge is found; null when there are too few frames
 */
export const findBandLimit = (samples: Float32Array, sampleRateHz: number, pitch: PitchTrack): number | null =>
  bandLimitOf(sumUnvoiced(samples, sampleRateHz, pitch), sampleRateHz)

/** The same from the sums of all parts of a recording. */
export function bandLimitOf({ sums, frames }: UnvoicedSums, sampleRateHz: number): number | null {
  if (frames < fewestFrames) return null
  const levels = sums.map((sum) => sum / frames)
  const last = levels.length - 1
  let found = sampleRateHz / 2
  let deepest = smallestDropDb
  for (let edge = lowestEdgeHz / bandHz; edge + 2 < last; edge++) {
    const below = (levels[edge - 4]! + levels[edge - 3]! + levels[edge - 2]!) / 3
    const above = Math.max(...levels.slice(edge + 2, last))
    if (below - above < deepest) continue
    // The edge is where the fall begins, not the last band behind it.
    if (below - above > deepest + 3 || found === sampleRateHz / 2) found = edge * bandHz
    deepest = below - above
  }
  return found
}

/** The unvoiced frames: the sum of each band's levels, dB, and the number of frames. */
export type UnvoicedSums = { readonly sums: Float64Array; readonly frames: number }

/** It sums levels, not powers, so that a few loud frames do not dominate. */
export function sumUnvoiced(samples: Float32Array, sampleRateHz: number, pitch: PitchedFrames): UnvoicedSums {
  const length = powerOfTwoFrom(frameS * sampleRateHz)
  const fft = createFft(length, { window: length, found: 4 }, length)
  const { kernels, frame } = fft
  const { re, im, window, found } = fft.arrays
  window.set(tableOf('periodic hann window', [length], () => hannWindow(length)))
  const binsPerBand = (bandHz * length) / sampleRateHz
  const levels = new Float64Array(Math.floor(length / 2 / binsPerBand))
  // Two frames share each transform.
  const add = (loaded: number) => {
    fft.transform(re, im)
    kernels.powerSpectra(re.byteOffset, im.byteOffset, length)
    for (const power of [re, im].slice(0, loaded)) {
      for (let band = 0; band < levels.length; band++) {
        const from = Math.floor(band * binsPerBand)
        const sum = kernels.total(power.byteOffset + 8 * from, Math.floor((band + 1) * binsPerBand) - from)
        levels[band] = levels[band]! + 10 * Math.log10(sum + Number.MIN_VALUE)
      }
    }
  }
  let frames = 0
  let isSecond = false
  for (let first = 0; first + length <= samples.length; first += length) {
    if (pitchAt(pitch, (first + length / 2) / sampleRateHz) > 0) continue
    frame.set(samples.subarray(first, first + length))
    found.fill(0)
    kernels.scan(frame.byteOffset, length, found.byteOffset)
    if (found[1]! / length < quietest) continue
    kernels.weigh(frame.byteOffset, length, 0, window.byteOffset, (isSecond ? im : re).byteOffset)
    frames++
    if (isSecond) add(2)
    isSecond = !isSecond
  }
  im.fill(0)
  if (isSecond) add(1)
  return { sums: levels, frames }
}

const hannWindow = (length: number) =>
  Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length))
