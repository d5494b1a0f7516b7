import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFlac, resample, writeWav16 } from '@fonema/speech'
import { contentFolder } from '../../app.ts'

export const rateHz = 16_000

/** A recording of the demonstration, at `rateHz`. */
export async function readVoice(file: string) {
  const { samples, sampleRateHz } = readFlac(await readFile(path.join(contentFolder, 'demo', 'audio', file)))
  return { samples: resample(samples, sampleRateHz, rateHz), sampleRateHz: rateHz }
}

/** A file of samples at `rateHz`, eight times as loud. */
export const wavOf = (samples: Float32Array) =>
  Buffer.from(
    writeWav16(
      Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, 8 * sample)) * 32_767)),
      rateHz,
    ),
  )
