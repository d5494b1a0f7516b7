// Autosorting radix-4 transform (Stockham; see Van Loan 1992, "Computational frameworks for the fast Fourier
// transform", section 1.7): no bit reversal, every pass reads and writes in order, two numbers at a time.
import { bytes } from './memory'

/**
 * Complex transform in place, not scaled: X[k] = Σ x[n] e^(−2πikn/N).
 *
 * @param length 2^k, 3·2^k or 5·2^k, k ≥ 4
 * @param work room for `length` complex numbers: real parts, then imaginary parts
 * @param cosine cos(2πk/N) for k < N; `sine`: −sin(2πk/N)
 */
export function transform(re: usize, im: usize, length: i32, work: usize, cosine: usize, sine: usize): void {
  let fromRe = re
  let fromIm = im
  let toRe = work
  let toIm = work + bytes(length)
  firstRadix4(fromRe, fromIm, toRe, toIm, length, cosine, sine)
  let remaining = length >> 2
  let stride = 4
  while (remaining > 1) {
    const spareRe = fromRe
    const spareIm = fromIm
    fromRe = toRe
    fromIm = toIm
    toRe = spareRe
    toIm = spareIm
    const isLast = remaining <= 5
    // The last pass reads and writes the same places, so it can write the result to its final place.
    if (isLast) {
      if (remaining === 4) lastRadix4(fromRe, fromIm, re, im, stride)
      else if (remaining === 2) lastRadix2(fromRe, fromIm, re, im, stride)
      else if (remaining === 3) lastRadix3(fromRe, fromIm, re, im, stride)
      else lastRadix5(fromRe, fromIm, re, im, stride)
      return
    }
    const radix = remaining & 3 ? 2 : 4
    if (radix === 4) radix4(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
    else radix2(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
    remaining /= radix
    stride *= radix
  }
}

function pairAt(from: usize, step: usize): v128 {
  return f64x2(load<f64>(from), load<f64>(from + step))
}

/** The first pass: a stride of one, so it computes neighbouring butterflies together and interleaves their results. */
function firstRadix4(xr: usize, xi: usize, yr: usize, yi: usize, length: i32, cosine: usize, sine: usize): void {
  const step = bytes(length >> 2)
  for (let k: usize = 0; k < step; k += 16) {
    const ar = v128.load(xr + k)
    const ai = v128.load(xi + k)
    const br = v128.load(xr + k + step)
    const bi = v128.load(xi + k + step)
    const cr = v128.load(xr + k + 2 * step)
    const ci = v128.load(xi + k + 2 * step)
    const dr = v128.load(xr + k + 3 * step)
    const di = v128.load(xi + k + 3 * step)
    const sumACr = f64x2.add(ar, cr)
    const sumACi = f64x2.add(ai, ci)
    const difACr = f64x2.sub(ar, cr)
    const difACi = f64x2.sub(ai, ci)
    const sumBDr = f64x2.add(br, dr)
    const sumBDi = f64x2.add(bi, di)
    const difBDr = f64x2.sub(br, dr)
    const difBDi = f64x2.sub(bi, di)
    const er = f64x2.add(difACr, difBDi)
    const ei = f64x2.sub(difACi, difBDr)
    const fr = f64x2.sub(sumACr, sumBDr)
    const fi = f64x2.sub(sumACi, sumBDi)
    const gr = f64x2.sub(difACr, difBDi)
    const gi = f64x2.add(difACi, difBDr)
    const w1r = v128.load(cosine + k)
    const w1i = v128.load(sine + k)
    const w2r = pairAt(cosine + 2 * k, 16)
    const w2i = pairAt(sine + 2 * k, 16)
    const w3r = pairAt(cosine + 3 * k, 24)
    const w3i = pairAt(sine + 3 * k, 24)
    const y0r = f64x2.add(sumACr, sumBDr)
    const y0i = f64x2.add(sumACi, sumBDi)
    const y1r = f64x2.sub(f64x2.mul(er, w1r), f64x2.mul(ei, w1i))
    const y1i = f64x2.add(f64x2.mul(er, w1i), f64x2.mul(ei, w1r))
    const y2r = f64x2.sub(f64x2.mul(fr, w2r), f64x2.mul(fi, w2i))
    const y2i = f64x2.add(f64x2.mul(fr, w2i), f64x2.mul(fi, w2r))
    const y3r = f64x2.sub(f64x2.mul(gr, w3r), f64x2.mul(gi, w3i))
    const y3i = f64x2.add(f64x2.mul(gr, w3i), f64x2.mul(gi, w3r))
    weave(yr + 4 * k, y0r, y1r, y2r, y3r)
    weave(yi + 4 * k, y0i, y1i, y2i, y3i)
  }
}

function weave(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, v128.shuffle<f64>(a, b, 0, 2))
  v128.store(to, v128.shuffle<f64>(c, d, 0, 2), 16)
  v128.store(to, v128.shuffle<f64>(a, b, 1, 3), 32)
  v128.store(to, v128.shuffle<f64>(c, d, 1, 3), 48)
}

function radix4(
  xr: usize,
  xi: usize,
  yr: usize,
  yi: usize,
  remaining: i32,
  stride: i32,
  cosine: usize,
  sine: usize,
): void {
  const quarter = remaining >> 2
  const step = bytes(stride * quarter)
  const width = bytes(stride)
  for (let p = 0; p < quarter; p++) {
    const k = bytes(p * stride)
    const w1r = v128.load64_splat(cosine + k)
    const w1i = v128.load64_splat(sine + k)
    const w2r = v128.load64_splat(cosine + 2 * k)
    const w2i = v128.load64_splat(sine + 2 * k)
    const w3r = v128.load64_splat(cosine + 3 * k)
    const w3i = v128.load64_splat(sine + 3 * k)
    let to: usize = 4 * k
    for (let from = k; from < k + width; from += 16) {
      const ar = v128.load(xr + from)
      const ai = v128.load(xi + from)
      const br = v128.load(xr + from + step)
      const bi = v128.load(xi + from + step)
      const cr = v128.load(xr + from + 2 * step)
      const ci = v128.load(xi + from + 2 * step)
      const dr = v128.load(xr + from + 3 * step)
      const di = v128.load(xi + from + 3 * step)
      const sumACr = f64x2.add(ar, cr)
      const sumACi = f64x2.add(ai, ci)
      const difACr = f64x2.sub(ar, cr)
      const difACi = f64x2.sub(ai, ci)
      const sumBDr = f64x2.add(br, dr)
      const sumBDi = f64x2.add(bi, di)
      const difBDr = f64x2.sub(br, dr)
      const difBDi = f64x2.sub(bi, di)
      const er = f64x2.add(difACr, difBDi)
      const ei = f64x2.sub(difACi, difBDr)
      const fr = f64x2.sub(sumACr, sumBDr)
      const fi = f64x2.sub(sumACi, sumBDi)
      const gr = f64x2.sub(difACr, difBDi)
      const gi = f64x2.add(difACi, difBDr)
      v128.store(yr + to, f64x2.add(sumACr, sumBDr))
      v128.store(yi + to, f64x2.add(sumACi, sumBDi))
      v128.store(yr + to + width, f64x2.sub(f64x2.mul(er, w1r), f64x2.mul(ei, w1i)))
      v128.store(yi + to + width, f64x2.add(f64x2.mul(er, w1i), f64x2.mul(ei, w1r)))
      v128.store(yr + to + 2 * width, f64x2.sub(f64x2.mul(fr, w2r), f64x2.mul(fi, w2i)))
      v128.store(yi + to + 2 * width, f64x2.add(f64x2.mul(fr, w2i), f64x2.mul(fi, w2r)))
      v128.store(yr + to + 3 * width, f64x2.sub(f64x2.mul(gr, w3r), f64x2.mul(gi, w3i)))
      v128.store(yi + to + 3 * width, f64x2.add(f64x2.mul(gr, w3i), f64x2.mul(gi, w3r)))
      to += 16
    }
  }
}

function radix2(
  xr: usize,
  xi: usize,
  yr: usize,
  yi: usize,
  remaining: i32,
  stride: i32,
  cosine: usize,
  sine: usize,
): void {
  const half = remaining >> 1
  const step = bytes(stride * half)
  const width = bytes(stride)
  for (let p = 0; p < half; p++) {
    const k = bytes(p * stride)
    const wr = v128.load64_splat(cosine + k)
    const wi = v128.load64_splat(sine + k)
    let to: usize = 2 * k
    for (let from = k; from < k + width; from += 16) {
      const ar = v128.load(xr + from)
      const ai = v128.load(xi + from)
      const br = v128.load(xr + from + step)
      const bi = v128.load(xi + from + step)
      const difR = f64x2.sub(ar, br)
      const difI = f64x2.sub(ai, bi)
      v128.store(yr + to, f64x2.add(ar, br))
      v128.store(yi + to, f64x2.add(ai, bi))
      v128.store(yr + to + width, f64x2.sub(f64x2.mul(difR, wr), f64x2.mul(difI, wi)))
      v128.store(yi + to + width, f64x2.add(f64x2.mul(difR, wi), f64x2.mul(difI, wr)))
      to += 16
    }
  }
}

// The last passes need no twiddle factors.

function lastRadix4(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = bytes(stride)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const d = c + width
    const sumACr = f64x2.add(v128.load(xr + a), v128.load(xr + c))
    const sumACi = f64x2.add(v128.load(xi + a), v128.load(xi + c))
    const difACr = f64x2.sub(v128.load(xr + a), v128.load(xr + c))
    const difACi = f64x2.sub(v128.load(xi + a), v128.load(xi + c))
    const sumBDr = f64x2.add(v128.load(xr + b), v128.load(xr + d))
    const sumBDi = f64x2.add(v128.load(xi + b), v128.load(xi + d))
    const difBDr = f64x2.sub(v128.load(xr + b), v128.load(xr + d))
    const difBDi = f64x2.sub(v128.load(xi + b), v128.load(xi + d))
    v128.store(yr + a, f64x2.add(sumACr, sumBDr))
    v128.store(yi + a, f64x2.add(sumACi, sumBDi))
    v128.store(yr + b, f64x2.add(difACr, difBDi))
    v128.store(yi + b, f64x2.sub(difACi, difBDr))
    v128.store(yr + c, f64x2.sub(sumACr, sumBDr))
    v128.store(yi + c, f64x2.sub(sumACi, sumBDi))
    v128.store(yr + d, f64x2.sub(difACr, difBDi))
    v128.store(yi + d, f64x2.add(difACi, difBDr))
  }
}

