import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlac, readWav } from '@fonema/speech'
import { expect, test } from 'vitest'
import { writeFlac16 } from './flac-file.ts'

const fixtures = join(import.meta.dirname, '../../speech/fixtures')
const sixteenBits = (samples: Float32Array) => Int16Array.from(samples, (sample) => Math.round(sample * 2 ** 15))

const hashOf = (samples: Int16Array | Uint8Array) => createHash('md5').update(samples).digest('hex')

/** Samples as ffmpeg decodes them. */
function decodedByFfmpeg(flac: Uint8Array): Int16Array {
  const file = join(mkdtempSync(join(tmpdir(), 'flac-')), 'audio.flac')
  writeFileSync(file, flac)
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-'], { maxBuffer: 2 ** 28 })
  return new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
}

const noise = Int16Array.from({ length: 70_001 }, (_, i) => ((i * 40_503) % 65_536) - 32_768)
const spoken = readdirSync(fixtures)
  .filter((name) => name.endsWith('.wav'))
  .map((name) => {
    const { samples, sampleRateHz } = readWav(readFileSync(join(fixtures, name)))
    return { name, samples: sixteenBits(samples), sampleRateHz }
  })

test('FLAC gives every sample back, to our reader and to ffmpeg, and the same bytes twice', () => {
  const materials = [
    ...spoken,
    { name: 'silence', samples: new Int16Array(48_000), sampleRateHz: 48_000 },
    { name: 'noise', samples: noise, sampleRateHz: 44_100 },
    { name: 'extremes', samples: Int16Array.of(-32_768, 32_767, 0, -1, 1), sampleRateHz: 11_025 },
  ]
  expect(spoken.length).toBeGreaterThan(2)
  for (const { name, samples, sampleRateHz } of materials) {
    const flac = writeFlac16(samples, sampleRateHz)
    const read = readFlac(flac)
    expect([name, read.sampleRateHz, read.channels, read.bitsPerSample]).toEqual([name, sampleRateHz, 1, 16])
    expect([name, hashOf(sixteenBits(read.samples))]).toEqual([name, hashOf(samples)])
    expect([name, hashOf(decodedByFfmpeg(flac))]).toEqual([name, hashOf(samples)])
    expect([name, hashOf(writeFlac16(samples, sampleRateHz))]).toEqual([name, hashOf(flac)])
    // RFC 9639: the MD5 checksum of the samples ends STREAMINFO.
    expect([name, Buffer.from(flac.subarray(26, 42)).toString('hex')]).toEqual([name, hashOf(samples)])
  }
})

test('speech takes less than two thirds of its bytes', () => {
  const bytes = spoken.reduce((sum, { samples }) => sum + 2 * samples.length, 0)
  const compressed = spoken.reduce(
    (sum, { samples, sampleRateHz }) => sum + writeFlac16(samples, sampleRateHz).length,
    0,
  )
  expect(compressed / bytes).toBeLessThan(2 / 3)
})

test('encodes at once after the module is loaded', () => {
  const program = `import { writeFlac16 } from '${join(import.meta.dirname, 'flac-file.ts')}'
    console.log(writeFlac16(new Int16Array(100), 8000).length > 0)`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('true\n')
})
