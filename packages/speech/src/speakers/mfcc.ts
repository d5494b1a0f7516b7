import { createFft } from '../fft.ts'
import { withWorkspaces } from '../kernels.ts'
import { readFrame } from '../samples.ts'
import { tableOf } from '../tables.ts'

export const mfccRateHz = 16_000
/** The coefficients 1 to 16: coefficient 0 is the level, which is no property of a voice. */
export const mfccCount = 16

const frameLength = 400
const fftLength = 512
const bins = fftLength / 2 + 1
const filterCount = 26
const lowestHz = 80
const highestHz = 7600
const emphasis = 0.97
/** Power below that of the last bit of a recording. */
const leastPower = 1e-10

/**
 * Mel-frequency cepstral coefficients of frames of 25 ms: the cosine transform of the log powers in 26 triangular bands of
 * equal width in mel, after pre-emphasis and under a Hamming window.
 *
 * @param samples at 16 kHz
 * @param timesS the middles of the frames
 * @returns 16 numbers for each frame
 * @see Davis & Mermelstein 1980, "Comparison of parametric representations for monosyllabic word recognition in
 *   continuously spoken sentences", IEEE Trans. ASSP 28, 357–366
 * @see Young et al. 2006, "The HTK Book", 5.4 and 5.6: mel scale, bands and transform
 */
export function measureMfcc(samples: Float32Array, timesS: Float64Array): Float64Array {
  return withWorkspaces(() => {
    const fft = createFft(fftLength, {}, frameLength + 1)
    const { frame } = fft
    const { re, im } = fft.arrays
    const window = tableOf('mfcc window', [], hammingWindow)
    const bands = melBands()
    const cosines = tableOf('mfcc cosines', [], cosineTable)
    const coefficients = new Float64Array(timesS.length * mfccCount)
    const levels = new Float64Array(filterCount)
    const load = (index: number, into: Float64Array) => {
      // One sample more, for the pre-emphasis of the first.
      readFrame(samples, Math.round(timesS[index]! * mfccRateHz) - frameLength / 2 - 1, frame)
      for (let i = 0; i < frameLength; i++) into[i] = (frame[i + 1]! - emphasis * frame[i]!) * window[i]!
      into.fill(0, frameLength)
    }
    const read = (index: number, power: Float64Array) => {
      for (const [band, { first, weights }] of bands.entries()) {
        let sum = 0
        for (let k = 0; k < weights.length; k++) sum += weights[k]! * power[first + k]!
        levels[band] = Math.log(Math.max(leastPower, sum))
      }
      for (let c = 0; c < mfccCount; c++) {
        let sum = 0
        for (let band = 0; band < filterCount; band++) sum += cosines[c * filterCount + band]! * levels[band]!
        coefficients[index * mfccCount + c] = sum
      }
    }
    // Two frames share each transform.
    for (let index = 0; index < timesS.length; index += 2) {
      const isPair = index + 1 < timesS.length
      load(index, re)
      if (isPair) load(index + 1, im)
      else im.fill(0)
      fft.transform(re, im)
      fft.kernels.powerSpectra(re.byteOffset, im.byteOffset, fftLength)
      read(index, re)
      if (isPair) read(index + 1, im)
    }
    return coefficients
  })
}

const toMel = (hz: number) => 1127 * Math.log(1 + hz / 700)
const toHz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1)

type Band = { readonly first: number; readonly weights: Float64Array }
let knownBands: readonly Band[] | undefined

/** Triangles whose corners are equally spaced in mel. */
function melBands(): readonly Band[] {
  const [low, high] = [toMel(lowestHz), toMel(highestHz)]
  const cornerHz = (i: number) => toHz(low + ((high - low) * i) / (filterCount + 1))
  const binHz = mfccRateHz / fftLength
  knownBands ??= Array.from({ length: filterCount }, (_, band) => {
    const [from, middle, to] = [cornerHz(band), cornerHz(band + 1), cornerHz(band + 2)]
    const first = Math.ceil(from / binHz)
    const last = Math.min(bins - 1, Math.floor(to / binHz))
    const weights = Float64Array.from({ length: last - first + 1 }, (_, k) => {
      const hz = (first + k) * binHz
      return hz <= middle ? (hz - from) / (middle - from) : (to - hz) / (to - middle)
    })
    return { first, weights }
  })
  return knownBands
}

const hammingWindow = () =>
  Float64Array.from({ length: frameLength }, (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (frameLength - 1)))

const cosineTable = () =>
  Float64Array.from({ length: mfccCount * filterCount }, (_, i) => {
    const [c, band] = [Math.floor(i / filterCount) + 1, i % filterCount]
    return Math.sqrt(2 / filterCount) * Math.cos((Math.PI * c * (band + 0.5)) / filterCount)
  })
