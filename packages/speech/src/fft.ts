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

function radix2(
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
  remaining: number,
  stride: number,
  cosine: Float64Array,
  sine: Float64Array,
) {
  const step = (stride * remaining) / 2
  for (let k = 0; k < step; k += stride) {
    const wr = cosine[k]!
    const wi = sine[k]!
    let to = 2 * k
    for (let from = k; from < k + stride; from++, to++) {
      const ar = xr[from]!
      const ai = xi[from]!
      const br = xr[from + step]!
      const bi = xi[from + step]!
      yr[to] = ar + br
      yi[to] = ai + bi
      yr[to + stride] = (ar - br) * wr - (ai - bi) * wi
      yi[to + stride] = (ar - br) * wi + (ai - bi) * wr
    }
  }
}

const sin60 = Math.sqrt(3) / 2

/** The last pass needs no twiddle factors. */
function lastRadix3(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array, stride: number) {
  for (let a = 0, b = stride, c = 2 * stride; a < stride; a++, b++, c++) {
    const sumR = xr[b]! + xr[c]!
    const sumI = xi[b]! + xi[c]!
    const difR = sin60 * (xr[b]! - xr[c]!)
    const difI = sin60 * (xi[b]! - xi[c]!)
    const midR = xr[a]! - 0.5 * sumR
    const midI = xi[a]! - 0.5 * sumI
    yr[a] = xr[a]! + sumR
    yi[a] = xi[a]! + sumI
    yr[b] = midR + difI
    yi[b] = midI - difR
    yr[c] = midR - difI
    yi[c] = midI + difR
  }
}

const cos72 = Math.cos(0.4 * Math.PI)
const sin72 = Math.sin(0.4 * Math.PI)
const cos144 = Math.cos(0.8 * Math.PI)
const sin144 = Math.sin(0.8 * Math.PI)

function lastRadix5(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array, stride: number) {
  for (let a = 0; a < stride; a++) {
    const b = a + stride
    const c = b + stride
    const d = c + stride
    const e = d + stride
    const outerR = xr[b]! + xr[e]!
    const outerI = xi[b]! + xi[e]!
    const innerR = xr[c]! + xr[d]!
    const innerI = xi[c]! + xi[d]!
    const apartR = xr[b]! - xr[e]!
    const apartI = xi[b]! - xi[e]!
    const nearR = xr[c]! - xr[d]!
    const nearI = xi[c]! - xi[d]!
    const firstR = xr[a]! + cos72 * outerR + cos144 * innerR
    const firstI = xi[a]! + cos72 * outerI + cos144 * innerI
    const secondR = xr[a]! + cos144 * outerR + cos72 * innerR
    const secondI = xi[a]! + cos144 * outerI + cos72 * innerI
    const turnR = sin72 * apartR + sin144 * nearR
    const turnI = sin72 * apartI + sin144 * nearI
    const backR = sin144 * apartR - sin72 * nearR
    const backI = sin144 * apartI - sin72 * nearI
    yr[a] = xr[a]! + outerR + innerR
    yi[a] = xi[a]! + outerI + innerI
    yr[b] = firstR + turnI
    yi[b] = firstI - turnR
    yr[e] = firstR - turnI
    yi[e] = firstI + turnR
    yr[c] = secondR + backI
    yi[c] = secondI - backR
    yr[d] = secondR - backI
    yi[d] = secondI + backR
  }
}
