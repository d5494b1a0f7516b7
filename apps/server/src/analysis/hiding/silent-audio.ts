import { createHash } from 'node:crypto'
import { writeFlac16 } from '@fonema/audio'
import type { LeftOutReason, TypedWord } from '@fonema/contract'
import { FlacError, readFlac, readFlacInfo, readWav, type Span, WavError, writeWav16 } from '@fonema/speech'
import { joinRanges, silence, silenceVoices, silentRanges, voiceRanges } from '@fonema/transcript-exchange/hidden'
import type { ObjectStore } from '../../platform/objects/object-store.ts'

/** `silenced`: in seconds of the file. */
export type SilentAudio = { bytes: Uint8Array; silenced: Span[] } | { reason: LeftOutReason }

/** What is not given out of a recording. `others`: where others may speak or a name was flagged, in
 * seconds of the marked window. */
export type Silence = { words: readonly TypedWord[]; hidden: ReadonlySet<number>; others: readonly Span[] }

export type StoredTake = {
  object_key: string
  sha256: string
  size_bytes: number
  window_start: number
  window_end: number
}

const writers = { wav: writeWav16, flac: writeFlac16 }
/** Both keep every sample. */
type SilentFormat = keyof typeof writers

/** Bytes. A recording is in memory while it is silenced. */
const largest = 60_000_000

/**
 * A recording as WAV or FLAC with digital silence in place of the hidden words, of others' voices and of all outside the marked
 * window. Only its samples are kept: a file may have names in its other parts.
 */
export async function readSilenced(
  store: ObjectStore,
  take: StoredTake,
  silence: Silence,
  format: SilentFormat = 'wav',
): Promise<SilentAudio> {
  if (take.size_bytes > largest) return { reason: 'too_large' }
  if ((await store.size(take.object_key)) === undefined) return { reason: 'missing' }
  const chunks: Uint8Array[] = []
  const hash = createHash('sha256')
  for await (const chunk of store.read(take.object_key) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    hash.update(chunk)
  }
  if (hash.digest('hex') !== take.sha256) return { reason: 'altered' }
  return silenced(Buffer.concat(chunks), take, silence, format)
}

/** As `readSilenced`, of bytes. */
export function silenced(
  bytes: Uint8Array,
  { window_start, window_end }: Pick<StoredTake, 'window_start' | 'window_end'>,
  { words, hidden, others }: Silence,
  format: SilentFormat = 'wav',
): SilentAudio {
  let samples: Int16Array
  let sampleRateHz: number
  try {
    // A few bytes of FLAC may stand for hours of silence.
    if (isFlac(bytes) && bytesAsWav(bytes) > largest) return { reason: 'too_large' }
    const read = isFlac(bytes) ? readFlac(bytes) : readWav(bytes)
    // What the recorder makes. Of other encodings the samples would not stay the same.
    if (read.channels !== 1 || read.bitsPerSample !== 16) return { reason: 'unreadable' }
    samples = Int16Array.from(read.samples, (sample) => Math.round(sample * 2 ** 15))
    sampleRateHz = read.sampleRateHz
  } catch (error) {
    if (error instanceof WavError || error instanceof FlacError) return { reason: 'unreadable' }
    throw error
  }
  const window = { start: window_start, end: window_end }
  const recording = { window, sampleRateHz, length: samples.length }
  const voices = voiceRanges(others, recording)
  const named = silentRanges(words, hidden, recording)
  silence(samples, named)
  silenceVoices(samples, voices, sampleRateHz)
  const silenced = joinRanges([...voices, ...named]).map(([from, to]) => ({
    start_s: from / sampleRateHz,
    end_s: to / sampleRateHz,
  }))
  return { bytes: writers[format](samples, sampleRateHz), silenced }
}

const isFlac = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'fLaC'

const bytesAsWav = (flac: Uint8Array) => 2 * (readFlacInfo(flac).frames || Number.POSITIVE_INFINITY)
