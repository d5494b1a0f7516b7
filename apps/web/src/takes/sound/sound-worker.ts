import { decodePart } from './decode.ts'
import type { FromSound, ToSound } from './messages.ts'
import { createTileDrawing, drawTile, type TileDrawing } from './tile-drawing.ts'

// Holds one take's samples and draws its picture, tile by tile.

let drawing: TileDrawing | null = null

self.onmessage = ({ data }: MessageEvent<ToSound>) => {
  try {
    if (data.type === 'open') {
      const { samples, sampleRateHz } = decodePart(data.bytes, data.part)
      if (samples.length === 0) return post({ type: 'failed' })
      drawing = createTileDrawing(samples, sampleRateHz)
      post({ type: 'opened', ...drawing.opened })
    } else if (drawing !== null) {
      const { tile, lanes } = data
      const began = performance.now()
      const bitmap = drawTile(drawing, tile, lanes)
      post({ type: 'drawn', tile, lanes, bitmap, ms: performance.now() - began }, [bitmap])
    }
  } catch {
    post({ type: 'failed' })
  }
}

const post = (message: FromSound, transfer: Transferable[] = []) => self.postMessage(message, { transfer })
