import { expect, test } from 'vitest'
import { createTileCache, levelOf, tileSeconds, tileStart, tilesOf } from './tiles.ts'

test('a level has at least one column for each pixel, and less than two', () => {
  for (const length of [0.3, 1, 7, 16, 60, 599]) {
    const columns = 2 ** levelOf({ start: 0, length }, 1000) * length
    expect(columns).toBeGreaterThanOrEqual(1000)
    expect(columns).toBeLessThan(2000)
  }
})

test('tiles cover the view without a gap and end with the take', () => {
  const view = { start: 3.3, length: 12 }
  const tiles = tilesOf(view, 1000, 600)
  expect(tileStart(tiles[0]!)).toBeLessThanOrEqual(3.3)
  expect(tileStart(tiles.at(-1)!) + tileSeconds(tiles.at(-1)!)).toBeGreaterThanOrEqual(15.3)
  tiles.slice(1).forEach((tile, i) => {
    expect(tile.index).toBe(tiles[i]!.index + 1)
  })
  for (const tile of tilesOf({ start: 0, length: 12 }, 1000, 12)) expect(tileStart(tile)).toBeLessThan(12)
})

test('a view needs only a few tiles, however long the take is', () => {
  for (const length of [0.05, 5, 60, 600]) expect(tilesOf({ start: 0, length }, 2400, 600).length).toBeLessThan(12)
})

test('the cache keeps the tiles used last and disposes of the others', () => {
  const gone: string[] = []
  const cache = createTileCache<string>(2, (value) => gone.push(value))
  cache.put('a', 'A')
  cache.put('b', 'B')
  cache.get('a')
  cache.put('c', 'C')
  expect(gone).toEqual(['B'])
  expect(cache.get('b')).toBeUndefined()
  cache.clear()
  expect(gone).toEqual(['B', 'A', 'C'])
})
