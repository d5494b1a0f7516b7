import { scanSamples } from './samples.ts'

/**
 * Samples on flat tops: at least three in a row at the recording's largest or smallest value, reached by a jump. A sine
 * that just touches full scale has no such tops; a recording that was clipped and then attenuated has them.
 *
 * @returns first sample and end of each, in order
 */
export const findFlatTops = (samples: Float32Array): [from: number, to: number][] =>
  flatTopsOf(samples).map(({ from, to }) => [from, to])

export type FlatTop = { readonly from: number; readonly to: number; readonly level: number }

/** The same with the level of each top. */
export function flatTopsOf(samples: Float32Array, { highest, lowest } = scanSamples(samples)): FlatTop[] {
  return [...findFlat(samples, highest), ...findFlat(samples, lowest)].sort((a, b) => a.from - b.from)
}

const fewestFlat = 3
/** Eight steps of 16 bits: a smooth wave approaches its maximum by smaller steps. */
const smallestJump = 8 / 2 ** 15
const smallestClippingLevel = 0.1

function findFlat(samples: Float32Array, level: number): FlatTop[] {
  if (Math.abs(level) < smallestClippingLevel) return []
  const flat: FlatTop[] = []
  for (let from = samples.indexOf(level); from >= 0; ) {
    let to = from + 1
    while (samples[to] === level) to++
    const jumpIn = Math.abs(level - (samples[from - 1] ?? level))
    const jumpOut = Math.abs(level - (samples[to] ?? level))
    if (to - from >= fewestFlat && Math.max(jumpIn, jumpOut) >= smallestJump) flat.push({ from, to, level })
    from = samples.indexOf(level, to)
  }
  return flat
}
