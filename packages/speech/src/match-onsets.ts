import { frameOfOnset, nearestOnset, type Onsets } from './onsets.ts'
import { medianInPlace } from './statistics.ts'

export type PlacedOnset = {
  readonly timeS: number
  /** another place where the onset may lie, s; the same where there is no doubt */
  readonly otherS: number
}

/** Frames before and after an onset that are compared: the burst is among them, and little of the vowel, as their distance varies. */
const before = 8
const after = 10
/** An onset is sought so many frames around where it was found. */
const reach = 24
/** With fewer syllables of a step, their median is no model. */
const fewestOfStep = 4
/** An onset lies elsewhere if the difference from the others is less there by this share, and at least so many frames away. */
const leastGain = 0.2
const leastLag = 3
/** With a smaller gain than this, the onset may as well lie where it was found. */
const sureGain = 0.5
const passes = 3
const width = before + after + 1

/**
 * Moves each onset to where the levels around it resemble those of the others of its step most. An onset that was found
 * at the vowel, as the burst is faint, or in the echo of the last vowel, thus comes to its burst.
 *
 * @param steps of the round; onsets without one stay
 */
export function matchOnsets(found: Onsets, steps: readonly (number | null)[]): PlacedOnset[] {
  const levels = byFrame(found.levels)
  const times = found.onsets.map(({ timeS }) => timeS)
  const gains = times.map(() => 1)
  for (let pass = 0; pass < passes; pass++) {
    const moves = findMoves(levels, times.map(frameOfOnset), steps)
    moves.forEach((move, i) => {
      if (move === null) return
      times[i] = nearestOnset(found, move.frame)
      gains[i] = move.gain
    })
    if (moves.every((move) => move === null)) break
  }
  return times.map((timeS, i) => ({ timeS, otherS: gains[i]! < sureGain ? found.onsets[i]!.timeS : timeS }))
}

/** The levels of all bands, frame after frame, with silence around the recording. */
type Levels = { readonly values: Float64Array; readonly bands: number }

const margin = before + after + reach

function byFrame(levels: readonly Float64Array[]): Levels {
  const bands = levels.length
  const frames = levels[0]?.length ?? 0
  const values = new Float64Array((frames + 2 * margin) * bands)
  for (let band = 0; band < bands; band++) {
    const level = levels[band]!
    for (let frame = 0; frame < frames; frame++) values[(margin + frame) * bands + band] = level[frame]!
  }
  return { values, bands }
}

/** Where the levels around a frame begin. */
const startOf = ({ bands }: Levels, frame: number) => (margin + frame - before) * bands

type Move = { readonly frame: number; readonly gain: number }

function findMoves(levels: Levels, frames: readonly number[], steps: readonly (number | null)[]): (Move | null)[] {
  const models = new Map<number, Float64Array>()
  for (const step of new Set(steps)) {
    const same = frames.filter((_, i) => steps[i] === step)
    if (step !== null && same.length >= fewestOfStep) models.set(step, medianAround(levels, same))
  }
  return frames.map((frame, i) => {
    const step = steps[i] ?? null
    const model = step === null ? undefined : models.get(step)
    if (model === undefined) return null
    const earliest = Math.floor((frame - (frames[i - 1] ?? 0)) / 2)
    const latest = Math.floor(((frames[i + 1] ?? Number.POSITIVE_INFINITY) - frame) / 2)
    const here = difference(levels, frame, model, Number.POSITIVE_INFINITY)
    let [best, least] = [frame, here]
    for (let there = frame - Math.min(reach, earliest); there <= frame + Math.min(reach, latest); there++) {
      const differs = difference(levels, there, model, least)
      if (differs < least) [best, least] = [there, differs]
    }
    const gain = here > 0 ? 1 - least / here : 0
    return Math.abs(best - frame) >= leastLag && gain >= leastGain ? { frame: best, gain } : null
  })
}

/** The median of each band's level, by frames from the onsets. */
function medianAround(levels: Levels, frames: readonly number[]): Float64Array {
  const model = new Float64Array(width * levels.bands)
  const around = new Float64Array(frames.length)
  const starts = frames.map((frame) => startOf(levels, frame))
  for (let k = 0; k < model.length; k++) {
    for (let i = 0; i < starts.length; i++) around[i] = levels.values[starts[i]! + k]!
    model[k] = medianInPlace(around)
  }
  return model
}

/** The sum of squared differences around a frame from a model, nepers²; any value above `enough` where it is more than that. */
function difference(levels: Levels, frame: number, model: Float64Array, enough: number): number {
  const { values } = levels
  const start = startOf(levels, frame)
  let sum = 0
  for (let k = 0; k < model.length && sum <= enough; k++) {
    const apart = values[start + k]! - model[k]!
    sum += apart * apart
  }
  return sum
}
