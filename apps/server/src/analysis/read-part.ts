import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type AudioErrorCode, readAudioFile } from '@fonema/audio'
import type { FeatureError } from '@fonema/contract'

/** The error of a result whose file could not be read. */
export const errorOf: Readonly<Record<AudioErrorCode, FeatureError>> = {
  not_found: 'audio_missing',
  unsupported_format: 'decode_failed',
  decode_failed: 'decode_failed',
  no_samples: 'too_short',
  too_long: 'too_long',
  time_limit: 'time_limit',
  ffmpeg_missing: 'ffmpeg_missing',
}

/** The bytes of a recording are not those that were stored. */
export class ChangedAudio extends Error {}

type Part = { file: string; sha256: string; window: { start: number; end: number } }

/** Reads the marked window of a stored recording and what was heard before it, after checking its bytes. */
export async function readPart({ file, sha256, window }: Part) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== sha256) throw new ChangedAudio('the stored bytes have changed')
  const { samples, sampleRateHz } = await readAudioFile(file)
  const from = Math.round(window.start * sampleRateHz)
  return {
    samples: samples.subarray(from, Math.round(window.end * sampleRateHz)),
    before: samples.subarray(0, from),
    sampleRateHz,
    decodedS: samples.length / sampleRateHz,
  }
}
