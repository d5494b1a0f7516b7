import cloud from 'd3-cloud'

type CloudWord = { text: string; x: number; y: number; size: number; weight: 1 | 2 | 3 }
export type Cloud = { words: CloudWord[] }

export const cloudWidth = 640
export const cloudHeight = 260
const maxWords = 60
const maxSize = 56
const minSize = 18
const minCountOfLargest = 4
const shrinking = 0.85

/** From the smallest size, for a word said once, to the largest: the area of a word grows with its frequency. */
export const sizeOf = (count: number, maxCount: number): number =>
  minSize + (maxSize - minSize) * Math.sqrt((count - 1) / (maxCount - 1))

/**
 * Finds a place for each of the most frequent words. The layout drops words that do not fit; everything is then scaled
 * down until all words fit.
 * `font` must be the typeface of the drawing: the widths of another one would let words overlap.
 */
export async function layOutCloud(counts: readonly [string, number][], font: string): Promise<Cloud> {
  const shown = counts.slice(0, maxWords)
  // A word that occurs once or twice must not be large.
  const maxCount = Math.max(minCountOfLargest, shown[0]?.[1] ?? 1)
  for (let scale = 1; ; scale *= shrinking) {
    const sized = shown.map(([text, count]) => ({
      text,
      size: scale * sizeOf(count, maxCount),
      weight: count > maxCount * 0.66 ? 3 : count > maxCount * 0.33 ? 2 : 1,
    }))
    const words = await place(sized, font)
    if (words.length === shown.length || scale < 0.1) return { words: words as CloudWord[] }
  }
}

const place = (words: { text: string; size: number; weight: number }[], font: string) =>
  new Promise<Partial<CloudWord>[]>((resolve) => {
    // A fixed seed: the same words always get the same places.
    let seed = 1
    cloud<{ text: string; size: number; weight: number }>()
      .size([cloudWidth, cloudHeight])
      .words(words)
      .padding(3)
      .rotate(0)
      .font(font)
      .fontSize(({ size }) => size)
      .random(() => {
        seed = (seed * 16_807) % 2_147_483_647
        return seed / 2_147_483_647
      })
      .on('end', (placed) => resolve(placed as Partial<CloudWord>[]))
      .start()
  })
