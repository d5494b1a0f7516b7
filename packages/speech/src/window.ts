import { tableOf } from './tables.ts'

/** Gaussian window over twice its effective length, lowered so that it is zero just outside. */
export function gaussianWindow(length: number): Float64Array {
  return tableOf('gaussian window', [length], () => {
    const edge = Math.exp(-12)
    return Float64Array.from({ length }, (_, i) => {
      const place = (i + 0.5 - length / 2) / (length + 1)
      return (Math.exp(-48 * place * place) - edge) / (1 - edge)
    })
  })
}
