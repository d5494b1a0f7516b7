import { expect, test } from 'vitest'
import { createFft, createFft32, fftLengthFrom, powerOfTwoFrom, roomOfFft32 } from './fft.ts'
import { noise } from './test-signals.ts'

test.each([16, 32, 48, 64, 80, 96, 128, 160, 192, 320])(
  'a transform of %i points is the sum that defines it',
  (length) => {
    const fft = createFft(length)
    const { re, im } = fft.arrays
    re.set(noise(length, 1, 1))
    im.set(noise(length, 1, 0.3).reverse())
    const expected = Array.from({ length }, (_, k) => {
      let sumRe = 0
      let sumIm = 0
      for (let n = 0; n < length; n++) {
        const angle = (-2 * Math.PI * k * n) / length
        sumRe += re[n]! * Math.cos(angle) - im[n]! * Math.sin(angle)
        sumIm += re[n]! * Math.sin(angle) + im[n]! * Math.cos(angle)
      }
      return [sumRe, sumIm]
    })
    fft.transform(re, im)
    expected.forEach(([sumRe, sumIm], k) => {
      expect(re[k]).toBeCloseTo(sumRe!, 10)
      expect(im[k]).toBeCloseTo(sumIm!, 10)
    })
  },
)

test.each([16, 32, 48, 64, 80, 96, 128, 160, 192, 320, 2048])(
  'a transform of %i points in 32 bits is that in 64 bits',
  (length) => {
    const fft = createFft(length, { small: roomOfFft32(length) })
    const { re, im, small } = fft.arrays
    const fft32 = createFft32(fft.kernels, small, length)
    re.set(noise(length, 1, 1))
    im.set(noise(length, 1, 0.3).reverse())
    fft32.re.set(re)
    fft32.im.set(im)
    fft.transform(re, im)
    fft32.transform()
    for (let k = 0; k < length; k++) {
      expect(fft32.re[k]).toBeCloseTo(re[k]!, 4)
      expect(fft32.im[k]).toBeCloseTo(im[k]!, 4)
    }
  },
)

test('exchanging the parts gives the inverse transform', () => {
  const fft = createFft(2048)
  const original = Float64Array.from(noise(2048, 1, 1))
  const { re, im } = fft.arrays
  re.set(original)
  fft.transform(re, im)
  fft.transform(im, re)
  for (let i = 0; i < 2048; i++) expect(re[i]! / 2048).toBeCloseTo(original[i]!, 12)
})

test('refuses a length with other factors, and parts of another transform', () => {
  expect(() => createFft(14)).toThrow(RangeError)
  expect(() => createFft(8)).toThrow(RangeError)
  const [fft, other] = [createFft(16), createFft(16)]
  expect(() => fft.transform(other.arrays.re, fft.arrays.im)).toThrow(RangeError)
  expect([1, 16, 17, 1000].map(powerOfTwoFrom)).toEqual([16, 16, 32, 1024])
  expect([1, 17, 1025, 1281, 1537, 2561].map(fftLengthFrom)).toEqual([16, 32, 1280, 1536, 2048, 3072])
})
