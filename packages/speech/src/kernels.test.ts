import { expect, test } from 'vitest'
import { createFft } from './fft.ts'
import { createWorkspace } from './kernels.ts'
import { noise } from './test-signals.ts'

// Compares each kernel with the sum that defines it, at even and odd lengths.

const lengths = [1, 2, 3, 7, 8, 33]

/** Different numbers for each `turn`. */
function numbers(length: number, turn: number): Float64Array {
  return Float64Array.from(noise(length + 10 * turn, 1, 1).subarray(10 * turn))
}

test.each(lengths)('computes sums, peaks and weighted powers of %i samples', (length) => {
  const { kernels, arrays, frame } = createWorkspace({ weights: length, result: length + 1 }, length)
  const { weights, result } = arrays
  frame.set(numbers(length, 2))
  weights.set(numbers(length, 3))
  const x = Array.from(frame)
  expect(kernels.sum(frame.byteOffset, length)).toBeCloseTo(
    x.reduce((a, b) => a + b, 0),
    12,
  )
  expect(kernels.peak(frame.byteOffset, length, 0.25)).toBe(Math.max(...x.map((value) => Math.abs(value - 0.25))))
  expect(kernels.weightedPower(frame.byteOffset, length, 0.25, weights.byteOffset)).toBeCloseTo(
    x.reduce((sum, value, i) => sum + weights[i]! * (value - 0.25) ** 2, 0),
    12,
  )
  result[length] = 99
  kernels.subtract(frame.byteOffset, length, 0.25, result.byteOffset)
  expect([...result]).toEqual([...x.map((value) => value - 0.25), 99])
  kernels.weigh(frame.byteOffset, length, 0.25, weights.byteOffset, result.byteOffset)
  expect([...result]).toEqual([...x.map((value, i) => (value - 0.25) * weights[i]!), 99])
})

test.each(lengths)('pre-emphasises and tapers %i samples', (length) => {
  const { kernels, arrays, frame } = createWorkspace({ weights: length, result: length }, length + 1)
  const { weights, result } = arrays
  frame.set(numbers(length + 1, 2))
  weights.set(numbers(length, 3))
  const emphasised = Array.from({ length }, (_, i) => frame[i + 1]! - 0.9 * frame[i]!)
  const sum = kernels.emphasise(frame.byteOffset, length, 0.9, result.byteOffset)
  expect(sum).toBeCloseTo(
    emphasised.reduce((a, b) => a + b, 0),
    12,
  )
  expect([...result]).toEqual(emphasised)
  const tapered = emphasised.map((value, i) => (value - 0.1) * weights[i]!)
  expect(kernels.taper(result.byteOffset, length, 0.1, weights.byteOffset)).toBe(Math.max(...tapered.map(Math.abs)))
  expect([...result]).toEqual(tapered)
})

test.each([2, 3, 8, 15])('correlates %i values with the values around them', (length) => {
  const shifts = 6
  const { kernels, arrays } = createWorkspace({ x: length, y: length + shifts + 4, r: shifts + 3 })
  const { x, y, r } = arrays
  x.set(numbers(length, 4))
  y.set(numbers(length + shifts + 4, 5))
  kernels.correlate(x.byteOffset, y.byteOffset, length, shifts, r.byteOffset)
  const energy = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0)
  for (let shift = 0; shift < shifts; shift++) {
    const there = y.subarray(shift, shift + length)
    const product = x.reduce((sum, value, i) => sum + value * there[i]!, 0)
    expect(r[shift]).toBeCloseTo(product / Math.sqrt(energy(x) * energy(there)), 12)
  }
})

test('correlation with silence is 0, and so is the normalised product', () => {
  const { kernels, arrays } = createWorkspace({ x: 4, y: 16, r: 8, energy: 8 })
  const { x, y, r, energy } = arrays
  x.fill(1)
  kernels.correlate(x.byteOffset, y.byteOffset, 4, 5, r.byteOffset)
  expect([...r.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0])
  energy.set([4, 0, 9])
  y.set([6, 6, 6])
  kernels.normalise(y.byteOffset, energy.byteOffset, 3, 2, r.byteOffset)
  expect([...r.subarray(0, 3)]).toEqual([0.75, 0, 0.5])
})

