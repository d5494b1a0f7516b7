import type { Curve, Curves } from '@fonema/speech'
import { framesIn, intensityScale, pitchScale, type Scale } from './scales.ts'
import type { Sound } from './sound.ts'
import { secondsPerColumn, tileStart, tilesOf, tileWidthPx } from './tiles.ts'
import { timeTicks, type View, xOf } from './view.ts'

/** Heights of the lanes in CSS pixels, from top to bottom, and the width of the axis at the left. */
export type Layout = {
  axis: number
  wave: number
  spectrum: number
  syllables: number
  pitch: number
  intensity: number
  time: number
}

const layouts: Record<'wide' | 'narrow', Layout> = {
  wide: { axis: 46, wave: 72, spectrum: 124, syllables: 16, pitch: 64, intensity: 44, time: 20 },
  narrow: { axis: 38, wave: 60, spectrum: 100, syllables: 16, pitch: 56, intensity: 40, time: 20 },
}

const withoutPitch = { wide: { ...layouts.wide, pitch: 0 }, narrow: { ...layouts.narrow, pitch: 0 } }

/** Without a pitch, its lane would be empty. */
export const layoutOf = (width: 'wide' | 'narrow', hasPitch: boolean): Layout =>
  (hasPitch ? layouts : withoutPitch)[width]

export const heightOf = ({ wave, spectrum, syllables, pitch, intensity, time }: Layout) =>
  wave + spectrum + syllables + pitch + intensity + time

/** Where the lane of syllables lies: a click in it plays one. */
export const syllableLane = ({ wave, spectrum, syllables }: Layout) => ({
  top: wave + spectrum,
  bottom: wave + spectrum + syllables,
})

export const curveColours = { pitch: '#a23b72', intensity: '#2f5d9b', syllable: '#51636b' } as const
const text = '#51636b'
const line = '#dfe7e8'

type PictureTexts = {
  time: (seconds: number, decimals: number) => string
  number: (value: number) => string
}

type Picture = {
  canvas: HTMLCanvasElement
  sound: Sound
  view: View
  duration: number
  topHz: number
  curves: Curves | null
  showsPitch: boolean
  layout: Layout
  width: number
  texts: PictureTexts
}

/** Draws what is in view. Tiles that are missing are asked for, and drawn when they come. */
export function drawPicture({
  canvas,
  sound,
  view,
  duration,
  topHz,
  curves,
  showsPitch,
  layout,
  width,
  texts,
}: Picture) {
  const scale = window.devicePixelRatio
  const height = heightOf(layout)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(scale, scale)
  context.font = `12px ${getComputedStyle(canvas).fontFamily}`
  const plot = width - layout.axis
  const tops = topsOf(layout)

  context.save()
  context.beginPath()
  context.rect(layout.axis, 0, plot, height)
  context.clip()
  context.translate(layout.axis, 0)
  context.fillStyle = '#f3f7f7'
  context.fillRect(0, 0, plot, layout.wave)
  drawTiles(context, { sound, view, duration, layout, plot, scale })
  for (const top of new Set([tops.syllables, tops.pitch, tops.intensity, tops.time])) {
    context.fillStyle = line
    context.fillRect(0, top, plot, 1)
  }
  if (curves !== null) {
    context.fillStyle = curveColours.syllable
    for (const middle of curves.syllablesS) {
      const x = xOf(view, middle, plot)
      if (x < -4 || x > plot + 4) continue
      context.beginPath()
      context.arc(x, tops.syllables + layout.syllables / 2, 3, 0, 2 * Math.PI)
      context.fill()
    }
    const pitch = showsPitch && curves.pitch !== null ? pitchScale(curves.pitch) : null
    if (curves.pitch !== null && pitch !== null) {
      const lane = { top: tops.pitch, height: layout.pitch }
      drawCurve(context, {
        curve: curves.pitch,
        scale: pitch,
        lane,
        view,
        plot,
        colour: curveColours.pitch,
        width: 2.25,
      })
    }
    if (curves.intensity !== null) {
      const lane = { top: tops.intensity, height: layout.intensity }
      const level = intensityScale(curves.intensity)
      drawCurve(context, {
        curve: curves.intensity,
        scale: level,
        lane,
        view,
        plot,
        colour: curveColours.intensity,
        width: 1.5,
      })
    }
  }
  context.restore()
  drawAxes(context, { layout, plot, view, topHz, curves, showsPitch, texts })
}

