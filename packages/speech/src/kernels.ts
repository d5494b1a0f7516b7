import { kernelCode } from './kernel-code.ts'

type Address = number

/** The compiled inner loops (see packages/speech/kernels). Addresses are byte offsets of arrays in one memory. */
export type Kernels = {
  transform(re: Address, im: Address, length: number, work: Address, cosine: Address, sine: Address): void
  powerSpectra(re: Address, im: Address, length: number): void
  logPowerSpectra(re: Address, im: Address, length: number): void
  crossSpectrum(
    re: Address,
    im: Address,
    length: number,
    productRe: Address,
    productIm: Address,
    asImaginary: boolean,
  ): void
  squares(x: Address, count: number, y: Address): void
  addWeighted(x: Address, count: number, weight: number, y: Address): void
  decibels(x: Address, count: number, floor: number): void
  sum(x: Address, count: number): number
  peak(x: Address, count: number, level: number): number
  subtract(x: Address, count: number, level: number, y: Address): void
  weigh(x: Address, count: number, level: number, weights: Address, y: Address): void
  emphasise(x: Address, count: number, emphasis: number, y: Address): number
  taper(y: Address, count: number, level: number, weights: Address): number
  weightedPower(x: Address, count: number, level: number, weights: Address): number
  energies(y: Address, width: number, lags: number, energy: Address): void
  normalise(product: Address, energy: Address, lags: number, scale: number, r: Address): void
  multiply(x: Address, weights: Address, count: number, factor: number, y: Address): void
  correlate(x: Address, y: Address, length: number, shifts: number, r: Address): void
  interpolate(x: Address, weights: Address, taps: number, places: Address, count: number, y: Address): void
  burg(
    forward: Address,
    backward: Address,
    length: number,
    order: number,
    coefficients: Address,
    previous: Address,
  ): 0 | 1
}

/** Arrays in one memory, and the kernels that use them by their addresses (`byteOffset`). */
export type Workspace<Name extends string> = {
  readonly kernels: Kernels
  readonly arrays: { readonly [N in Name]: Float64Array }
  /** for the samples of one frame */
  readonly frame: Float32Array
}

const pageBytes = 65_536
let compiled: WebAssembly.Module | undefined

/** Arrays of these lengths and a frame of samples, all zero. */
export function createWorkspace<Name extends string>(
  lengths: Readonly<Record<Name, number>>,
  frameLength = 0,
): Workspace<Name> {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(kernelCode), (letter) => letter.charCodeAt(0)))
  // Even lengths align every array to the 16 bytes of a vector, and let kernels process the last pair like any other.
  const placeBytes = (length: number) => 8 * (length + (length % 2))
  const entries = Object.entries<number>(lengths)
  const bytes = entries.reduce((sum, [, length]) => sum + placeBytes(length), 4 * frameLength)
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  const arrays: Partial<Record<string, Float64Array>> = {}
  let offset = 0
  for (const [name, length] of entries) {
    arrays[name] = new Float64Array(memory.buffer, offset, length)
    offset += placeBytes(length)
  }
  return {
    kernels: exports as unknown as Kernels,
    arrays: arrays as Workspace<Name>['arrays'],
    frame: new Float32Array(memory.buffer, offset, frameLength),
  }
}
