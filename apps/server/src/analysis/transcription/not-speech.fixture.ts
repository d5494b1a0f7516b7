/** Sounds in which nobody speaks, 4 s at 16 kHz each; the same for the same number. */
export const notSpeechKinds = ['silence', 'noise', 'music', 'breath', 'clicks'] as const
type NotSpeech = (typeof notSpeechKinds)[number]

export const notSpeechRateHz = 16_000
const count = 4 * notSpeechRateHz

export function makeNotSpeech(kind: NotSpeech, seed: number): Float32Array {
  const random = randomFrom(seed)
  const level = 10 ** (-0.3 - 2 * random())
  const hiss = 10 ** (-3 - random())
  const sound = makers[kind](random)
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  return sound.map((value) => (level * value) / peak + hiss * (random() - 0.5))
}

type Random = () => number
const times = (valueAt: (seconds: number, index: number) => number) =>
  Float32Array.from({ length: count }, (_, index) => valueAt(index / notSpeechRateHz, index))

const makers: Record<NotSpeech, (random: Random) => Float32Array> = {
  silence: () => new Float32Array(count),
  /** From white to brown. */
  noise(random) {
    const memory = 0.99 * random()
    let last = 0
    return times(() => (last = memory * last + random() - 0.5))
  },
  /** Chords of three instruments with harmonics, struck at a steady beat. */
  music(random) {
    const beatS = 0.25 + 0.5 * random()
    const decay = 1 + 6 * random()
    const brightness = 0.3 + 0.5 * random()
    const root = 110 * 2 ** random()
    const chords = Array.from({ length: Math.ceil(4 / beatS) }, () => {
      const degree = Math.floor(12 * random())
      return [0, random() < 0.5 ? 3 : 4, 7].map((step) => root * 2 ** ((degree + step) / 12))
    })
    return times((seconds) => {
      const notes = chords[Math.floor(seconds / beatS)]!
      const envelope = Math.exp(-decay * (seconds % beatS))
      let sum = 0
      for (const note of notes)
        for (let harmonic = 1; harmonic <= 5; harmonic++)
          sum += brightness ** harmonic * Math.sin(2 * Math.PI * note * harmonic * seconds)
      return envelope * sum
    })
  },
  /** Noise through one broad resonance that opens and closes at the pace of a breath. */
  breath(random) {
    const paceS = 1 + 2 * random()
    const centre = 500 + 2000 * random()
    const radius = 0.9 + 0.06 * random()
    const turn = 2 * radius * Math.cos((2 * Math.PI * centre) / notSpeechRateHz)
    let [before, last] = [0, 0]
    return times((seconds) => {
      const next = turn * last - radius * radius * before + random() - 0.5
      ;[before, last] = [last, next]
      return next * Math.sin((Math.PI * seconds) / paceS) ** 2
    })
  },
  /** A pen, a mouse, a door: impulses that ring for a few milliseconds. */
  clicks(random) {
    const sound = new Float32Array(count)
    for (let click = 0; click < 3 + 15 * random(); click++) {
      const at = Math.floor(random() * count)
      const hz = 300 + 4000 * random()
      const ringS = 0.002 + 0.03 * random()
      for (let index = 0; index < 6 * ringS * notSpeechRateHz && at + index < count; index++) {
        const seconds = index / notSpeechRateHz
        sound[at + index]! += Math.exp(-seconds / ringS) * Math.sin(2 * Math.PI * hz * seconds)
      }
    }
    return sound
  },
}

/** A repeatable generator of numbers from 0 to 1 (Marsaglia 2003, xorshift). */
function randomFrom(seed: number): Random {
  let state = (seed + 1) * 2_654_435_761
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
