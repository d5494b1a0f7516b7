import { type Analysis, createAnalysis } from './analysis.ts'
import { sumUnvoiced, type UnvoicedSums } from './band-limit.ts'
import { type FlatTop, flatTopsOf } from './flat-tops.ts'
import type { FrameGrid } from './frames.ts'
import type { IntensityContour } from './intensity.ts'
import type { PitchedFrames } from './pitch.ts'
import { peakOf, scanSamples } from './samples.ts'

/**
 * All that the quality of a recording is decided from. A running recording is measured part by part; the decisions are
 * made once, over all of it, because a part alone may have no pause.
 */
export type QualityPart = {
  readonly sampleRateHz: number
  readonly durationS: number
  /** samples */
  readonly count: number
  readonly mean: number
  readonly meanSquare: number
  readonly peak: number
  /** the largest and the smallest sample */
  readonly highest: number
  readonly lowest: number
  /** in samples from the start */
  readonly flatTops: readonly FlatTop[]
  /** null: shorter than one frame */
  readonly contour: IntensityContour | null
  readonly pitch: PitchedFrames | null
  readonly unvoiced: UnvoicedSums
}

/** The neighbourhood that a part needs on each side, s: an analysis frame that lies across a cut is measured whole. */
export const partContextS = 0.25

/**
 * @param analysis of the part and of its context on either side
 * @param contextS what lies before and after the part, s
 */
export function qualityPart(analysis: Analysis, contextS = { before: 0, after: 0 }): QualityPart {
  const { sampleRateHz } = analysis
  const first = Math.round(contextS.before * sampleRateHz)
  const samples = analysis.samples.subarray(first, analysis.samples.length - Math.round(contextS.after * sampleRateHz))
  const durationS = samples.length / sampleRateHz
  const extent = scanSamples(samples)
  const [contour, pitch] = [analysis.speechBandIntensity(), analysis.pitch()]
  const own = { startS: first / sampleRateHz, endS: first / sampleRateHz + durationS }
  const ownPitch = pitch && { ...within(pitch, own), hz: pitch.hz.slice(...indicesWithin(pitch, own)) }
  return {
    sampleRateHz,
    durationS,
    count: samples.length,
    mean: extent.mean,
    meanSquare: extent.meanSquare,
    peak: peakOf(extent, 0),
    highest: extent.highest,
    lowest: extent.lowest,
    flatTops: flatTopsOf(samples, extent),
    contour: contour && { ...within(contour, own), db: contour.db.slice(...indicesWithin(contour, own)) },
    pitch: ownPitch,
    unvoiced:
      ownPitch === null ? { sums: new Float64Array(0), frames: 0 } : sumUnvoiced(samples, sampleRateHz, ownPitch),
  }
}

/**
 * Measures a part of a running recording.
 *
 * @param samples the part with its context on either side, each `contextS` long (0 at the recording's own edges)
 */
export const measureQualityPart = (
  samples: Float32Array,
  sampleRateHz: number,
  contextS: { before: number; after: number },
): QualityPart => qualityPart(createAnalysis(samples, sampleRateHz), contextS)

type Own = { startS: number; endS: number }

/** The frames whose centre lies in the part. */
function indicesWithin({ firstS, stepS, count }: FrameGrid, { startS, endS }: Own): [from: number, to: number] {
  const from = Math.max(0, Math.ceil((startS - firstS) / stepS - 1e-9))
  return [from, Math.max(from, Math.min(count, Math.ceil((endS - firstS) / stepS - 1e-9)))]
}

function within(grid: FrameGrid, own: Own): FrameGrid {
  const [from, to] = indicesWithin(grid, own)
  return { count: to - from, firstS: grid.firstS + from * grid.stepS - own.startS, stepS: grid.stepS }
}

