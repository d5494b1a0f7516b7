// Autosorting radix-4 transform (Stockham; see Van Loan 1992, "Computational frameworks for the fast Fourier
// transform", section 1.7): no bit reversal, every pass reads and writes in order, two 64-bit or four
// 32-bit numbers at a time.

/**
 * Complex transform in place, not scaled: X[k] = Σ x[n] e^(−2πikn/N).
 *
 * @param length 2^k, 3·2^k or 5·2^k, k ≥ 4
 * @param work room for `length` complex numbers: real parts, then imaginary parts
 * @param cosine cos(2πk/N) for k < N; `sine`: −sin(2πk/N)
 */
function transformOf<T>(re: usize, im: usize, length: i32, work: usize, cosine: usize, sine: usize): void {
  let fromRe = re
  let fromIm = im
  let toRe = work
  let toIm = work + room<T>(length)
  firstRadix4<T>(fromRe, fromIm, toRe, toIm, length, cosine, sine)
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
      if (remaining === 4) lastRadix4<T>(fromRe, fromIm, re, im, stride)
      else if (remaining === 2) lastRadix2<T>(fromRe, fromIm, re, im, stride)
      else if (remaining === 3) lastRadix3<T>(fromRe, fromIm, re, im, stride)
      else lastRadix5<T>(fromRe, fromIm, re, im, stride)
      return
    }
    const radix = remaining & 3 ? 2 : 4
    if (radix === 4) radix4<T>(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
    else radix2<T>(fromRe, fromIm, toRe, toIm, remaining, stride, cosine, sine)
    remaining /= radix
    stride *= radix
  }
}

/** With 64-bit numbers. */
export function transform(re: usize, im: usize, length: i32, work: usize, cosine: usize, sine: usize): void {
  transformOf<f64>(re, im, length, work, cosine, sine)
}

/** With 32-bit numbers: good to six digits of the largest result, in half the time. */
export function transform32(re: usize, im: usize, length: i32, work: usize, cosine: usize, sine: usize): void {
  transformOf<f32>(re, im, length, work, cosine, sine)
}

/** The room of so many numbers. */
function room<T>(count: i32): usize {
  return <usize>count * sizeof<T>()
}

function splat<T>(value: f64): v128 {
  return v128.splat<T>(<T>value)
}

/** Every second number. */
function everySecond<T>(from: usize): v128 {
  const first = v128.load(from)
  const second = v128.load(from, 16)
  if (sizeof<T>() === 8) return v128.shuffle<f64>(first, second, 0, 2)
  return v128.shuffle<f32>(first, second, 0, 2, 4, 6)
}

/** Every third number. */
function everyThird<T>(from: usize): v128 {
  const first = v128.load(from)
  const second = v128.load(from, 16)
  if (sizeof<T>() === 8) return v128.shuffle<f64>(first, second, 0, 3)
  return v128.shuffle<f32>(v128.shuffle<f32>(first, second, 0, 3, 6, 7), v128.load(from, 32), 0, 1, 2, 5)
}

