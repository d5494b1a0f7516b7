/** Full scale is 1. Any room is louder in an open microphone: −60 dBFS. */
const silentPeak = 0.001
/** Two microphones on a table correlate less: the sound arrives at different times. */
const sameCorrelation = 0.999

/** Whether a second channel says nothing. It counts along, so that a recorder need not keep the samples. */
export function createChannelComparison() {
  let [peak, own, other, both] = [0, 0, 0, 0]
  return {
    push(participant: Float32Array, examiner: Float32Array) {
      for (let i = 0; i < examiner.length; i++) {
        const [a, b] = [participant[i]!, examiner[i]!]
        if (Math.abs(b) > peak) peak = Math.abs(b)
        own += a * a
        other += b * b
        both += a * b
      }
    },
    /** `same`: both channels have the sound of one microphone. Null: they differ. */
    result(): 'silent' | 'same' | null {
      if (peak < silentPeak) return 'silent'
      return both > sameCorrelation * Math.sqrt(own * other) ? 'same' : null
    },
  }
}