function lastRadix2(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = bytes(stride)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const br = v128.load(xr + b)
    const bi = v128.load(xi + b)
    v128.store(yr + a, f64x2.add(ar, br))
    v128.store(yi + a, f64x2.add(ai, bi))
    v128.store(yr + b, f64x2.sub(ar, br))
    v128.store(yi + b, f64x2.sub(ai, bi))
  }
}

const sin60: f64 = 0.8660254037844386

function lastRadix3(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = bytes(stride)
  const half = f64x2.splat(0.5)
  const turn = f64x2.splat(sin60)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const sumR = f64x2.add(v128.load(xr + b), v128.load(xr + c))
    const sumI = f64x2.add(v128.load(xi + b), v128.load(xi + c))
    const difR = f64x2.mul(turn, f64x2.sub(v128.load(xr + b), v128.load(xr + c)))
    const difI = f64x2.mul(turn, f64x2.sub(v128.load(xi + b), v128.load(xi + c)))
    const midR = f64x2.sub(ar, f64x2.mul(half, sumR))
    const midI = f64x2.sub(ai, f64x2.mul(half, sumI))
    v128.store(yr + a, f64x2.add(ar, sumR))
    v128.store(yi + a, f64x2.add(ai, sumI))
    v128.store(yr + b, f64x2.add(midR, difI))
    v128.store(yi + b, f64x2.sub(midI, difR))
    v128.store(yr + c, f64x2.sub(midR, difI))
    v128.store(yi + c, f64x2.add(midI, difR))
  }
}

