import type { View } from './view.ts'

/** A tile of the picture: all zoom levels are powers of two, so that a small change of the zoom reuses it. */
export type Tile = { level: number; index: number }

export const tileWidthPx = 512
const lowestLevel = -2
/** 4,096 columns in a second: less than a hundred microseconds each. */
const highestLevel = 12

export const secondsPerColumn = ({ level }: Tile): number => 2 ** -level
export const tileSeconds = (tile: Tile): number => tileWidthPx * secondsPerColumn(tile)
export const tileStart = (tile: Tile): number => tile.index * tileSeconds(tile)
export const keyOf = ({ level, index }: Tile): string => `${level}/${index}`

/** The level with at least one column for each pixel of the device. */
export function levelOf(view: View, devicePixels: number): number {
  const level = Math.ceil(Math.log2(devicePixels / view.length) - 1e-9)
  return Math.max(lowestLevel, Math.min(level, highestLevel))
}

/** The tiles that cover a view, from left to right. */
export function tilesOf(view: View, devicePixels: number, duration: number): Tile[] {
  const level = levelOf(view, devicePixels)
  const seconds = tileSeconds({ level, index: 0 })
  const first = Math.floor(view.start / seconds + 1e-9)
  const last = Math.ceil(Math.min(view.start + view.length, duration) / seconds - 1e-9)
  return Array.from({ length: Math.max(0, last - first) }, (_, i) => ({ level, index: first + i }))
}

/** Keeps what was used last, and disposes of the rest: memory stays bounded however long the take is. */
export function createTileCache<T>(limit: number, dispose: (value: T) => void) {
  const held = new Map<string, T>()
  return {
    get(key: string): T | undefined {
      const value = held.get(key)
      if (value === undefined) return undefined
      held.delete(key)
      held.set(key, value)
      return value
    },
    put(key: string, value: T) {
      held.set(key, value)
      for (const [oldest, old] of held) {
        if (held.size <= limit) return
        held.delete(oldest)
        dispose(old)
      }
    },
    clear() {
      for (const value of held.values()) dispose(value)
      held.clear()
    },
  }
}
