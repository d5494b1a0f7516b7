/** The passes of a transform: each reads x and writes y in order; `stride` transforms lie side by side. */
export function radix4(
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

export function radix2(
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
export function lastRadix3(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array, stride: number) {
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

export function lastRadix5(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array, stride: number) {
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