/** The first pass: a stride of one, so it computes neighbouring butterflies together and interleaves their results. */
function firstRadix4<T>(xr: usize, xi: usize, yr: usize, yi: usize, length: i32, cosine: usize, sine: usize): void {
  const step = room<T>(length >> 2)
  for (let k: usize = 0; k < step; k += 16) {
    const ar = v128.load(xr + k)
    const ai = v128.load(xi + k)
    const br = v128.load(xr + k + step)
    const bi = v128.load(xi + k + step)
    const cr = v128.load(xr + k + 2 * step)
    const ci = v128.load(xi + k + 2 * step)
    const dr = v128.load(xr + k + 3 * step)
    const di = v128.load(xi + k + 3 * step)
    const sumACr = v128.add<T>(ar, cr)
    const sumACi = v128.add<T>(ai, ci)
    const difACr = v128.sub<T>(ar, cr)
    const difACi = v128.sub<T>(ai, ci)
    const sumBDr = v128.add<T>(br, dr)
    const sumBDi = v128.add<T>(bi, di)
    const difBDr = v128.sub<T>(br, dr)
    const difBDi = v128.sub<T>(bi, di)
    const er = v128.add<T>(difACr, difBDi)
    const ei = v128.sub<T>(difACi, difBDr)
    const fr = v128.sub<T>(sumACr, sumBDr)
    const fi = v128.sub<T>(sumACi, sumBDi)
    const gr = v128.sub<T>(difACr, difBDi)
    const gi = v128.add<T>(difACi, difBDr)
    const w1r = v128.load(cosine + k)
    const w1i = v128.load(sine + k)
    const w2r = everySecond<T>(cosine + 2 * k)
    const w2i = everySecond<T>(sine + 2 * k)
    const w3r = everyThird<T>(cosine + 3 * k)
    const w3i = everyThird<T>(sine + 3 * k)
    const y0r = v128.add<T>(sumACr, sumBDr)
    const y0i = v128.add<T>(sumACi, sumBDi)
    const y1r = v128.sub<T>(v128.mul<T>(er, w1r), v128.mul<T>(ei, w1i))
    const y1i = v128.add<T>(v128.mul<T>(er, w1i), v128.mul<T>(ei, w1r))
    const y2r = v128.sub<T>(v128.mul<T>(fr, w2r), v128.mul<T>(fi, w2i))
    const y2i = v128.add<T>(v128.mul<T>(fr, w2i), v128.mul<T>(fi, w2r))
    const y3r = v128.sub<T>(v128.mul<T>(gr, w3r), v128.mul<T>(gi, w3i))
    const y3i = v128.add<T>(v128.mul<T>(gr, w3i), v128.mul<T>(gi, w3r))
    weave<T>(yr + 4 * k, y0r, y1r, y2r, y3r)
    weave<T>(yi + 4 * k, y0i, y1i, y2i, y3i)
  }
}

/** Stores a[0], b[0], c[0], d[0], a[1], … */
function weave<T>(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  if (sizeof<T>() === 8) {
    v128.store(to, v128.shuffle<f64>(a, b, 0, 2))
    v128.store(to, v128.shuffle<f64>(c, d, 0, 2), 16)
    v128.store(to, v128.shuffle<f64>(a, b, 1, 3), 32)
    v128.store(to, v128.shuffle<f64>(c, d, 1, 3), 48)
  } else {
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
    const abLater = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
    const cdLater = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
    v128.store(to, v128.shuffle<f64>(ab, cd, 0, 2))
    v128.store(to, v128.shuffle<f64>(ab, cd, 1, 3), 16)
    v128.store(to, v128.shuffle<f64>(abLater, cdLater, 0, 2), 32)
    v128.store(to, v128.shuffle<f64>(abLater, cdLater, 1, 3), 48)
  }
}

function radix4<T>(
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
  const step = room<T>(stride * quarter)
  const width = room<T>(stride)
  for (let p = 0; p < quarter; p++) {
    const k = room<T>(p * stride)
    const w1r = v128.load_splat<T>(cosine + k)
    const w1i = v128.load_splat<T>(sine + k)
    const w2r = v128.load_splat<T>(cosine + 2 * k)
    const w2i = v128.load_splat<T>(sine + 2 * k)
    const w3r = v128.load_splat<T>(cosine + 3 * k)
    const w3i = v128.load_splat<T>(sine + 3 * k)
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
      const sumACr = v128.add<T>(ar, cr)
      const sumACi = v128.add<T>(ai, ci)
      const difACr = v128.sub<T>(ar, cr)
      const difACi = v128.sub<T>(ai, ci)
      const sumBDr = v128.add<T>(br, dr)
      const sumBDi = v128.add<T>(bi, di)
      const difBDr = v128.sub<T>(br, dr)
      const difBDi = v128.sub<T>(bi, di)
      const er = v128.add<T>(difACr, difBDi)
      const ei = v128.sub<T>(difACi, difBDr)
      const fr = v128.sub<T>(sumACr, sumBDr)
      const fi = v128.sub<T>(sumACi, sumBDi)
      const gr = v128.sub<T>(difACr, difBDi)
      const gi = v128.add<T>(difACi, difBDr)
      v128.store(yr + to, v128.add<T>(sumACr, sumBDr))
      v128.store(yi + to, v128.add<T>(sumACi, sumBDi))
      v128.store(yr + to + width, v128.sub<T>(v128.mul<T>(er, w1r), v128.mul<T>(ei, w1i)))
      v128.store(yi + to + width, v128.add<T>(v128.mul<T>(er, w1i), v128.mul<T>(ei, w1r)))
      v128.store(yr + to + 2 * width, v128.sub<T>(v128.mul<T>(fr, w2r), v128.mul<T>(fi, w2i)))
      v128.store(yi + to + 2 * width, v128.add<T>(v128.mul<T>(fr, w2i), v128.mul<T>(fi, w2r)))
      v128.store(yr + to + 3 * width, v128.sub<T>(v128.mul<T>(gr, w3r), v128.mul<T>(gi, w3i)))
      v128.store(yi + to + 3 * width, v128.add<T>(v128.mul<T>(gr, w3i), v128.mul<T>(gi, w3r)))
      to += 16
    }
  }
}

