import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav, type Sound } from './wav.ts'

/**
 * `pitch` 0 to 99 and `gap` (between words, in 10 ms) are espeak-ng's own scales; `rate` is in words a minute; `range`
 * is the extent of the melody in percent of the voice's own.
 */
export type Speech = { voice: string; rate: number; pitch: number; gap?: number; range?: number }

/** Speaks a text, or phonemes in double square brackets, with espeak-ng. Its licence does not cover its output. */
export function speak(text: string, { voice, rate, pitch, gap = 0, range }: Speech): Sound {
  const folder = mkdtempSync(join(tmpdir(), 'espeak-'))
  try {
    const file = join(folder, 'speech.wav')
    const options = ['-v', voice, '-s', `${rate}`, '-p', `${pitch}`, '-g', `${gap}`, '-a', '120', '-w', file]
    const marked = range === undefined ? text : `<prosody range="${range}%">${text}</prosody>`
    execFileSync('espeak-ng', [...options, ...(range === undefined ? [] : ['-m']), '--', marked])
    return trimmed(readWav(file))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Without the silence at both ends. */
function trimmed({ samples, sampleRateHz }: Sound): Sound {
  const loud = (sample: number) => Math.abs(sample) > 0.004
  const from = samples.findIndex(loud)
  return { samples: samples.slice(from, samples.findLastIndex(loud) + 1), sampleRateHz }
}