function topsOf({ wave, spectrum, syllables, pitch, intensity }: Layout) {
  const [belowWave, belowSpectrum] = [wave, wave + spectrum]
  const ofPitch = belowSpectrum + syllables
  return {
    spectrum: belowWave,
    syllables: belowSpectrum,
    pitch: ofPitch,
    intensity: ofPitch + pitch,
    time: ofPitch + pitch + intensity,
  }
}

type TilesPlace = Pick<Picture, 'sound' | 'view' | 'duration' | 'layout'> & { plot: number; scale: number }

function drawTiles(context: CanvasRenderingContext2D, { sound, view, duration, layout, plot, scale }: TilesPlace) {
  const lanes = { wave: Math.round(layout.wave * scale), spectrum: Math.round(layout.spectrum * scale) }
  const end = xOf(view, duration, plot)
  context.save()
  context.beginPath()
  context.rect(0, 0, end, layout.wave + layout.spectrum)
  context.clip()
  // From the last to the first, because what is asked for last is drawn first.
  for (const tile of tilesOf(view, plot * scale, duration).reverse()) {
    const bitmap = sound.tile(tile, lanes)
    if (bitmap === undefined) continue
    const from = tileStart(tile)
    const left = xOf(view, from, plot)
    const right = xOf(view, from + tileWidthPx * secondsPerColumn(tile), plot)
    context.drawImage(bitmap, left, 0, right - left, layout.wave + layout.spectrum)
  }
  context.restore()
}

type CurvePlace = {
  curve: Curve
  scale: Scale
  lane: { top: number; height: number }
  view: View
  plot: number
  colour: string
  width: number
}

/** Lines between neighbouring frames; none across frames without a value. */
function drawCurve(context: CanvasRenderingContext2D, { curve, scale, lane, view, plot, colour, width }: CurvePlace) {
  const { first, end } = framesIn(curve, view.start, view.start + view.length)
  // Half a pixel apart is enough.
  const stride = Math.max(1, Math.floor((end - first) / (2 * plot)))
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.beginPath()
  let isDrawing = false
  for (let frame = first; frame < end; frame += stride) {
    const value = curve.values[frame]!
    if (value === 0) {
      isDrawing = false
      continue
    }
    const x = xOf(view, curve.firstS + frame * curve.stepS, plot)
    const y = lane.top + 4 + (1 - scale.shareOf(value)) * (lane.height - 8)
    if (isDrawing) context.lineTo(x, y)
    else context.moveTo(x, y)
    // A single frame is a dot.
    if (!isDrawing) context.lineTo(x + 0.01, y)
    isDrawing = true
  }
  context.stroke()
}

type AxesPlace = Pick<Picture, 'layout' | 'view' | 'topHz' | 'curves' | 'showsPitch' | 'texts'> & { plot: number }

function drawAxes(
  context: CanvasRenderingContext2D,
  { layout, plot, view, topHz, curves, showsPitch, texts }: AxesPlace,
) {
  const tops = topsOf(layout)
  context.fillStyle = text
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  const label = (words: string, y: number) => context.fillText(words, layout.axis - 6, y)
  for (let khz = 2; khz * 1000 < topHz; khz += 2)
    label(`${texts.number(khz)} kHz`, tops.spectrum + layout.spectrum * (1 - (khz * 1000) / topHz))
  const onLane = (scale: Scale | null, top: number, height: number) => {
    let previous = Infinity
    for (const tick of scale?.ticks ?? []) {
      const y = top + 4 + (1 - scale!.shareOf(tick)) * (height - 8)
      if (previous - y < 13) continue
      previous = y
      label(texts.number(tick), y)
    }
  }
  if (showsPitch && curves?.pitch) onLane(pitchScale(curves.pitch), tops.pitch, layout.pitch)
  if (curves?.intensity) onLane(intensityScale(curves.intensity), tops.intensity, layout.intensity)
  context.textAlign = 'center'
  const { times, decimals } = timeTicks(view, plot, 64)
  for (const time of times) {
    const x = layout.axis + xOf(view, time, plot)
    context.fillStyle = line
    context.fillRect(x, tops.time, 1, 5)
    context.fillStyle = text
    const words = texts.time(time, decimals)
    const half = context.measureText(words).width / 2
    context.fillText(words, Math.max(half, Math.min(x, layout.axis + plot - half)), tops.time + 12)
  }
}
