import type { Spectrogram } from '@fonema/speech'

/** Levels further below the loudest point look like silence. */
export const rangeDb = 70
/** The highest frequency of the picture, Hz, if the recording reaches it. */
export const highestHz = 8000

/**
 * The pixels of a part of the spectrogram, from 0 Hz at the bottom to `topHz`.
 *
 * @param colours 256 colours, from silence to the loudest
 */
export function paintSpectrogram(
  { columns, bins, binHz, loudestDb }: Spectrogram,
  place: { from: number; secondsPerColumn: number },
  { width, height, topHz }: { width: number; height: number; topHz: number },
  colours: Uint32Array,
): Uint8ClampedArray<ArrayBuffer> {
  const db = columns(place.from, place.secondsPerColumn, width)
  const pixels = new Uint32Array(width * height)
  const lowestDb = loudestDb - rangeDb
  for (let y = 0; y < height; y++) {
    const bin = (((height - 0.5 - y) / height) * topHz) / binHz
    const below = Math.min(Math.floor(bin), bins - 2)
    const share = Math.min(1, bin - below)
    for (let x = 0; x < width; x++) {
      const at = x * bins + below
      const level = db[at]! + share * (db[at + 1]! - db[at]!)
      const shade = Math.max(0, Math.min(255, Math.round(((level - lowestDb) / rangeDb) * 255)))
      pixels[y * width + x] = colours[shade]!
    }
  }
  return new Uint8ClampedArray(pixels.buffer)
}

/** The lowest and the highest sample of each column, in turn; both 0 outside the recording. */
export function extremesOf(
  samples: Float32Array | Int16Array,
  sampleRateHz: number,
  place: { from: number; secondsPerColumn: number },
  count: number,
): Float32Array {
  const extremes = new Float32Array(2 * count)
  for (let column = 0; column < count; column++) {
    const start = (place.from + column * place.secondsPerColumn) * sampleRateHz
    const first = Math.max(0, Math.floor(start))
    // At least one sample, also where a column is shorter than one.
    const end = Math.min(
      samples.length,
      Math.max(Math.floor(start) + 1, Math.floor(start + place.secondsPerColumn * sampleRateHz)),
    )
    if (first >= end) continue
    let lowest = samples[first]!
    let highest = lowest
    for (let i = first + 1; i < end; i++) {
      const sample = samples[i]!
      if (sample < lowest) lowest = sample
      else if (sample > highest) highest = sample
    }
    extremes[2 * column] = lowest
    extremes[2 * column + 1] = highest
  }
  return extremes
}
