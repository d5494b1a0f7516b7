import { expect, test } from 'vitest'
import { createFft, fftLengthFrom, powerOfTwoFrom } from './fft.ts'
import { noise } from './test-signals.ts'

test.each([1, 2, 3, 4, 5, 6, 8, 10, 32, 48, 64, 80, 96, 160])(
  'a transform of %i points is the sum that defines it',
  (length) => {
    const re = Float64Array.from(noise(length, 1, 1))
    const im = Float64Array.from(noise(length, 1, 0.3)).reverse()
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
    createFft(length).transform(re, im)
    expected.forEach(([sumRe, sumIm], k) => {
      expect(re[k]).toBeCloseTo(sumRe!, 10)
      expect(im[k]).toBeCloseTo(sumIm!, 10)
    })
  },
)

test('exchanging the parts transforms back', () => {
  const fft = createFft(2048)
  const original = Float64Array.from(noise(2048, 1, 1))
  const re = original.slice()
  const im = new Float64Array(2048)
  fft.transform(re, im)
  fft.transform(im, re)
  for (let i = 0; i < 2048; i++) expect(re[i]! / 2048).toBeCloseTo(original[i]!, 12)
})

test('a length with other factors is refused, and so are parts of another length', () => {
  expect(() => createFft(14)).toThrow(RangeError)
  expect(() => createFft(8).transform(new Float64Array(4), new Float64Array(8))).toThrow(RangeError)
  expect([1, 2, 3, 1000].map(powerOfTwoFrom)).toEqual([1, 2, 4, 1024])
  expect([1, 2, 7, 1025, 1281, 1537, 2561].map(fftLengthFrom)).toEqual([1, 2, 8, 1280, 1536, 2048, 3072])
})
