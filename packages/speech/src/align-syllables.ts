import { quantile } from './statistics.ts'

/** What the alignment reads of a syllable. */
export type Syllable = { readonly timeS: number; readonly shape: ArrayLike<number> }

export type Alignment = {
  /** for each onset its step of the round, from 0; null: an extra onset between two syllables */
  readonly steps: readonly (number | null)[]
  /** false: the syllables sound alike and the intervals do not show either where the round begins */
  readonly isSure: boolean
}

/** An onset without a likely step costs this much; so does no onset more. */
const farthest = 12
/** What a missed onset and an extra one cost: less where the interval is as long or as short as that would make it. */
const missed = { usual: 20, atGap: 6, gap: 1.6 }
const extra = { usual: farthest + 14, atHaste: farthest + 1, haste: 0.7 }
/** Shapes vary at least by this much within a step, nepers. */
const leastSpread = 0.3
/** Rounds in each run that gives the first estimate of the shapes. A short run fits between two missed onsets. */
const runsOfRounds = [4, 2]
const iterations = 6
/** This share of the onsets must be nearest to their own step, with that onset left out. Chance is a third. */
const leastAgreement = 0.75

/**
 * Finds which step of the round each onset is, such as /pa/, /ta/ or /ka/: a hidden Markov model whose states follow each
 * other in a circle, with a cost for each missed or extra onset. The shapes of the steps are learnt from the recording,
 * beginning with each run of a few rounds in turn. The first onset is step 0.
 *
 * @see Rabiner 1989, "A tutorial on hidden Markov models", Proc. IEEE 77, 257–286 (segmental k-means)
 */
export function alignSyllables(given: readonly Syllable[], perRound: number): Alignment {
  const syllables = given.map(({ timeS, shape }) => ({ timeS, shape: Float64Array.from(shape) }))
  const regular = syllables.map((_, i) => i % perRound)
  if (syllables.length < 2 * perRound) return { steps: regular, isSure: isEven(syllables) }
  let best: Found = { steps: regular, cost: Number.POSITIVE_INFINITY }
  const runs = runsOfRounds.flatMap((rounds) => {
    const length = Math.min(rounds * perRound, syllables.length)
    return Array.from({ length: syllables.length - length + 1 }, (_, first) => ({ first, end: first + length }))
  })
  const ratios = intervalRatios(syllables)
  // Nearly all runs come to the same few paths, so each is followed once.
  const followed = new Map<string, Found>()
  const follow = (steps: Steps): Found => {
    const key = steps.map((step) => step ?? '-').join()
    const known = followed.get(key)
    const next = known ?? cheapestPath(syllables, ratios, learn(syllables, steps, perRound), perRound)
    if (known === undefined) followed.set(key, next)
    return next
  }
  for (const { first, end } of runs) {
    const run = syllables.map((_, i) => (i >= first && i < end ? i % perRound : null))
    let found: Found = { steps: run, cost: Number.POSITIVE_INFINITY }
    for (let i = 0; i < iterations; i++) {
      const next = follow(found.steps)
      const isSettled = next.steps.every((step, k) => step === found.steps[k])
      found = next
      if (isSettled) break
    }
    if (found.cost < best.cost) best = found
  }
  const start = best.steps.find((step) => step !== null) ?? 0
  const steps = best.steps.map((step) => (step === null ? null : (step - start + perRound) % perRound))
  if (agreement(syllables, steps, perRound) >= leastAgreement) return { steps, isSure: true }
  return { steps: regular, isSure: isEven(syllables) }
}

/** No interval is so long or so short that an onset may be missing or too many. */
function isEven(syllables: readonly Shaped[]): boolean {
  const ratios = intervalRatios(syllables).slice(1)
  return ratios.every((ratio) => ratio > extra.haste && ratio < missed.gap)
}

/** The interval before each onset over the median of all. */
function intervalRatios(syllables: readonly Shaped[]): number[] {
  const intervals = syllables.slice(1).map(({ timeS }, i) => timeS - syllables[i]!.timeS)
  const median =
    quantile(
      intervals.toSorted((a, b) => a - b),
      0.5,
    ) ?? 1
  return [1, ...intervals.map((interval) => interval / median)]
}

