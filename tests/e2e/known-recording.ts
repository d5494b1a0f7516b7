import { writeFile } from 'node:fs/promises'
import { writeWav16 } from '@fonema/speech'

/** The rate of Chromium's fake microphone: only a file at this rate is played sample for sample. */
export const sourceRateHz = 44_100
const silenceSeconds = 600

/**
 * Speech-like sound in which every moment is different: a voice that glides between 110 and 220 Hz, in phrases with
 * pauses, over a little noise. The same at every call.
 */
export function makeKnownSource(seconds: number): Int16Array {
  const samples = new Int16Array(seconds * sourceRateHz)
  let seed = 12_345
  let phase = 0
  for (let index = 0; index < samples.length; index++) {
    const time = index / sourceRateHz
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const noise = (seed / 2 ** 30 - 1) * 8
    const f0 = 160 + 45 * Math.sin(0.9 * time) + 10 * Math.sin(5.3 * time)
    phase += (2 * Math.PI * f0) / sourceRateHz
    // Phrases of 1.6 s, pauses of 0.5 s, with soft edges.
    const within = time % 2.1
    const envelope = within < 1.6 ? Math.min(1, within / 0.08, (1.6 - within) / 0.08) : 0
    const voice = Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.4 * Math.sin(3 * phase) + 0.2 * Math.sin(5 * phase)
    samples[index] = Math.round(envelope * 6500 * voice + noise)
  }
  return samples
}

/** Writes the sound as a file for the fake microphone, followed by silence, so that the device does not run out. */
export async function writeSource(file: string, source: Int16Array): Promise<void> {
  const padded = new Int16Array(source.length + silenceSeconds * sourceRateHz)
  padded.set(source)
  await writeFile(file, writeWav16(padded, sourceRateHz))
}

/** A second voice, which speaks at other times. */
export function makeOtherSource(seconds: number): Int16Array {
  const samples = new Int16Array(seconds * sourceRateHz)
  let seed = 54_321
  let phase = 0
  for (let index = 0; index < samples.length; index++) {
    const time = index / sourceRateHz
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const noise = (seed / 2 ** 30 - 1) * 8
    phase += (2 * Math.PI * (230 + 35 * Math.sin(1.3 * time) + 12 * Math.sin(4.1 * time))) / sourceRateHz
    const within = (time + 0.9) % 3.3
    const envelope = within < 1.2 ? Math.min(1, within / 0.08, (1.2 - within) / 0.08) : 0
    samples[index] = Math.round(envelope * 7000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase)) + noise)
  }
  return samples
}

/** Writes two sounds as the channels of one file for the fake microphone, followed by silence. */
export async function writeSources(file: string, left: Int16Array, right: Int16Array): Promise<void> {
  const frames = left.length + silenceSeconds * sourceRateHz
  const both = new Int16Array(2 * frames)
  for (let i = 0; i < left.length; i++) {
    both[2 * i] = left[i]!
    both[2 * i + 1] = right[i]!
  }
  const wav = Buffer.from(writeWav16(both, sourceRateHz))
  // Two channels: twice the bytes for each second and each frame.
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(4 * sourceRateHz, 28)
  wav.writeUInt16LE(4, 32)
  await writeFile(file, wav)
}

const patternLength = 64

/** The position of a piece of a recording in the source; undefined when the source does not contain it exactly. */
function findIn(source: Int16Array, piece: Int16Array): number | undefined {
  for (let at = 0; at <= source.length - piece.length; at++) {
    let same = 0
    while (same < piece.length && source[at + same] === piece[same]) same++
    if (same === piece.length) return at
  }
  return undefined
}

export type Stretch = { at: number; length: number }
export type Comparison = {
  /** Where the recording begins in the source, in samples. */
  offset: number
  compared: number
  equal: number
  /** Where the recording differs from the source, in seconds; differences within 0.1 s are one stretch. */
  unequal: Stretch[]
}

/**
 * Compares a recording with its source sample by sample. Where they lose alignment, they are aligned again at the next
 * tenth of a second, so that one lost stretch does not affect the rest.
 */
export function compareWithSource(recording: Int16Array, source: Int16Array): Comparison | undefined {
  const step = sourceRateHz / 10
  const alignAt = (from: number) => {
    for (let at = from; at + patternLength <= recording.length; at += step) {
      const piece = recording.subarray(at, at + patternLength)
      const found = piece.some((sample) => Math.abs(sample) > 1000) ? findIn(source, piece) : undefined
      if (found !== undefined) return found - at
    }
    return undefined
  }
  const first = alignAt(0)
  if (first === undefined) return undefined
  let offset = first
  let equal = 0
  const unequal: Stretch[] = []
  // A recording may begin before the source does.
  const begin = Math.max(0, -first)
  for (let index = begin; index < recording.length; index++) {
    if (recording[index] === source[index + offset]) {
      equal++
      continue
    }
    const at = index / sourceRateHz
    const last = unequal.at(-1)
    if (last !== undefined && at - last.at - last.length < 0.1) last.length = at - last.at
    else unequal.push({ at, length: 0 })
    if (index % step === 0) offset = alignAt(index) ?? offset
  }
  return { offset: first, compared: recording.length - begin, equal, unequal }
}

const nearGapSeconds = 0.25
/** After a gap within a pause, the two can be aligned again only where the voice continues. */
const afterGapSeconds = 0.75

/** Whether all differences lie where the recorder itself reports missing samples. */
export function isExplained({ unequal }: Comparison, gaps: readonly Stretch[]): boolean {
  const reported: { from: number; to: number }[] = []
  for (const { at, length } of gaps.toSorted((a, b) => a.at - b.at)) {
    const [from, to] = [at - nearGapSeconds, at + length + afterGapSeconds]
    const last = reported.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else reported.push({ from, to })
  }
  return unequal.every(({ at, length }) => reported.some(({ from, to }) => at >= from && at + length <= to))
}

/** The samples of a mono 16-bit WAV as the recorder writes it. */
export function samplesOf(wav: Buffer): Int16Array {
  const data = wav.indexOf('data', 12, 'latin1') + 8
  return new Int16Array(
    wav.buffer.slice(wav.byteOffset + data, wav.byteOffset + wav.length - ((wav.length - data) % 2)),
  )
}
