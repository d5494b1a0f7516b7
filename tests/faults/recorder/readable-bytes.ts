import type { Page } from 'playwright'

const pieceSamples = 64
const everySamples = 4_410

/** How many pieces of these recordings are on the disk unencrypted; searches ten pieces a second. */
export function countPieces(disk: Buffer, recordings: readonly Int16Array[]) {
  const counts = { looked: 0, readable: 0 }
  for (const samples of recordings)
    for (let at = 0; at + pieceSamples <= samples.length; at += everySamples) {
      const piece = samples.subarray(at, at + pieceSamples)
      if (!piece.some((sample) => Math.abs(sample) > 1000)) continue // all pauses look the same
      counts.looked++
      if (disk.includes(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))) counts.readable++
    }
  return counts
}

/** How many of these words are readable, in either of the encodings in which a browser writes text. */
export const countWords = (disk: Buffer, words: readonly string[]): number =>
  words.filter((word) => disk.includes(word, 0, 'latin1') || disk.includes(word, 0, 'utf16le')).length

/** Stores samples and words in this browser without encryption: a search that works must find them. */
export async function keepReadable(page: Page, samples: Int16Array, words: readonly string[]): Promise<void> {
  await page.evaluate(
    async ([values, texts]) => {
      const opening = indexedDB.open('readable', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('all')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const writing = opening.result.transaction('all', 'readwrite', { durability: 'strict' })
      writing.objectStore('all').put(Int16Array.from(values).buffer, 'samples')
      writing.objectStore('all').put(texts, 'words')
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
    },
    [[...samples.subarray(0, 100_000)], words] as const,
  )
}
