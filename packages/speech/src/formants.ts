import type { FrameGrid } from './frames.ts'
import { layFrames } from './frames.ts'
import { findRoots, scatteredRoots } from './roots.ts'
import { gaussianWindow } from './window.ts'

/** Formants of each frame in ascending order, Hz; 0: fewer were found, or the frame was not asked for. */
export type FormantTrack = FrameGrid & { readonly perFrame: number; readonly hz: Float64Array }

const formantCount = 5
const windowS = 0.05
const stepS = 0.00625
const preEmphasisHz = 50
/** Roots this near to 0 Hz or to the highest frequency are the slope of the spectrum, not a formant. */
const marginHz = 50

/**
 * Formants by linear prediction: Burg's coefficients of each frame under a Gaussian window, two for each formant; the
 * angles of the roots are the frequencies.
 *
 * @param samples at twice the formant ceiling
 * @param isNeeded whether a frame at this time is wanted; the others cost nothing
 * @returns null when the recording is shorter than one frame
 * @see Childers 1978, "Modern spectrum analysis", 252–255 (Burg); Praat manual, "Sound: To Formant (burg)..."
 */
export function trackFormants(
  samples: Float32Array,
  sampleRateHz: number,
  isNeeded: (timeS: number) => boolean,
): FormantTrack | null {
  const grid = layFrames(samples.length, sampleRateHz, windowS, stepS)
  if (grid === null) return null
  const length = Math.floor(windowS * sampleRateHz)
  const window = gaussianWindow(length)
  const emphasis = Math.exp((-2 * Math.PI * preEmphasisHz) / sampleRateHz)
  const frameSamples = new Float64Array(length)
  const predict = createBurg(length, 2 * formantCount)
  const roots = scatteredRoots(2 * formantCount)
  const hz = new Float64Array(grid.count * formantCount)

  for (let frame = 0; frame < grid.count; frame++) {
    const timeS = grid.firstS + frame * grid.stepS
    if (!isNeeded(timeS)) continue
    const first = Math.round(timeS * sampleRateHz - length / 2)
    for (let i = 0; i < length; i++) {
      const at = first + i
      const before = at > 0 ? samples[at - 1]! : 0
      frameSamples[i] = ((samples[at] ?? 0) - emphasis * before) * window[i]!
    }
    const coefficients = predict(frameSamples)
    if (coefficients === null) continue
    findRoots(coefficients, roots)
    const found: number[] = []
    for (let k = 0; k < roots.re.length; k++) {
      if (roots.im[k]! < 0) continue
      const frequency = (Math.atan2(roots.im[k]!, roots.re[k]!) * sampleRateHz) / (2 * Math.PI)
      if (frequency > marginHz && frequency < sampleRateHz / 2 - marginHz) found.push(frequency)
    }
    found.sort((a, b) => a - b)
    for (let f = 0; f < Math.min(formantCount, found.length); f++) hz[frame * formantCount + f] = found[f]!
  }
  return { ...grid, perFrame: formantCount, hz }
}

/** Formant `f` (from 0) between two frames, or of the nearer one when the other has none; 0 where there is none. */
export function formantAt({ firstS, stepS, count, perFrame, hz }: FormantTrack, f: number, timeS: number): number {
  const place = (timeS - firstS) / stepS
  const nearest = Math.round(place)
  if (nearest < 0 || nearest >= count) return 0
  const nearestHz = hz[nearest * perFrame + f]!
  const other = place > nearest ? nearest + 1 : nearest - 1
  const otherHz = other < 0 || other >= count ? 0 : hz[other * perFrame + f]!
  if (nearestHz === 0 || otherHz === 0) return nearestHz
  return nearestHz + Math.abs(place - nearest) * (otherHz - nearestHz)
}

/**
 * Burg's method: the predictor that leaves least power both forwards and backwards.
 *
 * @returns the coefficients of z^n + c[0] z^(n−1) + …; null for a silent frame
 */
function createBurg(length: number, order: number): (frame: Float64Array) => Float64Array | null {
  const forward = new Float64Array(length)
  const backward = new Float64Array(length)
  const coefficients = new Float64Array(order)
  const previous = new Float64Array(order)
  return (frame) => {
    forward.set(frame)
    backward.set(frame)
    coefficients.fill(0)
    for (let m = 0; m < order; m++) {
      let product = 0
      let power = 0
      for (let i = m + 1; i < length; i++) {
        const f = forward[i]!
        const b = backward[i - 1]!
        product += f * b
        power += f * f + b * b
      }
      if (!(power > 0)) return null
      const reflection = (-2 * product) / power
      previous.set(coefficients)
      coefficients[m] = reflection
      for (let i = 0; i < m; i++) coefficients[i] = previous[i]! + reflection * previous[m - 1 - i]!
      let before = backward[m]!
      for (let i = m + 1; i < length; i++) {
        const f = forward[i]!
        const b = before
        before = backward[i]!
        forward[i] = f + reflection * b
        backward[i] = b + reflection * f
      }
    }
    return coefficients
  }
}
