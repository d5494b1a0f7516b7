/** Conversations whose truth is known by construction. Only tests and tools use them. */
import { createAnalysis } from '../analysis.ts'
import { withWorkspaces } from '../kernels.ts'
import { spread } from '../test-signals.ts'
import type { Span } from '../timing.ts'
import type { Recording } from './by-voice.ts'
import { type SpeakerName, type SpeakerSegment, speakers } from './segments.ts'

/** Short random numbers in a row, from 0 to 1. */
export function randomOf(seed: number): () => number {
  const values = spread(20_000, seed * 7919 + 17)
  let at = 100
  return () => (values[at++ % values.length]! + 1) / 2
}

type MixSettings = {
  readonly seed: number
  /** how much softer or louder than the participant the others are, dB */
  readonly levelDb: number
  /** noise of the room below the participant's speech, dB */
  readonly noiseDb: number
  /** whether turns may begin before the turn of another ends */
  readonly overlaps: boolean
  readonly turns: number
}

type Mix = {
  readonly sampleRateHz: number
  /** one microphone */
  readonly one: Float32Array
  /** two microphones, each nearer to one person: the third person sits beside the examiner */
  readonly two: readonly [participant: Float32Array, examiner: Float32Array]
  /** the participant alone, at the same times, with the noise of the room */
  readonly clean: Float32Array
  /** the same as the examiner's microphone hears it: nobody speaks there */
  readonly across: Float32Array
  readonly truth: readonly SpeakerSegment[]
}

const marginS = 0.03

type Phrase = { readonly samples: Float32Array; readonly sounding: readonly Span[] }

/** Cuts a recording of one person at its pauses: phrases of one or a few sounding intervals, with a margin. */
export function phrasesOf({ samples, sampleRateHz }: Recording, random: () => number): Phrase[] {
  const intervals = withWorkspaces(() => createAnalysis(samples, sampleRateHz).intervals()) ?? []
  const sounding = intervals.filter((interval) => interval.sounding)
  const phrases: Phrase[] = []
  for (let i = 0; i < sounding.length; ) {
    const count = 1 + Math.floor(3 * random())
    const group = sounding.slice(i, i + count)
    i += count
    const fromS = Math.max(0, group[0]!.startS - marginS)
    const piece = samples.slice(
      Math.round(fromS * sampleRateHz),
      Math.round((group.at(-1)!.endS + marginS) * sampleRateHz),
    )
    const fade = Math.round(0.5 * marginS * sampleRateHz)
    for (let k = 0; k < Math.min(fade, piece.length); k++) {
      piece[k]! *= k / fade
      piece[piece.length - 1 - k]! *= k / fade
    }
    const times = group.map(({ startS, endS }) => ({ start_s: startS - fromS, end_s: endS - fromS }))
    phrases.push({ samples: piece, sounding: times })
  }
  return phrases
}

/** @param people the participant first; each with one recording at the same rate */
export function buildMix(people: readonly Recording[], settings: MixSettings): Mix {
  const random = randomOf(settings.seed)
  const { sampleRateHz } = people[0]!
  const queues = people.map((person) => phrasesOf(person, random))
  const level = rmsOfPhrases(queues[0]!)
  const gains = people.map((_, i) => {
    if (i === 0) return 1
    return (level / rmsOfPhrases(queues[i]!)) * 10 ** ((settings.levelDb + 3 * (random() - 0.5)) / 20)
  })
  const placed: { person: number; atS: number; phrase: Phrase }[] = []
  let atS = 0.4 + random()
  let person = random() < 0.7 ? 1 : 0
  for (let turn = 0; turn < settings.turns; turn++) {
    const queue = queues[person]!
    const phrase = queue[turn % queue.length]!
    const gap = settings.overlaps && turn > 0 && random() < 0.4 ? -(0.2 + 0.6 * random()) : 0.08 + 1.1 * random() ** 2
    const startS = Math.max(0.2, turn === 0 ? atS : atS + gap)
    placed.push({ person, atS: startS, phrase })
    atS = Math.max(atS, startS + phrase.samples.length / sampleRateHz)
    // Mostly somebody else goes on.
    const others = people.map((_, i) => i).filter((i) => i !== person)
    const next = person === 0 || random() < 0.75 ? (person === 0 ? others : [0]) : others
    person = random() < 0.2 ? person : next[Math.floor(random() * next.length)]!
  }
  const length = Math.ceil((atS + 0.4 + random()) * sampleRateHz)
  const alone = people.map(() => new Float32Array(length))
  const spans = people.map((): Span[] => [])
  for (const { person, atS, phrase } of placed) {
    const first = Math.round(atS * sampleRateHz)
    phrase.samples.forEach((sample, i) => {
      if (first + i < length) alone[person]![first + i]! += gains[person]! * sample
    })
    for (const { start_s, end_s } of phrase.sounding) {
      spans[person]!.push({ start_s: start_s + first / sampleRateHz, end_s: end_s + first / sampleRateHz })
    }
  }
  const noiseOf = (seed: number) => {
    const values = spread(length, settings.seed * 31 + seed)
    return Float32Array.from(values, (value) => value * Math.sqrt(3) * level * 10 ** (-settings.noiseDb / 20))
  }
  const sum = (...parts: readonly Float32Array[]) => {
    const whole = new Float32Array(length)
    for (const part of parts) for (let i = 0; i < length; i++) whole[i]! += part[i]!
    return whole
  }
  const participant = alone[0]!
  const others = sum(...alone.slice(1))
  const leak = () => 10 ** (-(8 + 12 * random()) / 20)
  const nearer = 10 ** (-settings.levelDb / 20)
  const noise = noiseOf(1)
  return {
    sampleRateHz,
    one: sum(participant, others, noise),
    two: [
      sum(participant, heardFrom(others, sampleRateHz, leak(), random), noise),
      sum(scaled(others, nearer), heardFrom(participant, sampleRateHz, leak(), random), noiseOf(2)),
    ],
    clean: sum(participant, noise),
    across: sum(heardFrom(participant, sampleRateHz, leak(), random), noiseOf(2)),
    truth: spans
      .flatMap((own, i) => joined(own).map((span) => ({ ...span, speaker: speakers[i]! })))
      .sort((a, b) => a.start_s - b.start_s),
  }
}

