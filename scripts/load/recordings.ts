import { createHash, randomFillSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readWav, writeWav16 } from '@fonema/speech'
import { formOf } from '../../apps/server/testing/recordings.ts'
import { resample } from '../../packages/speech/src/resample.ts'

export const secondsEach = 25
const rateHz = 16_000
const noncePlace = 1000

/** A unique recording of 0.8 MB, as a form that is ready to send. */
export type Recording = { sha256: string; headers: Record<string, string>; body: Buffer }

const folder = path.join(import.meta.dirname, '../../packages/speech/fixtures')

/** Syllables and vowels, repeated. */
function material(): Buffer {
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith('.wav'))
    .map((file) => {
      const { samples, sampleRateHz } = readWav(readFileSync(path.join(folder, file)))
      return resample(samples, sampleRateHz, rateHz)
    })
  const samples = new Int16Array(rateHz * secondsEach)
  for (let at = 0, i = 0; at < samples.length; i++) {
    const part = parts[i % parts.length]!.subarray(0, samples.length - at)
    for (let k = 0; k < part.length; k++) samples[at + k] = Math.max(-32768, Math.min(32767, part[k]! * 32768))
    at += part.length
  }
  return Buffer.from(writeWav16(samples, rateHz))
}

let made: Buffer | undefined

export function newRecording(): Recording {
  made ??= material()
  const wav = Buffer.from(made)
  // A few samples of noise make the recording unique.
  randomFillSync(wav, noncePlace, 16)
  const sha256 = createHash('sha256').update(wav).digest('hex')
  const { headers, payload } = formOf(wav, { take: '1', sha256 })
  return { sha256, headers, body: payload }
}
