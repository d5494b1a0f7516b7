import { readFrame } from './samples.ts'

/** Six periods under a Hann window separate a harmonic from the middle between two. */
const periodsPerWindow = 6

/** The power of a frame at the multiples of half its pitch, up to `powers.length - 1` halves; index 0 is not used. */
export function powersAtHalves(
  samples: Float32Array,
  sampleRateHz: number,
  centreS: number,
  hz: number,
  powers: Float64Array,
) {
  const frame = new Float64Array(Math.round((periodsPerWindow * sampleRateHz) / hz))
  readFrame(samples, Math.round(centreS * sampleRateHz - frame.length / 2), frame)
  for (let i = 0; i < frame.length; i++)
    frame[i] = frame[i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / frame.length))
  for (let half = 1; half < powers.length; half++) powers[half] = powerAt(frame, (Math.PI * half * hz) / sampleRateHz)
}

/** The power at one frequency, by Goertzel's recursion. @param turn radians per sample */
function powerAt(frame: Float64Array, turn: number): number {
  const factor = 2 * Math.cos(turn)
  let [last, before] = [0, 0]
  for (let i = 0; i < frame.length; i++) {
    const here = frame[i]! + factor * last - before
    before = last
    last = here
  }
  return last * last + before * before - factor * last * before
}
