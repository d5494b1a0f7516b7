import { addVector, createGaussian, emptyMoments, type Moments } from './gaussian.ts'
import type { Stretch } from './stretches.ts'
import { voiceDimensions } from './voice-frames.ts'

/**
 * A first guess from above: the stretches that are least like the references belong to somebody else; of these, the ones least
 * like the voices found so far to the next person.
 *
 * @param priorWeight how many vectors of `broad` a Gaussian counts
 * @returns the voice of each vector; 0 is that of the references
 */
export function splitStretches(
  stretches: readonly Stretch[],
  vectors: Float64Array,
  known: Moments,
  broad: Moments,
  priorWeight: number,
  people: number,
): Uint8Array {
  const voices = new Uint8Array(vectors.length / voiceDimensions)
  let candidates = stretches
  const models = [createGaussian(known, broad, priorWeight)]
  for (let voice = 1; voice < people; voice++) {
    const likeness = candidates.map(({ from, to }) => {
      let sum = 0
      for (let i = from; i < to; i++) sum += Math.max(...models.map((model) => model(vectors, i * voiceDimensions)))
      return sum / (to - from)
    })
    const limit = splitInTwo(
      likeness,
      candidates.map(({ from, to }) => to - from),
    )
    const unlike = candidates.filter((_, i) => likeness[i]! < limit)
    for (const { from, to } of unlike) voices.fill(voice, from, to)
    const own = emptyMoments(voiceDimensions)
    for (const { from, to } of unlike) {
      for (let i = from; i < to; i++) addVector(own, vectors, i * voiceDimensions)
    }
    if (own.count === 0) break
    models.push(createGaussian(own, broad, priorWeight))
    candidates = unlike
  }
  return voices
}

/**
 * The limit that leaves the least variance on its two sides.
 *
 * @see Otsu 1979, "A threshold selection method from gray-level histograms", IEEE Trans. SMC 9, 62–66
 */
function splitInTwo(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((value, i) => ({ value, weight: weights[i]! })).sort((a, b) => a.value - b.value)
  const whole = order.reduce((sum, { weight }) => sum + weight, 0)
  const all = order.reduce((sum, { value, weight }) => sum + value * weight, 0)
  let [below, sumBelow, best, limit] = [0, 0, -Infinity, -Infinity]
  for (let i = 0; i + 1 < order.length; i++) {
    below += order[i]!.weight
    sumBelow += order[i]!.value * order[i]!.weight
    const between = below * (whole - below) * (sumBelow / below - (all - sumBelow) / (whole - below)) ** 2
    if (between > best) {
      best = between
      limit = (order[i]!.value + order[i + 1]!.value) / 2
    }
  }
  return limit
}
