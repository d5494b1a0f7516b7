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

/**
 * Autosorting radix-4 transform (Stockham; see Van Loan 1992, "Computational frameworks for the fast Fourier
 * transform", section 1.7): no bit reversal, every pass reads and writes in order.
 *
 * Real signals go through it two at a time, one as the real and one as the imaginary part: their spectra are the
 * even and the odd half of the result.
 *
 * @param length a power of two
 */
export function createFft(length: number): Fft {
  if (length < 1 || (length & (length - 1)) !== 0) throw new RangeError('length must be a power of two')
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
        if (remaining === 2) radix2(fromRe, fromIm, toRe, toIm, stride)
        else radix4(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
        const radix = remaining === 2 ? 2 : 4
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

function radix4(
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
  remaining: number,
  stride: number,
  cosine: Float64Array,
  sine: Float64Array,
) {
  const quarter = remaining / 4
  const step = stride * quarter
  for (let p = 0; p < quarter; p++) {
    const k = p * stride
    const w1r = cosine[k]!
    const w1i = sine[k]!
    const w2r = cosine[2 * k]!
    const w2i = sine[2 * k]!
    const w3r = cosine[3 * k]!
    const w3i = sine[3 * k]!
    let to = 4 * k
    for (let from = k; from < k + stride; from++, to++) {
      const ar = xr[from]!
      const ai = xi[from]!
      const br = xr[from + step]!
      const bi = xi[from + step]!
      const cr = xr[from + 2 * step]!
      const ci = xi[from + 2 * step]!
      const dr = xr[from + 3 * step]!
      const di = xi[from + 3 * step]!
      const sumACr = ar + cr
      const sumACi = ai + ci
      const difACr = ar - cr
      const difACi = ai - ci
      const sumBDr = br + dr
      const sumBDi = bi + di
      const difBDr = br - dr
      const difBDi = bi - di
      yr[to] = sumACr + sumBDr
      yi[to] = sumACi + sumBDi
      const er = difACr + difBDi
      const ei = difACi - difBDr
      yr[to + stride] = er * w1r - ei * w1i
      yi[to + stride] = er * w1i + ei * w1r
      const fr = sumACr - sumBDr
      const fi = sumACi - sumBDi
      yr[to + 2 * stride] = fr * w2r - fi * w2i
      yi[to + 2 * stride] = fr * w2i + fi * w2r
      const gr = difACr - difBDi
      const gi = difACi + difBDr
      yr[to + 3 * stride] = gr * w3r - gi * w3i
      yi[to + 3 * stride] = gr * w3i + gi * w3r
    }
  }
}

function radix2(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array, stride: number) {
  for (let q = 0; q < stride; q++) {
    const ar = xr[q]!
    const ai = xi[q]!
    const br = xr[q + stride]!
    const bi = xi[q + stride]!
    yr[q] = ar + br
    yi[q] = ai + bi
    yr[q + stride] = ar - br
    yi[q + stride] = ai - bi
  }
}
