import { createFft, powerOfTwoFrom } from './fft.ts'

/** A Hann window of this length is about half as wide: short enough to show single periods of a low voice. */
const windowS = 0.012
/** Frames that are averaged into one column at most: more would cost time and show the same. */
const mostFramesPerColumn = 4
/** No level is lower: the logarithm of digital silence must stay finite. */
const lowestDb = -200

export type Spectrogram = {
  /** bin k lies at k · binHz */
  readonly binHz: number
  readonly bins: number
  /** the level of the loudest point that was found among the loudest frames, on the scale of `columns` */
  readonly loudestDb: number
  /**
   * The mean power of each column, dB, column after column. The reference is arbitrary: subtract `loudestDb`.
   *
   * @param fromS start of the first column, which may lie before the recording
   */
  columns(fromS: number, secondsPerColumn: number, count: number): Float32Array
}

/**
 * A wide-band spectrogram of parts of a recording, for a drawing.
 *
 * @param samples of any scale: levels are relative
 * @param topHz the highest frequency to show; at most half the sample rate
 */
export function createSpectrogram(
  samples: Float32Array | Int16Array,
  sampleRateHz: number,
  topHz: number,
): Spectrogram {
  if (!(sampleRateHz > 0 && topHz > 0)) throw new RangeError('the sample rate and the highest frequency must be > 0 Hz')
  const width = Math.round(windowS * sampleRateHz)
  const fft = createFft(powerOfTwoFrom(width))
  const { length } = fft
  const { re, im } = fft.arrays
  const binHz = sampleRateHz / length
  const bins = Math.min(length / 2, Math.ceil(topHz / binHz)) + 1
  const window = Float64Array.from({ length: width }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / width))

  function load(centreS: number, into: Float64Array) {
    const first = Math.round(centreS * sampleRateHz - width / 2)
    const from = Math.max(0, -first)
    const to = Math.min(width, samples.length - first)
    into.fill(0)
    for (let i = from; i < to; i++) into[i] = samples[first + i]! * window[i]!
  }

  /** Adds the powers of the frames at two times: they share one transform, whose even and odd halves are theirs. */
  function addPair(oneS: number, into: Float64Array, otherS: number, otherInto: Float64Array) {
    load(oneS, re)
    load(otherS, im)
    fft.transform(re, im)
    for (let k = 0; k < bins; k++) {
      const mirror = k === 0 ? 0 : length - k
      const [a, b, c, d] = [re[k]!, re[mirror]!, im[k]!, im[mirror]!]
      into[k] = into[k]! + ((a + b) ** 2 + (c - d) ** 2) / 4
      otherInto[k] = otherInto[k]! + ((c + d) ** 2 + (b - a) ** 2) / 4
    }
  }

  function columns(fromS: number, secondsPerColumn: number, count: number): Float32Array {
    const perColumn = Math.min(mostFramesPerColumn, Math.max(1, Math.ceil((2 * secondsPerColumn) / windowS)))
    const db = new Float32Array(count * bins)
    const [power, other] = [new Float64Array(bins), new Float64Array(bins)]
    const centre = (column: number, frame: number) => fromS + (column + (frame + 0.5) / perColumn) * secondsPerColumn
    const write = (column: number, sums: Float64Array) => {
      for (let k = 0; k < bins; k++)
        db[column * bins + k] = Math.max(lowestDb, 10 * Math.log10(sums[k]! / perColumn + Number.MIN_VALUE))
    }
    for (let column = 0; column < count; column += 2) {
      power.fill(0)
      other.fill(0)
      for (let frame = 0; frame < perColumn; frame++)
        addPair(centre(column, frame), power, centre(column + 1, frame), other)
      write(column, power)
      if (column + 1 < count) write(column + 1, other)
    }
    return db
  }

  return { binHz, bins, loudestDb: loudestOf(samples, sampleRateHz, columns), columns }
}

const blockS = 0.02
const loudBlocks = 24

/** The loudest point of the spectra of the loudest blocks. */
function loudestOf(samples: Float32Array | Int16Array, sampleRateHz: number, columns: Spectrogram['columns']): number {
  const block = Math.max(1, Math.round(blockS * sampleRateHz))
  const powers = Array.from({ length: Math.ceil(samples.length / block) }, (_, index) => {
    let power = 0
    // Every fourth sample is enough to rank the blocks.
    for (let i = index * block; i < Math.min(samples.length, (index + 1) * block); i += 4) power += samples[i]! ** 2
    return { index, power }
  })
  const loudest = powers.sort((a, b) => b.power - a.power).slice(0, loudBlocks)
  let db = lowestDb
  for (const { index } of loudest)
    for (const level of columns((index * block) / sampleRateHz, blockS / 4, 4)) db = Math.max(db, level)
  return db
}