const cos72: f64 = 0.30901699437494745
const sin72: f64 = 0.9510565162951535
const cos144: f64 = -0.8090169943749475
const sin144: f64 = 0.5877852522924731

function lastRadix5(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = bytes(stride)
  const c1 = f64x2.splat(cos72)
  const s1 = f64x2.splat(sin72)
  const c2 = f64x2.splat(cos144)
  const s2 = f64x2.splat(sin144)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const d = c + width
    const e = d + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const outerR = f64x2.add(v128.load(xr + b), v128.load(xr + e))
    const outerI = f64x2.add(v128.load(xi + b), v128.load(xi + e))
    const innerR = f64x2.add(v128.load(xr + c), v128.load(xr + d))
    const innerI = f64x2.add(v128.load(xi + c), v128.load(xi + d))
    const apartR = f64x2.sub(v128.load(xr + b), v128.load(xr + e))
    const apartI = f64x2.sub(v128.load(xi + b), v128.load(xi + e))
    const nearR = f64x2.sub(v128.load(xr + c), v128.load(xr + d))
    const nearI = f64x2.sub(v128.load(xi + c), v128.load(xi + d))
    const firstR = f64x2.add(f64x2.add(ar, f64x2.mul(c1, outerR)), f64x2.mul(c2, innerR))
    const firstI = f64x2.add(f64x2.add(ai, f64x2.mul(c1, outerI)), f64x2.mul(c2, innerI))
    const secondR = f64x2.add(f64x2.add(ar, f64x2.mul(c2, outerR)), f64x2.mul(c1, innerR))
    const secondI = f64x2.add(f64x2.add(ai, f64x2.mul(c2, outerI)), f64x2.mul(c1, innerI))
    const turnR = f64x2.add(f64x2.mul(s1, apartR), f64x2.mul(s2, nearR))
    const turnI = f64x2.add(f64x2.mul(s1, apartI), f64x2.mul(s2, nearI))
    const backR = f64x2.sub(f64x2.mul(s2, apartR), f64x2.mul(s1, nearR))
    const backI = f64x2.sub(f64x2.mul(s2, apartI), f64x2.mul(s1, nearI))
    v128.store(yr + a, f64x2.add(f64x2.add(ar, outerR), innerR))
    v128.store(yi + a, f64x2.add(f64x2.add(ai, outerI), innerI))
    v128.store(yr + b, f64x2.add(firstR, turnI))
    v128.store(yi + b, f64x2.sub(firstI, turnR))
    v128.store(yr + e, f64x2.sub(firstR, turnI))
    v128.store(yi + e, f64x2.add(firstI, turnR))
    v128.store(yr + c, f64x2.add(secondR, backI))
    v128.store(yi + c, f64x2.sub(secondI, backR))
    v128.store(yr + d, f64x2.sub(secondR, backI))
    v128.store(yi + d, f64x2.add(secondI, backR))
  }
}
