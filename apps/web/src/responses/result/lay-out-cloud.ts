import cloud from 'd3-cloud'

export type CloudWord = { text: string; x: number; y: number; size: number; weight: 1 | 2 | 3 }
export type Cloud = { words: CloudWord[] }

export const cloudWidth = 640
export const cloudHeight = 260
const mostWords = 60
const largest = 56
const smallest = 13
const fewestOfTheLargest = 4
const shrinking = 0.85

/**
 * Finds a place for each of the most frequent words. The layout drops what does not fit: then everything is drawn
 * smaller, until all of it fits, so that no word is ever missing.
 */
export async function layOutCloud(counts: readonly [string, number][]): Promise<Cloud> {
  const shown = counts.slice(0, mostWords)
  // A word that was said once or twice is no headline.
  const most = Math.max(fewestOfTheLargest, shown[0]?.[1] ?? 1)
  for (let scale = 1; ; scale *= shrinking) {
    const sized = shown.map(([text, count]) => ({
      text,
      size: scale * (smallest + (largest - smallest) * Math.sqrt(count / most)),
      weight: count > most * 0.66 ? 3 : count > most * 0.33 ? 2 : 1,
    }))
    const words = await place(sized)
    if (words.length === shown.length || scale < 0.1) return { words: words as CloudWord[] }
  }
}

const place = (words: { text: string; size: number; weight: number }[]) =>
  new Promise<Partial<CloudWord>[]>((resolve) => {
    // The same words stand in the same places whenever they are drawn.
    let seed = 1
    cloud<{ text: string; size: number; weight: number }>()
      .size([cloudWidth, cloudHeight])
      .words(words)
      .padding(3)
      .rotate(0)
      .font('sans-serif')
      .fontSize(({ size }) => size)
      .random(() => {
        seed = (seed * 16_807) % 2_147_483_647
        return seed / 2_147_483_647
      })
      .on('end', (placed) => resolve(placed as Partial<CloudWord>[]))
      .start()
  })
