import { lastRadix3, lastRadix5, radix2, radix4 } from './fft-passes.ts'

/** A complex Fourier transform of one length, with its tables and its work space. */
export type Fft = {
  readonly length: number
  /**
   * Forward transform in place, not scaled: X[k] = Σ x[n] e^(−2πikn/N).
   * The inverse, also not scaled, is the same call with `re` and `im` exchanged.
   */
  transform(re: Float64Array, im: Float64Array): void
}

/** The smallest power of two that is not below `count`. */
export function powerOfTwoFrom(count: number): number {
  let length = 1
  while (length < count) length *= 2
  return length
}

/** The smallest length that is not below `count` among 2^k, 3·2^k and 5·2^k: closer than the next power of two. */
export function fftLengthFrom(count: number): number {
  return Math.min(...[1, 3, 5].map((odd) => odd * powerOfTwoFrom(count / odd)))
}

/**
 * Autosorting radix-4 transform (Stockham; see Van Loan 1992, "Computational frameworks for the fast Fourier
 * transform", section 1.7): no bit reversal, every pass reads and writes in order.
 *
 * Real signals go through it two at a time, one as the real and one as the imaginary part: their spectra are the
 * even and the odd half of the result.
 *
 * @param length 2^k, 3·2^k or 5·2^k
 */
export function createFft(length: number): Fft {
  if (!(length >= 1 && fftLengthFrom(length) === length)) throw new RangeError('length must be 2^k, 3·2^k or 5·2^k')
  const cosine = new Float64Array(length)
  const sine = new Float64Array(length)
  for (let k = 0; k < length; k++) {
    cosine[k] = Math.cos((2 * Math.PI * k) / length)
    sine[k] = -Math.sin((2 * Math.PI * k) / length)
  }
  const workRe = new Float64Array(length)
  const workIm = new Float64Array(length)

  return {
    length,
    transform(re, im) {
      if (re.length !== length || im.length !== length) throw new RangeError(`both parts must hold ${length} values`)
      let fromRe: Float64Array = re
      let fromIm: Float64Array = im
      let toRe: Float64Array = workRe
      let toIm: Float64Array = workIm
      let remaining = length
      let stride = 1
      while (remaining > 1) {
        const radix = remaining % 4 === 0 ? 4 : remaining % 2 === 0 ? 2 : remaining
        if (radix === 4) radix4(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
        else if (radix === 2) radix2(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
        else if (radix === 3) lastRadix3(fromRe, fromIm, toRe, toIm, stride)
        else lastRadix5(fromRe, fromIm, toRe, toIm, stride)
        remaining /= radix
        stride *= radix
        const spareRe = fromRe
        const spareIm = fromIm
        fromRe = toRe
        fromIm = toIm
        toRe = spareRe
        toIm = spareIm
      }
      if (fromRe !== re) {
        re.set(fromRe)
        im.set(fromIm)
      }
    },
  }
}
