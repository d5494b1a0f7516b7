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
export function flatTopsOf(samples: Float32Array): FlatTop[] {
  let highest = -Infinity
  let lowest = Infinity
  for (let i = 0; i < samples.length; i++) {
    highest = Math.max(highest, samples[i]!)
    lowest = Math.min(lowest, samples[i]!)
  }
  return [...findFlat(samples, highest), ...findFlat(samples, lowest)].sort((a, b) => a.from - b.from)
}

const fewestFlat = 3
/** Eight steps of 16 bits: a smooth wave approaches its maximum by smaller steps. */
const smallestJump = 8 / 2 ** 15
const smallestClippingLevel = 0.1

function findFlat(samples: Float32Array, level: number): FlatTop[] {
  if (Math.abs(level) < smallestClippingLevel) return []
  const flat: FlatTop[] = []
  let start = -1
  for (let i = 0; i <= samples.length; i++) {
    if (i < samples.length && samples[i] === level) {
      if (start < 0) start = i
      continue
    }
    if (start < 0) continue
    const jumpIn = Math.abs(level - (samples[start - 1] ?? level))
    const jumpOut = Math.abs(level - (samples[i] ?? level))
    if (i - start >= fewestFlat && Math.max(jumpIn, jumpOut) >= smallestJump) flat.push({ from: start, to: i, level })
    start = -1
  }
  return flat
}
