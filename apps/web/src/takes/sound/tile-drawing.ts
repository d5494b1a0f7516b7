import { createSpectrogram } from '@fonema/speech'
import { colourTable } from './colour-map.ts'
import type { Lanes, Opened } from './messages.ts'
import { extremesOf, highestHz, paintSpectrogram } from './paint.ts'
import { secondsPerColumn, type Tile, tileStart, tileWidthPx } from './tiles.ts'

const overviewParts = 1000
const waveColour = '#3d7f87'

/** What a tile needs, without a canvas: the wave's extremes from −1 to 1, and the pixels of the spectrogram. */
export function createTileDrawing(decoded: Float32Array, sampleRateHz: number) {
  // 16 bits are enough for a picture, and half as large: ten minutes at 48 kHz take 58 MB.
  const samples = new Int16Array(decoded.length)
  for (let i = 0; i < decoded.length; i++)
    samples[i] = Math.max(-32_768, Math.min(32_767, Math.round(decoded[i]! * 32_768)))
  const duration = samples.length / sampleRateHz
  const topHz = Math.min(highestHz, sampleRateHz / 2)
  const spectrogram = createSpectrogram(samples, sampleRateHz, topHz)
  const colours = colourTable()
  const whole = extremesOf(
    samples,
    sampleRateHz,
    { from: 0, secondsPerColumn: duration / overviewParts },
    overviewParts,
  )
  const peak = whole.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1)
  const scaled = (extremes: Float32Array) => extremes.map((value) => value / peak)
  const opened: Opened = { duration, topHz, overview: scaled(whole) }
  return {
    opened,
    tile(tile: Tile, spectrumHeight: number) {
      const place = { from: tileStart(tile), secondsPerColumn: secondsPerColumn(tile) }
      const size = { width: tileWidthPx, height: spectrumHeight, topHz }
      return {
        wave: scaled(extremesOf(samples, sampleRateHz, place, tileWidthPx)),
        spectrum: paintSpectrogram(spectrogram, place, size, colours),
      }
    },
  }
}

export type TileDrawing = ReturnType<typeof createTileDrawing>

/** Draws the wave above the spectrogram. */
export function drawTile(drawing: TileDrawing, tile: Tile, { wave, spectrum }: Lanes): ImageBitmap {
  const canvas = new OffscreenCanvas(tileWidthPx, wave + spectrum)
  const context = canvas.getContext('2d')!
  const parts = drawing.tile(tile, spectrum)
  context.fillStyle = waveColour
  const middle = wave / 2
  for (let x = 0; x < tileWidthPx; x++) {
    const [lowest, highest] = [parts.wave[2 * x]!, parts.wave[2 * x + 1]!]
    const top = middle - highest * (middle - 1)
    context.fillRect(x, top, 1, Math.max(1, (highest - lowest) * (middle - 1)))
  }
  context.putImageData(new ImageData(parts.spectrum, tileWidthPx, spectrum), 0, wave)
  return canvas.transferToImageBitmap()
}