function radix2<T>(
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
  const step = room<T>(stride * half)
  const width = room<T>(stride)
  for (let p = 0; p < half; p++) {
    const k = room<T>(p * stride)
    const wr = v128.load_splat<T>(cosine + k)
    const wi = v128.load_splat<T>(sine + k)
    let to: usize = 2 * k
    for (let from = k; from < k + width; from += 16) {
      const ar = v128.load(xr + from)
      const ai = v128.load(xi + from)
      const br = v128.load(xr + from + step)
      const bi = v128.load(xi + from + step)
      const difR = v128.sub<T>(ar, br)
      const difI = v128.sub<T>(ai, bi)
      v128.store(yr + to, v128.add<T>(ar, br))
      v128.store(yi + to, v128.add<T>(ai, bi))
      v128.store(yr + to + width, v128.sub<T>(v128.mul<T>(difR, wr), v128.mul<T>(difI, wi)))
      v128.store(yi + to + width, v128.add<T>(v128.mul<T>(difR, wi), v128.mul<T>(difI, wr)))
      to += 16
    }
  }
}

// The last passes need no twiddle factors.

function lastRadix4<T>(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = room<T>(stride)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const d = c + width
    const sumACr = v128.add<T>(v128.load(xr + a), v128.load(xr + c))
    const sumACi = v128.add<T>(v128.load(xi + a), v128.load(xi + c))
    const difACr = v128.sub<T>(v128.load(xr + a), v128.load(xr + c))
    const difACi = v128.sub<T>(v128.load(xi + a), v128.load(xi + c))
    const sumBDr = v128.add<T>(v128.load(xr + b), v128.load(xr + d))
    const sumBDi = v128.add<T>(v128.load(xi + b), v128.load(xi + d))
    const difBDr = v128.sub<T>(v128.load(xr + b), v128.load(xr + d))
    const difBDi = v128.sub<T>(v128.load(xi + b), v128.load(xi + d))
    v128.store(yr + a, v128.add<T>(sumACr, sumBDr))
    v128.store(yi + a, v128.add<T>(sumACi, sumBDi))
    v128.store(yr + b, v128.add<T>(difACr, difBDi))
    v128.store(yi + b, v128.sub<T>(difACi, difBDr))
    v128.store(yr + c, v128.sub<T>(sumACr, sumBDr))
    v128.store(yi + c, v128.sub<T>(sumACi, sumBDi))
    v128.store(yr + d, v128.sub<T>(difACr, difBDi))
    v128.store(yi + d, v128.add<T>(difACi, difBDr))
  }
}

function lastRadix2<T>(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = room<T>(stride)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const br = v128.load(xr + b)
    const bi = v128.load(xi + b)
    v128.store(yr + a, v128.add<T>(ar, br))
    v128.store(yi + a, v128.add<T>(ai, bi))
    v128.store(yr + b, v128.sub<T>(ar, br))
    v128.store(yi + b, v128.sub<T>(ai, bi))
  }
}

const sin60: f64 = 0.8660254037844386

