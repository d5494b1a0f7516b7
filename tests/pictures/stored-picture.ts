import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

const stored = path.join(import.meta.dirname, 'stored')
/** What is left for somebody to look at. */
const found = path.resolve(import.meta.dirname, '../../node_modules/.cache/pictures')

/** How far a pixel's colour may be from the stored one, 0 to 1; smoothed edges are not counted. */
const threshold = 0.1
/** The share of pixels that may differ: less than a moved digit in the smallest picture. */
const maxShare = 0.0002

/**
 * Compares a picture with the stored one of the name. With REFRESH_PICTURES=1 it becomes the stored one.
 *
 * @returns what differs; null when nothing does
 */
export function differenceFrom(name: string, png: Buffer): string | null {
  const file = path.join(stored, `${name}.png`)
  if (process.env.REFRESH_PICTURES === '1') {
    mkdirSync(stored, { recursive: true })
    writeFileSync(file, png)
    return null
  }
  const keep = (suffix: string, bytes: Buffer) => {
    mkdirSync(found, { recursive: true })
    const kept = path.join(found, `${name}${suffix}.png`)
    writeFileSync(kept, bytes)
    return kept
  }
  if (!existsSync(file)) return `${name}: no stored picture; this one is ${keep('', png)}`
  const before = PNG.sync.read(readFileSync(file))
  const after = PNG.sync.read(png)
  const { width, height } = before
  if (after.width !== width || after.height !== height)
    return `${name}: ${after.width} × ${after.height} pixels, not ${width} × ${height}: ${keep('', png)}`
  const difference = new PNG({ width, height })
  const count = pixelmatch(before.data, after.data, difference.data, width, height, { threshold })
  if (count <= maxShare * width * height) return null
  keep('', png)
  return `${name}: ${count} pixels differ: ${keep('-difference', PNG.sync.write(difference))}`
}
