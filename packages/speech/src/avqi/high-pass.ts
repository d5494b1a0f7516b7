import { createFft, powerOfTwoFrom } from '../fft.ts'

/** Half the width of the filter's edge, Hz: a raised cosine around the corner. */
const edgeHz = 0.1

/**
 * Removes everything below the corner from a recording, without phase shift.
 *
 * The filter is as long as the recording, since its edge is 0.1 Hz wide. So the low frequencies are computed in the
 * spectrum of the whole recording, padded to a power of two, and subtracted. There are few of them: each transform
 * takes every `stride`-th sample, which is enough for them, and the transforms of all offsets are added.
 *
 * @see Praat manual, "Sound: Filter (stop Hann band)..."
 */
export function highPass(samples: Float32Array, sampleRateHz: number, cornerHz: number): Float32Array {
  const padded = powerOfTwoFrom(samples.length)
  const binHz = sampleRateHz / padded
  const bins = Math.ceil((cornerHz + edgeHz) / binHz) + 1
  const fft = createFft(Math.min(padded, powerOfTwoFrom(4 * bins)), { sumRe: bins, sumIm: bins })
  const { re, im, sumRe, sumIm } = fft.arrays
  const stride = padded / fft.length
  const stopped = Float64Array.from({ length: bins }, (_, k) => stopShare(k * binHz, cornerHz))
  const shift = createShift(bins, padded)

  for (let offset = 0; offset < stride; offset++) {
    for (let i = 0; i < fft.length; i++) re[i] = samples[offset + i * stride] ?? 0
    im.fill(0)
    fft.transform(re, im)
    shift(re, im, -offset)
    for (let k = 0; k < bins; k++) {
      sumRe[k] = sumRe[k]! + re[k]!
      sumIm[k] = sumIm[k]! + im[k]!
    }
  }

  const passed = new Float32Array(samples.length)
  for (let offset = 0; offset < stride; offset++) {
    re.fill(0)
    im.fill(0)
    // The recording is real: frequencies above 0 count twice, for the mirrored half of the spectrum.
    for (let k = 0; k < bins; k++) {
      const share = ((k === 0 ? 1 : 2) * stopped[k]!) / padded
      re[k] = share * sumRe[k]!
      im[k] = share * sumIm[k]!
    }
    shift(re, im, offset)
    fft.transform(im, re)
    for (let i = 0, at = offset; at < samples.length; i++, at += stride) passed[at] = samples[at]! - re[i]!
  }
  return passed
}

/** How much of a frequency the filter takes away, from 1 to 0. */
function stopShare(hz: number, cornerHz: number): number {
  if (hz <= cornerHz - edgeHz) return 1
  if (hz >= cornerHz + edgeHz) return 0
  return 0.5 + 0.5 * Math.cos((Math.PI * (hz - (cornerHz - edgeHz))) / (2 * edgeHz))
}

/** Multiplies the first bins by the phase that a shift by `offset` of `padded` samples gives them. */
function createShift(bins: number, padded: number) {
  return (re: Float64Array, im: Float64Array, offset: number) => {
    for (let k = 0; k < bins; k++) {
      const angle = (2 * Math.PI * ((k * offset) % padded)) / padded
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
      const real = re[k]!
      re[k] = real * cosine - im[k]! * sine
      im[k] = real * sine + im[k]! * cosine
    }
  }
}