/** The parts in their order, without overlap, as if measured together. */
export function joinQualityParts(parts: readonly QualityPart[]): QualityPart {
  const [only] = parts
  if (only === undefined) throw new Error('There is no part to join')
  if (parts.length === 1) return only
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const mean = (value: (part: QualityPart) => number) =>
    parts.reduce((sum, part) => sum + value(part) * part.count, 0) / count
  const highest = Math.max(...parts.map((part) => part.highest))
  const lowest = Math.min(...parts.map((part) => part.lowest))
  const placed = place(parts)
  const bands = Math.max(...parts.map(({ unvoiced }) => unvoiced.sums.length))
  return {
    sampleRateHz: only.sampleRateHz,
    durationS: count / only.sampleRateHz,
    count,
    mean: mean((part) => part.mean),
    meanSquare: mean((part) => part.meanSquare),
    peak: Math.max(...parts.map((part) => part.peak)),
    highest,
    lowest,
    // Only the extremes of the whole recording are flat because of clipping.
    flatTops: placed.flatMap(({ part, atSample }) =>
      part.flatTops
        .filter(({ level }) => level === highest || level === lowest)
        .map(({ from, to, level }) => ({ from: from + atSample, to: to + atSample, level })),
    ),
    ...joinFrames(placed),
    unvoiced: {
      sums: Float64Array.from({ length: bands }, (_, band) =>
        parts.reduce((sum, { unvoiced }) => sum + (unvoiced.sums[band] ?? 0), 0),
      ),
      frames: parts.reduce((sum, { unvoiced }) => sum + unvoiced.frames, 0),
    },
  }
}

type Placed = { part: QualityPart; atSample: number; atS: number }

function place(parts: readonly QualityPart[]): Placed[] {
  let atSample = 0
  return parts.map((part) => {
    const placed = { part, atSample, atS: atSample / part.sampleRateHz }
    atSample += part.count
    return placed
  })
}

function joinFrames(placed: readonly Placed[]): Pick<QualityPart, 'contour' | 'pitch'> {
  const contours = placed.flatMap(({ part: { contour }, atS }) =>
    contour === null ? [] : [{ ...contour, firstS: contour.firstS + atS, values: contour.db }],
  )
  const pitches = placed.flatMap(({ part: { pitch, peak }, atS }) =>
    pitch === null ? [] : [{ ...pitch, firstS: pitch.firstS + atS, values: audible(pitch, peak, placed) }],
  )
  const contour = joinGrids(contours)
  const pitch = joinGrids(pitches)
  return {
    contour: contour && { ...contour.grid, db: contour.values },
    pitch: pitch && { ...pitch.grid, hz: pitch.values },
  }
}

/** The pitch search ignores what is quieter than this share of the loudest sound. */
const silenceShare = 0.03

/** No voice is heard in a part that is silent beside the others. */
const audible = ({ hz }: PitchedFrames, peak: number, placed: readonly Placed[]): Float64Array =>
  peak < silenceShare * Math.max(...placed.map(({ part }) => part.peak)) ? new Float64Array(hz.length) : hz

type Frames = FrameGrid & { values: Float64Array }

/** One grid from the first frame to the last; each of its frames has the value of the nearest one. */
function joinGrids(pieces: readonly Frames[]): { grid: FrameGrid; values: Float64Array } | null {
  const filled = pieces.filter(({ values }) => values.length > 0)
  const [first, last] = [filled[0], filled.at(-1)]
  if (first === undefined || last === undefined) return null
  const { firstS, stepS } = first
  const count = Math.round((last.firstS + (last.values.length - 1) * stepS - firstS) / stepS) + 1
  let piece = 0
  const values = Float64Array.from({ length: count }, (_, frame) => {
    const timeS = firstS + frame * stepS
    while (piece + 1 < filled.length && timeS > filled[piece + 1]!.firstS - stepS / 2) piece++
    const { firstS: from, values: own } = filled[piece]!
    return own[Math.max(0, Math.min(own.length - 1, Math.round((timeS - from) / stepS)))]!
  })
  return { grid: { count, firstS, stepS }, values }
}
