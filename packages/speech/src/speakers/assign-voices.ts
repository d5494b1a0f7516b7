import { addMoments, addVector, createGaussian, emptyMoments, type LogDensity, type Moments } from './gaussian.ts'
import { type VoiceFrames, voiceDimensions } from './voice-frames.ts'

/** Voiced stretches for the first guess end at a gap of this length, or when they are this long. */
const gapS = 0.15
const stretchS = 1
/** How many vectors the common covariance counts as. */
const priorWeight = 60
/** The cost of a change of voice, in nats: within continuous voice, and across a gap. */
const changeCost = 120
const changeCostAcrossGap = 40
const mostRounds = 12

/**
 * The voice of each voiced frame: 0 is that of the references. Every voice is a Gaussian; the frames take the cheapest path
 * through the voices, and the Gaussians are made again from their frames, until nothing changes. The first guess: the
 * stretches that are least like the references belong to somebody else.
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

  let voices = firstGuess(stretches, vectors, known, broad, people)
  for (let round = 0; round < mostRounds; round++) {
    const models = modelsOf(voices, vectors, known, broad, people)
    const next = cheapestPath(timesS, vectors, models)
    const isSame = next.every((voice, i) => voice === voices[i])
    voices = next
    if (isSame) break
  }
  return voices
}

type Stretch = { readonly from: number; readonly to: number }

function findStretches(timesS: Float64Array): Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  for (let i = 1; i <= timesS.length; i++) {
    if (i < timesS.length && timesS[i]! - timesS[i - 1]! < gapS && timesS[i]! - timesS[from]! < stretchS) continue
    if (i > from) stretches.push({ from, to: i })
    from = i
  }
  return stretches
}

function firstGuess(
  stretches: readonly Stretch[],
  vectors: Float64Array,
  known: Moments,
  broad: Moments,
  people: number,
): Uint8Array {
  const voices = new Uint8Array(vectors.length / voiceDimensions)
  let candidates = stretches
  const models = [createGaussian(known, broad, priorWeight)]
  // One voice after the other: the stretches that are least like the voices found so far are the next voice.
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

function cheapestPath(timesS: Float64Array, vectors: Float64Array, models: readonly (LogDensity | null)[]): Uint8Array {
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
  let voice = merits.indexOf(Math.max(...merits))
  for (let i = count - 1; i >= 0; i--) {
    voices[i] = voice
    voice = from[i * people + voice]!
  }
  return voices
}