function lastRadix3<T>(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = room<T>(stride)
  const half = splat<T>(0.5)
  const turn = splat<T>(sin60)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const sumR = v128.add<T>(v128.load(xr + b), v128.load(xr + c))
    const sumI = v128.add<T>(v128.load(xi + b), v128.load(xi + c))
    const difR = v128.mul<T>(turn, v128.sub<T>(v128.load(xr + b), v128.load(xr + c)))
    const difI = v128.mul<T>(turn, v128.sub<T>(v128.load(xi + b), v128.load(xi + c)))
    const midR = v128.sub<T>(ar, v128.mul<T>(half, sumR))
    const midI = v128.sub<T>(ai, v128.mul<T>(half, sumI))
    v128.store(yr + a, v128.add<T>(ar, sumR))
    v128.store(yi + a, v128.add<T>(ai, sumI))
    v128.store(yr + b, v128.add<T>(midR, difI))
    v128.store(yi + b, v128.sub<T>(midI, difR))
    v128.store(yr + c, v128.sub<T>(midR, difI))
    v128.store(yi + c, v128.add<T>(midI, difR))
  }
}

const cos72: f64 = 0.30901699437494745
const sin72: f64 = 0.9510565162951535
const cos144: f64 = -0.8090169943749475
const sin144: f64 = 0.5877852522924731

function lastRadix5<T>(xr: usize, xi: usize, yr: usize, yi: usize, stride: i32): void {
  const width = room<T>(stride)
  const c1 = splat<T>(cos72)
  const s1 = splat<T>(sin72)
  const c2 = splat<T>(cos144)
  const s2 = splat<T>(sin144)
  for (let a: usize = 0; a < width; a += 16) {
    const b = a + width
    const c = b + width
    const d = c + width
    const e = d + width
    const ar = v128.load(xr + a)
    const ai = v128.load(xi + a)
    const outerR = v128.add<T>(v128.load(xr + b), v128.load(xr + e))
    const outerI = v128.add<T>(v128.load(xi + b), v128.load(xi + e))
    const innerR = v128.add<T>(v128.load(xr + c), v128.load(xr + d))
    const innerI = v128.add<T>(v128.load(xi + c), v128.load(xi + d))
    const apartR = v128.sub<T>(v128.load(xr + b), v128.load(xr + e))
    const apartI = v128.sub<T>(v128.load(xi + b), v128.load(xi + e))
    const nearR = v128.sub<T>(v128.load(xr + c), v128.load(xr + d))
    const nearI = v128.sub<T>(v128.load(xi + c), v128.load(xi + d))
    const firstR = v128.add<T>(v128.add<T>(ar, v128.mul<T>(c1, outerR)), v128.mul<T>(c2, innerR))
    const firstI = v128.add<T>(v128.add<T>(ai, v128.mul<T>(c1, outerI)), v128.mul<T>(c2, innerI))
    const secondR = v128.add<T>(v128.add<T>(ar, v128.mul<T>(c2, outerR)), v128.mul<T>(c1, innerR))
    const secondI = v128.add<T>(v128.add<T>(ai, v128.mul<T>(c2, outerI)), v128.mul<T>(c1, innerI))
    const turnR = v128.add<T>(v128.mul<T>(s1, apartR), v128.mul<T>(s2, nearR))
    const turnI = v128.add<T>(v128.mul<T>(s1, apartI), v128.mul<T>(s2, nearI))
    const backR = v128.sub<T>(v128.mul<T>(s2, apartR), v128.mul<T>(s1, nearR))
    const backI = v128.sub<T>(v128.mul<T>(s2, apartI), v128.mul<T>(s1, nearI))
    v128.store(yr + a, v128.add<T>(v128.add<T>(ar, outerR), innerR))
    v128.store(yi + a, v128.add<T>(v128.add<T>(ai, outerI), innerI))
    v128.store(yr + b, v128.add<T>(firstR, turnI))
    v128.store(yi + b, v128.sub<T>(firstI, turnR))
    v128.store(yr + e, v128.sub<T>(firstR, turnI))
    v128.store(yi + e, v128.add<T>(firstI, turnR))
    v128.store(yr + c, v128.add<T>(secondR, backI))
    v128.store(yi + c, v128.sub<T>(secondI, backR))
    v128.store(yr + d, v128.sub<T>(secondR, backI))
    v128.store(yi + d, v128.add<T>(secondI, backR))
  }
}
