import { clusterStretches } from './cluster-stretches.ts'
import { addMoments, addVector, createGaussian, emptyMoments, type LogDensity, type Moments } from './gaussian.ts'
import { isKnownVoiceRight, placeByReferences } from './reference-space.ts'
import { splitStretches } from './split-stretches.ts'
import { findStretches, gapS } from './stretches.ts'
import { type VoiceFrames, voiceDimensions } from './voice-frames.ts'

/** How many vectors the common covariance counts as. */
const priorWeight = 60
/** The cost of a change of voice, in nats: within continuous voice, and across a gap. */
const changeCost = 120
const changeCostAcrossGap = 40
const mostRounds = 12

/**
 * The voice of each voiced frame: 0 is that of the references. Every voice is a Gaussian; the frames take the cheapest path
 * through the voices, and the Gaussians are made again from their frames, until nothing changes. This depends on the first
 * guess, so there are two, and the likelier result counts, unless it mistakes the participant for somebody else.
 *
 * @see Anguera et al. 2012, "Speaker diarization: a review of recent research", IEEE Trans. ASLP 20, 356–370: agglomerative
 *   and iterative systems with Gaussians and Viterbi resegmentation
 */
export function assignVoices(frames: VoiceFrames, references: readonly VoiceFrames[], people: number): Uint8Array {
  const { timesS, vectors } = frames
  const known = emptyMoments(voiceDimensions)
  for (const reference of references) {
    for (let i = 0; i < reference.timesS.length; i++) addVector(known, reference.vectors, i * voiceDimensions)
  }
  const stretches = findStretches(timesS)
  const broad = emptyMoments(voiceDimensions)
  addMoments(broad, known)
  for (let i = 0; i < timesS.length; i++) addVector(broad, vectors, i * voiceDimensions)

  const placeOf = placeByReferences(references)

  const refine = (guess: Uint8Array): Path => {
    let path: Path = { voices: guess, merit: -Infinity }
    for (let round = 0; round < mostRounds; round++) {
      const { voices } = path
      path = cheapestPath(timesS, vectors, modelsOf(voices, vectors, known, broad, people))
      if (path.voices.every((voice, i) => voice === voices[i])) break
    }
    return path
  }
  const paths = [
    refine(splitStretches(stretches, vectors, known, broad, priorWeight, people)),
    refine(clusterStretches(stretches, vectors, placeOf, people)),
  ]
  const sound = paths.filter(({ voices }) => isKnownVoiceRight(voices, vectors, placeOf, people))
  return (sound.length > 0 ? sound : paths).reduce((best, path) => (path.merit > best.merit ? path : best)).voices
}

/** The voice of each frame, and the logarithm of its likelihood less the costs of changes. */
type Path = { readonly voices: Uint8Array; readonly merit: number }

function modelsOf(
  voices: Uint8Array,
  vectors: Float64Array,
  known: Moments,
  broad: Moments,
  people: number,
): (LogDensity | null)[] {
  const moments = Array.from({ length: people }, () => emptyMoments(voiceDimensions))
  addMoments(moments[0]!, known)
  voices.forEach((voice, i) => {
    addVector(moments[voice]!, vectors, i * voiceDimensions)
  })
  return moments.map((own) => (own.count === 0 ? null : createGaussian(own, broad, priorWeight)))
}

function cheapestPath(timesS: Float64Array, vectors: Float64Array, models: readonly (LogDensity | null)[]): Path {
  const count = timesS.length
  const people = models.length
  const from = new Uint8Array(count * people)
  let merits = new Float64Array(people)
  for (let i = 0; i < count; i++) {
    const isGap = i > 0 && timesS[i]! - timesS[i - 1]! >= gapS
    const cost = i === 0 ? 0 : isGap ? changeCostAcrossGap : changeCost
    const best = merits.indexOf(Math.max(...merits))
    const next = new Float64Array(people)
    for (let voice = 0; voice < people; voice++) {
      const changes = merits[best]! - cost > merits[voice]!
      from[i * people + voice] = changes ? best : voice
      const merit = changes ? merits[best]! - cost : merits[voice]!
      next[voice] = merit + (models[voice]?.(vectors, i * voiceDimensions) ?? -Infinity)
    }
    merits = next
  }
  const voices = new Uint8Array(count)
  const merit = Math.max(...merits)
  let voice = merits.indexOf(merit)
  for (let i = count - 1; i >= 0; i--) {
    voices[i] = voice
    voice = from[i * people + voice]!
  }
  return { voices, merit }
}
