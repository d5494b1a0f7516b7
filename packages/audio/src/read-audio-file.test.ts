import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWav16 } from '@fonema/speech'
import { afterAll, expect, test } from 'vitest'
import { AudioError } from './audio.ts'
import { readAudioFile } from './read-audio-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'fonema-audio-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const fixtures = join(import.meta.dirname, '../../speech/fixtures')
const rate = 16_000
const tone = Int16Array.from({ length: 2 * rate }, (_, i) => 8000 * Math.sin((2 * Math.PI * 200 * i) / rate))

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function convert(name: string, ...options: string[]): string {
  const source = write('tone.wav', writeWav16(tone, rate))
  const path = join(folder, name)
  spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', source, ...options, path])
  return path
}

async function refusal(path: string): Promise<string> {
  const error = await readAudioFile(path).catch((error: unknown) => error)
  if (!(error instanceof AudioError)) throw new Error(`${path} was not refused`, { cause: error })
  return error.code
}

function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

test('a WAV file gives its samples, also in more than one block and with words before and after them', async () => {
  const long = Int16Array.from({ length: 600_001 }, (_, i) => (i * 7919) % 30_000)
  const wav = writeWav16(long, 44_100)
  const words = new Uint8Array([...new TextEncoder().encode('LIST'), 3, 0, 0, 0, 1, 2, 3, 0])
  const path = write('long.wav', Uint8Array.from([...wav.subarray(0, 36), ...words, ...wav.subarray(36), ...words]))
  const { samples, sampleRateHz } = await readAudioFile(path)
  expect(sampleRateHz).toBe(44_100)
  expect(samples).toEqual(Float32Array.from(long, (sample) => sample / 2 ** 15))
})

test('a WAV file that was cut off, or does not know its length, gives what is there', async () => {
  const wav = writeWav16(tone, rate)
  new DataView(wav.buffer).setUint32(40, 0xffff_ffff, true)
  expect((await readAudioFile(write('cut.wav', wav.subarray(0, 44 + 1001)))).samples.length).toBe(500)
})

test('FLAC is read without ffmpeg', async () => {
  const { samples } = await readAudioFile(join(fixtures, 'flac/mono-8.flac'))
  expect(samples).toEqual((await readAudioFile(join(fixtures, 'flac/mono-8.wav'))).samples)
})

test.skipIf(!hasFfmpeg).each([
  ['tone.webm', ['-c:a', 'libopus']],
  ['tone.ogg', ['-c:a', 'libvorbis']],
  ['opus.ogg', ['-c:a', 'libopus']],
  ['tone.m4a', ['-c:a', 'aac']],
  ['tone.mp3', []],
  ['a-law.wav', ['-c:a', 'pcm_alaw']],
])('%s has the length and the level of what went in', async (name, options) => {
  const { samples, sampleRateHz } = await readAudioFile(convert(name, ...options))
  expect(Math.abs(samples.length / sampleRateHz - 2)).toBeLessThan(0.1)
  expect(Math.abs(20 * Math.log10(rootMeanSquare(samples) / (8000 / 2 ** 15 / Math.SQRT2)))).toBeLessThan(0.5)
})

test.skipIf(!hasFfmpeg)('channels are averaged', async () => {
  const path = convert('stereo.ogg', '-af', 'pan=stereo|c0=c0|c1=0*c0', '-c:a', 'libvorbis', '-q:a', '8')
  const { samples } = await readAudioFile(path)
  expect(rootMeanSquare(samples) / (8000 / 2 ** 15 / Math.SQRT2)).toBeCloseTo(0.5, 1)
})

test('what is no recording is refused with its reason', async () => {
  expect(await refusal(join(folder, 'absent.wav'))).toBe('not_found')
  mkdirSync(join(folder, 'a-folder.wav'))
  expect(await refusal(join(folder, 'a-folder.wav'))).toBe('not_found')
  expect(await refusal(write('empty.wav', new Uint8Array(0)))).toBe('no_samples')
  expect(await refusal(write('only-a-header.wav', writeWav16(new Int16Array(0), rate)))).toBe('no_samples')
  expect(await refusal(write('cut-header.wav', writeWav16(tone, rate).subarray(0, 30)))).toBe('decode_failed')
  expect(await refusal(write('slow.wav', writeWav16(tone, 1)))).toBe('unsupported_format')
  const flac = readFileSync(join(fixtures, 'flac/mono-8.flac'))
  expect(await refusal(write('cut.flac', flac.subarray(0, flac.length - 20)))).toBe('decode_failed')
})

test('a FLAC header that claims hours is refused', async () => {
  const flac = readFileSync(join(fixtures, 'flac/mono-8.flac'))
  flac[22] = 0x7f
  expect(await refusal(write('hours.flac', flac))).toBe('too_long')
})

test.skipIf(!hasFfmpeg)('a webm header that claims hours is refused', async () => {
  const webm = readFileSync(convert('claims.webm', '-c:a', 'libopus'))
  const at = webm.indexOf(Uint8Array.of(0x44, 0x89, 0x88)) // Duration, a number of eight bytes, in ms
  expect(at).toBeGreaterThan(0)
  webm.writeDoubleBE(3 * 3600 * 1000, at + 3)
  expect(await refusal(write('hours.webm', webm))).toBe('too_long')
})

test.skipIf(!hasFfmpeg)('neither noise nor a playlist of other files is decoded', async () => {
  expect(await refusal(write('garbage.webm', new TextEncoder().encode('nothing that ffmpeg knows')))).toBe(
    'decode_failed',
  )
  const tonePath = convert('listed.mp3')
  expect(await refusal(write('list.m3u8', new TextEncoder().encode(`#EXTM3U\n#EXTINF:2,\n${tonePath}\n`)))).toBe(
    'decode_failed',
  )
  const concat = `ffconcat version 1.0\nfile 'listed.mp3'\n`
  expect(await refusal(write('list.ffconcat', new TextEncoder().encode(concat)))).toBe('decode_failed')
})
