import type { FrameGrid } from './frames.ts'
import { layFrames } from './frames.ts'
import { createWorkspace } from './kernels.ts'
import { scatteredRoots } from './roots.ts'
import { readFrame } from './samples.ts'
import { gaussianWindow } from './window.ts'

/** Formants of each frame in ascending order, Hz; 0: fewer were found, or the frame was not requested. */
type FormantTrack = FrameGrid & { readonly perFrame: number; readonly hz: Float64Array }

const formantCount = 5
const windowS = 0.05
const stepS = 0.00625
const preEmphasisHz = 50
/** Roots this near to 0 Hz or to the highest frequency represent the slope of the spectrum, not a formant. */
const marginHz = 50

/**
 * Formants by linear prediction: Burg's coefficients of each frame under a Gaussian window, two for each formant. The
 * angles of the roots are the frequencies.
 *
 * @param samples at twice the formant ceiling
 * @param isNeeded whether a frame at this time is needed; other frames are skipped
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
  const emphasis = Math.exp((-2 * Math.PI * preEmphasisHz) / sampleRateHz)
  const order = 2 * formantCount
  const lengths = {
    window: length,
    windowed: length + order + 4,
    coefficients: order,
    work: 4 * order + 8,
    rootsRe: order,
    rootsIm: order,
  }
  const { kernels, arrays, frame: frameSamples } = createWorkspace(lengths, length + 1)
  const { window, windowed, coefficients, work, rootsRe, rootsIm } = arrays
  window.set(gaussianWindow(length))
  const scattered = scatteredRoots(order)
  rootsRe.set(scattered.re)
  rootsIm.set(scattered.im)
  const found = new Float64Array(order)
  const hz = new Float64Array(grid.count * formantCount)

  for (let frame = 0; frame < grid.count; frame++) {
    const timeS = grid.firstS + frame * grid.stepS
    if (!isNeeded(timeS)) continue
    const first = Math.round(timeS * sampleRateHz - length / 2)
    readFrame(samples, first - 1, frameSamples)
    kernels.emphasise(frameSamples.byteOffset, length, emphasis, windowed.byteOffset)
    kernels.taper(windowed.byteOffset, length, 0, window.byteOffset)
    if (kernels.burg(windowed.byteOffset, length, order, coefficients.byteOffset, work.byteOffset) === 0) continue
    // The roots of the frame before are the first guess.
    kernels.findRoots(coefficients.byteOffset, order, rootsRe.byteOffset, rootsIm.byteOffset)
    let count = 0
    for (let k = 0; k < order; k++) {
      if (rootsIm[k]! < 0) continue
      const frequency = (Math.atan2(rootsIm[k]!, rootsRe[k]!) * sampleRateHz) / (2 * Math.PI)
      if (frequency > marginHz && frequency < sampleRateHz / 2 - marginHz) found[count++] = frequency
    }
    const formants = found.subarray(0, count).sort().subarray(0, formantCount)
    hz.set(formants, frame * formantCount)
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