type Steps = readonly (number | null)[]
type Found = { readonly steps: Steps; readonly cost: number }
type Shaped = { readonly timeS: number; readonly shape: Float64Array }
type Model = { readonly means: readonly Float64Array[]; readonly spreads: Float64Array }

/** The mean shape of each step, and how much the shapes vary within the steps; without the onset `left`. */
function learn(syllables: readonly Shaped[], steps: Steps, perRound: number, left = -1): Model {
  const width = syllables[0]!.shape.length
  const counts = new Float64Array(perRound)
  const means = Array.from({ length: perRound }, () => new Float64Array(width))
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!
    if (step === null || i === left) continue
    counts[step]!++
    const { shape } = syllables[i]!
    const sums = means[step]!
    for (let k = 0; k < width; k++) sums[k] = sums[k]! + shape[k]!
  }
  means.forEach((values, step) => {
    for (let k = 0; k < width; k++) values[k] = values[k]! / Math.max(1, counts[step]!)
  })
  const squares = new Float64Array(width)
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!
    if (step === null || i === left) continue
    const { shape } = syllables[i]!
    const middle = means[step]!
    for (let k = 0; k < width; k++) squares[k] = squares[k]! + (shape[k]! - middle[k]!) ** 2
  }
  const degrees = Math.max(1, counts.reduce((sum, count) => sum + count, 0) - perRound)
  return { means, spreads: squares.map((square) => Math.max(leastSpread, Math.sqrt(square / degrees))) }
}

/** Half the mean squared distance from a step, weighted by the root of the number of levels as these go together. */
function distance({ shape }: Shaped, { means, spreads }: Model, step: number): number {
  const middle = means[step]!
  let sum = 0
  for (let k = 0; k < spreads.length; k++) sum += ((shape[k]! - middle[k]!) / spreads[k]!) ** 2
  return Math.min(farthest, sum / (2 * Math.sqrt(spreads.length)))
}

/** Viterbi. A state is the step of the last onset that is not an extra one. */
function cheapestPath(syllables: readonly Shaped[], ratios: readonly number[], model: Model, perRound: number): Found {
  const isExtra = perRound
  // For each onset and state, the state of the onset before; plus `isExtra` where the onset is an extra one.
  const before = new Uint8Array(syllables.length * perRound)
  let costs = new Float64Array(perRound)
  let previous = new Float64Array(perRound)
  for (let step = 0; step < perRound; step++) previous[step] = distance(syllables[0]!, model, step)
  for (let i = 1; i < syllables.length; i++) {
    const miss = ratios[i]! >= missed.gap ? missed.atGap : missed.usual
    const isHasty = ratios[i]! < extra.haste || (ratios[i + 1] ?? 1) < extra.haste
    for (let step = 0; step < perRound; step++) {
      const here = distance(syllables[i]!, model, step)
      let best = previous[step]! + (isHasty ? extra.atHaste : extra.usual)
      let way = step + isExtra
      for (let last = 0; last < perRound; last++) {
        const left = (step - last - 1 + perRound) % perRound
        const cost = previous[last]! + here + left * miss
        if (cost >= best) continue
        best = cost
        way = last
      }
      costs[step] = best
      before[i * perRound + step] = way
    }
    ;[costs, previous] = [previous, costs]
  }
  let state = 0
  for (let step = 1; step < perRound; step++) if (previous[step]! < previous[state]!) state = step
  const cost =
    previous[state]! +
    (syllables.length * model.spreads.reduce((sum, spread) => sum + Math.log(spread), 0)) /
      Math.sqrt(model.spreads.length)
  const steps: (number | null)[] = syllables.map(() => null)
  for (let i = syllables.length - 1; i >= 0; i--) {
    const way = before[i * perRound + state]!
    if (way < isExtra || i === 0) steps[i] = state
    if (i > 0) state = way % perRound
  }
  return { steps, cost }
}

/** The share of onsets that are nearest to the mean shape of their own step, learnt without them. */
function agreement(syllables: readonly Shaped[], steps: Steps, perRound: number): number {
  let [agreed, all] = [0, 0]
  steps.forEach((step, i) => {
    if (step === null) return
    const model = learn(syllables, steps, perRound, i)
    const distances = Array.from({ length: perRound }, (_, other) => distance(syllables[i]!, model, other))
    all++
    if (distances.every((other, k) => k === step || distances[step]! < other)) agreed++
  })
  return all === 0 ? 0 : agreed / all
}
