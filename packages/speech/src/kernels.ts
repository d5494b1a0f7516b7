import { kernelCode } from './kernel-code.ts'

type Address = number

/** The compiled inner loops (see packages/speech/kernels). Addresses are byte offsets of arrays in one memory. */
export type Kernels = {
  transform(re: Address, im: Address, length: number, work: Address, cosine: Address, sine: Address): void
  transform32(re: Address, im: Address, length: number, work: Address, cosine: Address, sine: Address): void
  powerSpectra(re: Address, im: Address, length: number): void
  logPowerSpectra(re: Address, im: Address, length: number, logX: Address, logY: Address): void
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
  weightedDecibels(x: Address, weights: Address, count: number, floor: number, y: Address): void
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
  collectMaxima(
    r: Address,
    maximumLag: number,
    least: number,
    costs: Address,
    room: number,
    weights: Address,
    tops: Address,
    merits: Address,
  ): number
  largestMaximum(
    r: Address,
    maximumLag: number,
    share: number,
    rounding: number,
    weights: Address,
    top: Address,
  ): number
  findRoots(coefficients: Address, degree: number, re: Address, im: Address): void
  prominence(levels: Address, bins: number, from: number, first: number, last: number, values: Address): number
  scan(x: Address, count: number, found: Address): void
  powersAtMultiples(
    x: Address,
    length: number,
    cosineOfStep: number,
    cosineOfHalf: number,
    factors: Address,
    count: number,
    y: Address,
    powers: Address,
  ): void
  addBoth(x: Address, y: Address, count: number, sums: Address): void
  total(x: Address, count: number): number
  changeOfShape(power: Address, count: number, sum: number, before: Address): number
  narrow(x: Address, count: number, y: Address): void
  placeSamples(
    at: number,
    count: number,
    middle: number,
    newMiddle: number,
    fromHz: number,
    toHz: number,
    phases: number,
    taps: number,
    offset: number,
    places: Address,
  ): void
  predict(frame: Address, length: number, order: number, r: Address, coefficients: Address, previous: Address): void
  predictionErrors(x: Address, first: number, end: number, coefficients: Address, order: number, y: Address): void
  takeBand(
    re: Address,
    im: Address,
    first: number,
    count: number,
    cosine: Address,
    sine: Address,
    cosineOfCentre: number,
    sineOfCentre: number,
    bandRe: Address,
    bandIm: Address,
  ): void
  normalisedEnvelope(re: Address, im: Address, count: number, y: Address): void
  largestLink(envelopes: Address, bands: number, stride: number, count: number, apart: number, reach: number): number
  burg(x: Address, length: number, order: number, coefficients: Address, work: Address): 0 | 1
}

/** Arrays in one memory, and the kernels that use them by their addresses (`byteOffset`). */
export type Workspace<Name extends string> = {
  readonly kernels: Kernels
  readonly arrays: { readonly [N in Name]: Float64Array }
  /** for the samples of one frame */
  readonly frame: Float32Array
}

const pageBytes = 65_536
/** Kernels may read this far behind an array. */
const vectorBytes = 64
let compiled: WebAssembly.Module | undefined

type Instance = { readonly memory: WebAssembly.Memory; readonly kernels: Kernels }

/** Instances whose workspaces nobody uses any more. Larger ones than this in all are left to the garbage collector. */
const spare: Instance[] = []
const mostSpareBytes = 16 * 1_048_576
/** Those handed out within `withWorkspaces`; undefined outside. */
let handedOut: Instance[] | undefined

/**
 * Workspaces made by `work` are used again once it has returned: making instances and their memory takes a quarter of
 * the time in which a few seconds of sound are measured. Nothing that it returns may lie in a workspace.
 */
export function withWorkspaces<T>(work: () => T): T {
  if (handedOut !== undefined) return work()
  const mine: Instance[] = []
  handedOut = mine
  try {
    return work()
  } finally {
    handedOut = undefined
    let bytes = spare.reduce((sum, { memory }) => sum + memory.buffer.byteLength, 0)
    for (const instance of mine) {
      bytes += instance.memory.buffer.byteLength
      if (bytes <= mostSpareBytes) spare.push(instance)
    }
  }
}

/** The smallest spare instance with room for so many bytes, set to zero, or a new one. */
function takeInstance(bytes: number): Instance {
  let best = -1
  for (let i = 0; i < spare.length; i++) {
    const { byteLength } = spare[i]!.memory.buffer
    if (byteLength >= bytes && (best < 0 || byteLength < spare[best]!.memory.buffer.byteLength)) best = i
  }
  const [found] = best < 0 ? [] : spare.splice(best, 1)
  const instance = found ?? createInstance(bytes)
  if (found !== undefined) new Uint8Array(found.memory.buffer).fill(0, 0, bytes + vectorBytes)
  handedOut?.push(instance)
  return instance
}

function createInstance(bytes: number): Instance {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(kernelCode), (letter) => letter.charCodeAt(0)))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  return { memory, kernels: exports as unknown as Kernels }
}

/** Arrays of these lengths and a frame of samples, all zero. */
export function createWorkspace<Name extends string>(
  lengths: Readonly<Record<Name, number>>,
  frameLength = 0,
): Workspace<Name> {
  // Even lengths align every array to the 16 bytes of a vector, and let kernels process the last pair like any other.
  const placeBytes = (length: number) => 8 * (length + (length % 2))
  const entries = Object.entries<number>(lengths)
  const bytes = entries.reduce((sum, [, length]) => sum + placeBytes(length), 4 * frameLength)
  const { memory, kernels } = takeInstance(bytes)
  const arrays: Partial<Record<string, Float64Array>> = {}
  let offset = 0
  for (const [name, length] of entries) {
    arrays[name] = new Float64Array(memory.buffer, offset, length)
    offset += placeBytes(length)
  }
  return {
    kernels,
    arrays: arrays as Workspace<Name>['arrays'],
    frame: new Float32Array(memory.buffer, offset, frameLength),
  }
}
