import { createWorkspace, type Kernels, type Workspace } from './kernels.ts'
import { tableOf } from './tables.ts'

/** A complex Fourier transform of one length, with its tables, the parts it transforms and the caller's arrays. */
type Fft<Name extends string = never> = Workspace<'re' | 'im' | Name> & {
  readonly length: number
  /**
   * Forward transform in place, not scaled: X[k] = Σ x[n] e^(−2πikn/N).
   * The inverse, also not scaled, is the same call with `re` and `im` exchanged.
   */
  transform(re: Float64Array, im: Float64Array): void
}

/** The kernel computes two butterflies of four at a time. */
const shortest = 16

/** The smallest power of two that is not below `count`, nor below 16. */
export function powerOfTwoFrom(count: number): number {
  let length = shortest
  while (length < count) length *= 2
  return length
}

/** The smallest length that is not below `count` among 2^k, 3·2^k and 5·2^k: closer than the next power of two. */
export function fftLengthFrom(count: number): number {
  return Math.min(...[1, 3, 5].map((odd) => odd * powerOfTwoFrom(count / odd)))
}

/**
 * Two real signals share one transform, one as the real and one as the imaginary part: their spectra are the even and
 * the odd half of the result.
 *
 * @param length 2^k, 3·2^k or 5·2^k, k ≥ 4
 * @param others lengths of further arrays in the same memory; those that are transformed must be as long as `re`
 * @param frameLength how many samples are read at a time
 */
export function createFft<Name extends string = never>(
  length: number,
  others: Readonly<Record<Name, number>> = {} as Record<Name, number>,
  frameLength = 0,
): Fft<Name> {
  if (!(length >= shortest && fftLengthFrom(length) === length)) {
    throw new RangeError('length must be 2^k, 3·2^k or 5·2^k, k ≥ 4')
  }
  const workspace = createWorkspace(
    { re: length, im: length, work: 2 * length, cosine: length, sine: length, ...others },
    frameLength,
  )
  const { kernels, arrays } = workspace as Workspace<'re' | 'im' | 'work' | 'cosine' | 'sine'>
  const { re: home, work, cosine, sine } = arrays
  cosine.set(tableOf('cosine', [length], () => turns(length, Math.cos)))
  sine.set(tableOf('sine', [length], () => turns(length, (angle) => -Math.sin(angle))))
  const isPart = (part: Float64Array) => part.buffer === home.buffer && part.length === length
  return {
    ...workspace,
    length,
    transform(re, im) {
      if (!isPart(re) || !isPart(im)) throw new RangeError(`both parts must be arrays of this transform`)
      kernels.transform(re.byteOffset, im.byteOffset, length, work.byteOffset, cosine.byteOffset, sine.byteOffset)
    },
  }
}

/** A complex Fourier transform of 32-bit numbers: good to six digits of its largest result, in half the time. */
type Fft32 = {
  readonly re: Float32Array
  readonly im: Float32Array
  /** in place, like that of `Fft` */
  transform(): void
}

/** The length of the array of 64-bit numbers in which a transform of 32-bit numbers has room. */
export const roomOfFft32 = (length: number) => 3 * length

/** @param place an array of the kernels' memory */
export function createFft32(kernels: Kernels, place: Float64Array, length: number): Fft32 {
  const part = (at: number, parts = 1) =>
    new Float32Array(place.buffer, place.byteOffset + 4 * at * length, parts * length)
  const [re, im, work, cosine, sine] = [part(0), part(1), part(2, 2), part(4), part(5)]
  cosine.set(tableOf('cosine', [length], () => turns(length, Math.cos)))
  sine.set(tableOf('sine', [length], () => turns(length, (angle) => -Math.sin(angle))))
  const addresses = [re.byteOffset, im.byteOffset, length, work.byteOffset, cosine.byteOffset, sine.byteOffset] as const
  return { re, im, transform: () => kernels.transform32(...addresses) }
}

function turns(length: number, part: (angle: number) => number): Float64Array {
  const table = new Float64Array(length)
  for (let k = 0; k < length; k++) table[k] = part((2 * Math.PI * k) / length)
  return table
}
