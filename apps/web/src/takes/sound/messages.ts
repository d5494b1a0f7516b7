import type { Curves, SyllableKind } from '@fonema/speech'
import type { Span } from '../window-peaks.ts'
import type { Tile } from './tiles.ts'

/** Heights of the picture's lanes, in pixels of the device. */
export type Lanes = { wave: number; spectrum: number }

/** `part`: seconds from the start of the file; null: all of it. */
export type ToSound =
  | { type: 'open'; bytes: ArrayBuffer; part: Span | null }
  | { type: 'draw'; tile: Tile; lanes: Lanes }

export type Opened = {
  duration: number
  /** The highest frequency in the picture, Hz. */
  topHz: number
  /** The lowest and the highest value of each of equal parts of the take, in turn; the largest is 1. */
  overview: Float32Array
}

export type FromSound =
  | ({ type: 'opened' } & Opened)
  | { type: 'failed' }
  | { type: 'drawn'; tile: Tile; lanes: Lanes; bitmap: ImageBitmap; ms: number }

export type ToCurves = { bytes: ArrayBuffer; part: Span | null; syllables: SyllableKind }
export type FromCurves = { curves: Curves | null }