/** From the other side of the table: later, softer, with two echoes. */
function heardFrom(samples: Float32Array, sampleRateHz: number, gain: number, random: () => number): Float32Array {
  const heard = new Float32Array(samples.length)
  const echoes = [1, 0.4 * random(), 0.3 * random()]
  for (const [i, strength] of echoes.entries()) {
    const delay = Math.round((0.002 + 0.003 * random() + 0.008 * i) * sampleRateHz)
    for (let k = delay; k < samples.length; k++) heard[k]! += gain * strength * samples[k - delay]!
  }
  return heard
}

const scaled = (samples: Float32Array, gain: number) => samples.map((sample) => gain * sample)

function rmsOfPhrases(phrases: readonly Phrase[]): number {
  let [squares, count] = [0, 0]
  for (const { samples } of phrases) {
    count += samples.length
    for (const sample of samples) squares += sample * sample
  }
  return Math.sqrt(squares / count)
}

/** One person's pauses that are shorter than a pause belong to the speech. */
function joined(spans: readonly Span[]): Span[] {
  const whole: { start_s: number; end_s: number }[] = []
  for (const { start_s, end_s } of spans.toSorted((a, b) => a.start_s - b.start_s)) {
    const last = whole.at(-1)
    if (last !== undefined && start_s - last.end_s < 0.25) last.end_s = Math.max(last.end_s, end_s)
    else whole.push({ start_s, end_s })
  }
  return whole
}

/** Seconds of each kind of error, and of speech; people who speak at the same time count each. */
export type DiarisationError = { missed: number; false: number; confused: number; speech: number }

const frameS = 0.01

/**
 * Frames of 10 ms, without a collar around the borders. The participant must be found as the participant; the other
 * people count as the right ones in the better of their two orders.
 *
 * @see Fiscus et al. 2006, "The Rich Transcription 2006 Spring meeting recognition evaluation": diarisation error rate
 */
export function diarisationError(
  truth: readonly SpeakerSegment[],
  found: readonly SpeakerSegment[],
  durationS: number,
): DiarisationError {
  const names: Record<SpeakerName, SpeakerName>[] = [
    { participant: 'participant', examiner: 'examiner', other: 'other' },
    { participant: 'participant', examiner: 'other', other: 'examiner' },
  ]
  const errors = names.map((renamed) =>
    countErrors(
      truth,
      found.map((segment) => ({ ...segment, speaker: renamed[segment.speaker] })),
      durationS,
    ),
  )
  return errors.reduce((best, error) => (wrongOf(error) < wrongOf(best) ? error : best))
}

export const wrongOf = (error: DiarisationError) => error.missed + error.false + error.confused

function countErrors(truth: readonly SpeakerSegment[], found: readonly SpeakerSegment[], durationS: number) {
  const error: DiarisationError = { missed: 0, false: 0, confused: 0, speech: 0 }
  const speaking = (segments: readonly SpeakerSegment[], timeS: number) =>
    new Set(segments.filter(({ start_s, end_s }) => start_s <= timeS && timeS < end_s).map(({ speaker }) => speaker))
  for (let timeS = frameS / 2; timeS < durationS; timeS += frameS) {
    const [real, said] = [speaking(truth, timeS), speaking(found, timeS)]
    const right = [...real].filter((speaker) => said.has(speaker)).length
    error.speech += frameS * real.size
    error.missed += frameS * Math.max(0, real.size - said.size)
    error.false += frameS * Math.max(0, said.size - real.size)
    error.confused += frameS * (Math.min(real.size, said.size) - right)
  }
  return error
}
