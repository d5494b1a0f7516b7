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
/** The first guess at the shapes comes from runs of so many rounds; a short one fits between two missed onsets. */
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
export function alignSyllables(syllables: readonly Syllable[], perRound: number): Alignment {
  const regular = syllables.map((_, i) => i % perRound)
  if (syllables.length < 2 * perRound) return { steps: regular, isSure: isEven(syllables) }
  let best = { steps: regular as readonly (number | null)[], cost: Number.POSITIVE_INFINITY }
  const runs = runsOfRounds.flatMap((rounds) => {
    const length = Math.min(rounds * perRound, syllables.length)
    return Array.from({ length: syllables.length - length + 1 }, (_, first) => ({ first, end: first + length }))
  })
  for (const { first, end } of runs) {
    const run = syllables.map((_, i) => (i >= first && i < end ? i % perRound : null))
    let found = { steps: run as readonly (number | null)[], cost: Number.POSITIVE_INFINITY }
    for (let i = 0; i < iterations; i++) {
      const next = cheapestPath(syllables, learn(syllables, found.steps, perRound), perRound)
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
function isEven(syllables: readonly Syllable[]): boolean {
  const ratios = intervalRatios(syllables).slice(1)
  return ratios.every((ratio) => ratio > extra.haste && ratio < missed.gap)
}

/** The interval before each onset over the median of all. */
function intervalRatios(syllables: readonly Syllable[]): number[] {
  const intervals = syllables.slice(1).map(({ timeS }, i) => timeS - syllables[i]!.timeS)
  const median =
    quantile(
      intervals.toSorted((a, b) => a - b),
      0.5,
    ) ?? 1
  return [1, ...intervals.map((interval) => interval / median)]
}

type Model = { readonly means: readonly Float64Array[]; readonly spreads: Float64Array }

/** The mean shape of each step, and how much the shapes vary within the steps. */
function learn(syllables: readonly Syllable[], steps: readonly (number | null)[], perRound: number): Model {
  const width = syllables[0]!.shape.length
  const counts = new Float64Array(perRound)
  const means = Array.from({ length: perRound }, () => new Float64Array(width))
  steps.forEach((step, i) => {
    if (step === null) return
    counts[step]!++
    for (let k = 0; k < width; k++) means[step]![k]! += syllables[i]!.shape[k]!
  })
  means.forEach((values, step) => {
    for (let k = 0; k < width; k++) values[k]! /= Math.max(1, counts[step]!)
  })
  const spreads = new Float64Array(width)
  steps.forEach((step, i) => {
    if (step !== null) for (let k = 0; k < width; k++) spreads[k]! += (syllables[i]!.shape[k]! - means[step]![k]!) ** 2
  })
  const degrees = Math.max(1, counts.reduce((sum, count) => sum + count, 0) - perRound)
  return { means, spreads: spreads.map((squares) => Math.max(leastSpread, Math.sqrt(squares / degrees))) }
}

/** Half the mean squared distance from a step, weighted by the root of the number of levels as these go together. */
function distance({ shape }: Syllable, { means, spreads }: Model, step: number): number {
  let sum = 0
  for (let k = 0; k < spreads.length; k++) sum += ((shape[k]! - means[step]![k]!) / spreads[k]!) ** 2
  return Math.min(farthest, sum / (2 * Math.sqrt(spreads.length)))
}

/** Viterbi. A state is the step of the last onset that is not an extra one. */
function cheapestPath(syllables: readonly Syllable[], model: Model, perRound: number) {
  type Path = { cost: number; step: number | null; before: Path | null }
  const ratios = intervalRatios(syllables)
  const states = Array.from({ length: perRound }, (_, step) => step)
  let paths: Path[] = states.map((step) => ({ cost: distance(syllables[0]!, model, step), step, before: null }))
  for (let i = 1; i < syllables.length; i++) {
    const miss = ratios[i]! >= missed.gap ? missed.atGap : missed.usual
    const isHasty = ratios[i]! < extra.haste || (ratios[i + 1] ?? 1) < extra.haste
    const ways = paths.map((path, last) => ({ path, last }))
    paths = states.map((step) => {
      const here = distance(syllables[i]!, model, step)
      const stay = paths[step]!
      let best: Path = { cost: stay.cost + (isHasty ? extra.atHaste : extra.usual), step: null, before: stay }
      for (const { path, last } of ways) {
        const left = (step - last - 1 + perRound) % perRound
        const cost = path.cost + here + left * miss
        if (cost < best.cost) best = { cost, step, before: path }
      }
      return best
    })
  }
  let path: Path | null = paths.reduce((best, other) => (other.cost < best.cost ? other : best))
  const cost =
    path.cost +
    (syllables.length * model.spreads.reduce((sum, spread) => sum + Math.log(spread), 0)) /
      Math.sqrt(model.spreads.length)
  const steps: (number | null)[] = []
  for (; path !== null; path = path.before) steps.push(path.step)
  return { steps: steps.reverse(), cost }
}

/** The share of onsets that are nearest to the mean shape of their own step, learnt without them. */
function agreement(syllables: readonly Syllable[], steps: readonly (number | null)[], perRound: number): number {
  let [agreed, all] = [0, 0]
  steps.forEach((step, i) => {
    if (step === null) return
    const model = learn(syllables, steps.with(i, null), perRound)
    const distances = Array.from({ length: perRound }, (_, other) => distance(syllables[i]!, model, other))
    all++
    if (distances.every((other, k) => k === step || distances[step]! < other)) agreed++
  })
  return all === 0 ? 0 : agreed / all
}
