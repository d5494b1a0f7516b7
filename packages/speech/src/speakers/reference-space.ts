import { addVector, emptyMoments, triangularRoot, whiten } from './gaussian.ts'
import { findStretches, type Stretch } from './stretches.ts'
import { type VoiceFrames, voiceDimensions } from './voice-frames.ts'

/** Shorter stretches of the references say little about how the means of a voice vary. */
const fewestVectors = 20
/** How many stretches the covariance needs before its correlations count half. */
const priorStretches = 20
/** The least variance of a mean, as a share of that of single vectors. */
const leastShare = 1e-3
/** The participant speaks at least for this share of the voiced time. */
const leastKnownShare = 0.05

export function meanOf(vectors: Float64Array, { from, to }: Stretch): Float64Array {
  const mean = new Float64Array(voiceDimensions)
  for (let at = from; at < to; at++) {
    for (let i = 0; i < voiceDimensions; i++) mean[i]! += vectors[at * voiceDimensions + i]! / (to - from)
  }
  return mean
}

/** The place of a mean vector among voices: the references lie at 0, and one person's means are about 1 apart. */
export type Placing = (mean: Float64Array) => Float64Array

/**
 * Distances between means, measured by how the means of the references' stretches vary, so that who speaks counts more than
 * what is said.
 *
 * @see Hatch, Kajarekar & Stolcke 2006, "Within-class covariance normalization for SVM-based speaker recognition", Interspeech
 */
export function placeByReferences(references: readonly VoiceFrames[]): Placing {
  const all = references.flatMap(({ timesS, vectors }) =>
    findStretches(timesS).map((stretch) => ({ vectors, stretch, weight: stretch.to - stretch.from })),
  )
  const long = all.filter(({ weight }) => weight >= fewestVectors)
  const means = (long.length > 0 ? long : all).map(({ vectors, stretch, weight }) => ({
    mean: meanOf(vectors, stretch),
    weight,
  }))
  const whole = means.reduce((sum, { weight }) => sum + weight, 0)
  const centre = Float64Array.from(
    { length: voiceDimensions },
    (_, i) => means.reduce((sum, { mean, weight }) => sum + weight * mean[i]!, 0) / whole,
  )
  const single = Float64Array.from({ length: voiceDimensions }, (_, i) => varianceOf(references, i))
  const ofCorrelations = means.length / (means.length + priorStretches)
  const root = triangularRoot(voiceDimensions, (i, j) => {
    const products = means.reduce(
      (sum, { mean, weight }) => sum + weight * (mean[i]! - centre[i]!) * (mean[j]! - centre[j]!),
      0,
    )
    return i === j ? products / whole + leastShare * single[i]! : (ofCorrelations * products) / whole
  })
  return (mean) => {
    const place = mean.map((value, i) => value - centre[i]!)
    whiten(root, place)
    return place
  }
}

function varianceOf(references: readonly VoiceFrames[], dimension: number): number {
  let [count, sum, squares] = [0, 0, 0]
  for (const { vectors } of references) {
    for (let at = dimension; at < vectors.length; at += voiceDimensions) {
      count++
      sum += vectors[at]!
      squares += vectors[at]! ** 2
    }
  }
  return squares / count - (sum / count) ** 2
}

/**
 * Whether the voice of the references is that of somebody who speaks and, among three people, no other voice is nearer to
 * them. Otherwise the participant was mistaken for somebody else. Of two people, the likelihood tells better who is who.
 */
export function isKnownVoiceRight(
  voices: Uint8Array,
  vectors: Float64Array,
  placeOf: Placing,
  people: number,
): boolean {
  const distances = Array.from({ length: people }, (_, person) => {
    const own = emptyMoments(voiceDimensions)
    voices.forEach((voice, i) => {
      if (voice === person) addVector(own, vectors, i * voiceDimensions)
    })
    if (own.count < (person === 0 ? leastKnownShare * voices.length : 1)) return Infinity
    return placeOf(own.sum.map((value) => value / own.count)).reduce((sum, value) => sum + value ** 2, 0)
  })
  const speaks = distances[0]! < Infinity
  return speaks && (people === 2 || distances.every((distance) => distance >= distances[0]!))
}
