import { createWorkspace } from './kernels.ts'
import { readFrame } from './samples.ts'

/** Six periods under a Hann window separate a harmonic from the middle between two. */
const periodsPerWindow = 6

/** Fills `powers` with the power of a frame at the multiples of half its pitch; its index 0 is not used. */
export type HalvesReader = (centreS: number, hz: number, powers: Float64Array) => void

/**
 * @param lowestHz the lowest pitch that is read
 * @param halves how many multiples are read at most
 */
export function createHalvesReader(
  samples: Float32Array,
  sampleRateHz: number,
  lowestHz: number,
  halves: number,
): HalvesReader {
  const lengthOf = (hz: number) => Math.round((periodsPerWindow * sampleRateHz) / hz)
  const longest = lengthOf(lowestHz)
  const { kernels, arrays, frame } = createWorkspace(
    { windowed: longest, factors: halves + 1, found: halves + 1 },
    longest,
  )
  const { windowed, factors, found } = arrays
  return (centreS, hz, powers) => {
    const length = lengthOf(hz)
    const part = frame.subarray(0, length)
    readFrame(samples, Math.round(centreS * sampleRateHz - length / 2), part)
    for (let half = 1; half < powers.length; half++) factors[half] = 2 * Math.cos((Math.PI * half * hz) / sampleRateHz)
    const cosines = [Math.cos((2 * Math.PI) / length), Math.cos(Math.PI / length)] as const
    const from = [frame.byteOffset, length, ...cosines, factors.byteOffset, powers.length - 1] as const
    kernels.powersAtMultiples(...from, windowed.byteOffset, found.byteOffset)
    powers.set(found.subarray(1, powers.length), 1)
  }
}