test('computes the energies of a sliding window', () => {
  const { kernels, arrays } = createWorkspace({ y: 20, energy: 8 })
  const { y, energy } = arrays
  y.set(numbers(20, 6))
  kernels.energies(y.byteOffset, 5, 7, energy.byteOffset)
  for (let lag = 0; lag < 7; lag++) {
    const direct = y.subarray(lag, lag + 5).reduce((sum, value) => sum + value * value, 0)
    expect(energy[lag]).toBeCloseTo(direct, 12)
  }
})

test('separates the spectra of two real signals', () => {
  const length = 48
  const both = createFft(length, { productRe: length, productIm: length, logX: length / 2, logY: length / 2 })
  const alone = [createFft(length), createFft(length)] as const
  const signals = [numbers(length, 7), numbers(length, 8)] as const
  const load = () => {
    both.arrays.re.set(signals[0])
    both.arrays.im.set(signals[1])
    both.transform(both.arrays.re, both.arrays.im)
  }
  alone.forEach(({ arrays, transform }, i) => {
    arrays.re.set(signals[i]!)
    transform(arrays.re, arrays.im)
  })
  const powers = alone.map(({ arrays }) => arrays.re.map((re, k) => re ** 2 + arrays.im[k]! ** 2))
  const { re, im, productRe, productIm } = both.arrays
  load()
  both.kernels.powerSpectra(re.byteOffset, im.byteOffset, length)
  for (let k = 0; k < length; k++) {
    expect(re[k]).toBeCloseTo(powers[0]![k]!, 10)
    expect(im[k]).toBeCloseTo(powers[1]![k]!, 10)
  }
  load()
  const logarithms = [both.arrays.logX, both.arrays.logY] as const
  const [logX, logY] = logarithms.map(({ byteOffset }) => byteOffset)
  both.kernels.logPowerSpectra(re.byteOffset, im.byteOffset, length, logX!, logY!)
  logarithms.forEach((logs, i) => {
    const found = new Float32Array(logs.buffer, logs.byteOffset, length)
    for (let k = 0; k < length; k++) expect(found[k]).toBeCloseTo(Math.log(powers[i]![k]!), 4)
  })

  load()
  const parts = [re.byteOffset, im.byteOffset, length, productRe.byteOffset, productIm.byteOffset] as const
  both.kernels.crossSpectrum(...parts, false)
  both.kernels.crossSpectrum(...parts, true)
  const [x, y] = [alone[0].arrays, alone[1].arrays]
  for (let k = 0; k < length; k++) {
    const real = x.re[k]! * y.re[k]! + x.im[k]! * y.im[k]!
    const imaginary = x.re[k]! * y.im[k]! - x.im[k]! * y.re[k]!
    expect(productRe[k]).toBeCloseTo(real - imaginary, 10)
    expect(productIm[k]).toBeCloseTo(imaginary + real, 10)
  }
})

test.each([1e-30, 1e-12, 0.7, 0.71, 1, 1.41, 1.42, 2, 3, 1e9])('computes the level of a power of %f', (power) => {
  const { kernels, arrays } = createWorkspace({ x: 2, weights: 2, y: 2 })
  const [x, weights, y] = [arrays.x, arrays.weights, arrays.y].map(
    ({ buffer, byteOffset }) => new Float32Array(buffer, byteOffset, 4),
  )
  x!.set([power, 2 * power, power, power / 3])
  weights!.set([1, 1, 3, 1])
  kernels.weightedDecibels(x!.byteOffset, weights!.byteOffset, 4, 1e-37, y!.byteOffset)
  ;[1, 2, 3, 1 / 3].forEach((factor, i) => {
    expect(y![i]).toBeCloseTo(10 * Math.log10(factor * power), 4)
  })
})

test('Burg finds the coefficients of a resonance, and none in silence', () => {
  const length = 401
  const order = 2
  const { kernels, arrays } = createWorkspace({ frame: length + order + 4, found: order, work: 4 * order + 8 })
  const { frame, found, work } = arrays
  const run = () => kernels.burg(frame.byteOffset, length, order, found.byteOffset, work.byteOffset)
  expect(run()).toBe(0)
  // x[n] = 2 cos(w) x[n − 1] − x[n − 2]
  for (let i = 0; i < length; i++) frame[i] = Math.sin(0.6 * i)
  expect(run()).toBe(1)
  expect(found[0]).toBeCloseTo(-2 * Math.cos(0.6), 2)
  expect(found[1]).toBeCloseTo(1, 2)
})
