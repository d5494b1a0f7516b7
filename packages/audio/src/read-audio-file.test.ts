import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Offset of the duration in a webm file: a number of eight bytes, in ms. */
function durationAt(webm: Buffer): number {
  const at = webm.indexOf(Uint8Array.of(0x44, 0x89, 0x88))
  expect(at).toBeGreaterThan(0)
  return at
}

function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

test('reads a WAV file of several blocks, with text chunks before and after the samples', async () => {
  const long = Int16Array.from({ length: 600_001 }, (_, i) => (i * 7919) % 30_000)
  const wav = writeWav16(long, 44_100)
  const words = new Uint8Array([...new TextEncoder().encode('LIST'), 3, 0, 0, 0, 1, 2, 3, 0])
  const path = write('long.wav', Uint8Array.from([...wav.subarray(0, 36), ...words, ...wav.subarray(36), ...words]))
  const { samples, sampleRateHz } = await readAudioFile(path)
  expect(sampleRateHz).toBe(44_100)
  expect(samples).toEqual(Float32Array.from(long, (sample) => sample / 2 ** 15))
})

test('reads the available samples of a WAV file that is cut off or states no length', async () => {
  const wav = writeWav16(tone, rate)
  new DataView(wav.buffer).setUint32(40, 0xffff_ffff, true)
  expect((await readAudioFile(write('cut.wav', wav.subarray(0, 44 + 1001)))).samples.length).toBe(500)
})

test.skipIf(!hasFfmpeg).each(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'])(
  'reads WAV of %s in two channels bit for bit',
  async (codec) => {
    const { samples } = await readAudioFile(convert(`${codec}.wav`, '-c:a', codec, '-af', 'pan=stereo|c0=c0|c1=c0'))
    expect(samples.length).toBe(tone.length)
    const step = codec === 'pcm_u8' ? 2 ** -7 : 2 ** -15
    expect(samples.every((sample, i) => Math.abs(sample - tone[i]! / 2 ** 15) <= step)).toBe(true)
  },
)

test('reads FLAC without ffmpeg', async () => {
  const { samples } = await readAudioFile(join(fixtures, 'flac/mono-8.flac'))
  expect(samples).toEqual((await readAudioFile(join(fixtures, 'flac/mono-8.wav'))).samples)
})

test.skipIf(!hasFfmpeg).each([
  ['tone.webm', ['-c:a', 'libopus']],
  ['tone.ogg', ['-c:a', 'libvorbis']],
  ['opus.ogg', ['-c:a', 'libopus']],
  ['tone.m4a', ['-c:a', 'aac']],
  ['tone.mp3', []],
  ['tone.mp4', ['-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov']],
  ['tone.aac', ['-c:a', 'aac']],
  ['tone.aiff', []],
  ['flac.ogg', ['-c:a', 'flac']],
  ['rf64.wav', ['-rf64', 'always']],
  ['tone.w64', []],
  ['a-law.wav', ['-c:a', 'pcm_alaw']],
])('decodes %s with the length and the level of the original', async (name, options) => {
  const { samples, sampleRateHz } = await readAudioFile(convert(name, ...options))
  // Without an edit list, AAC keeps the two frames that its encoder inserts at the start.
  expect(Math.abs(samples.length / sampleRateHz - 2)).toBeLessThan(0.15)
  expect(Math.abs(20 * Math.log10(rootMeanSquare(samples) / (8000 / 2 ** 15 / Math.SQRT2)))).toBeLessThan(0.5)
})

test.skipIf(!hasFfmpeg)('averages the channels', async () => {
  const path = convert('stereo.ogg', '-af', 'pan=stereo|c0=c0|c1=0*c0', '-c:a', 'libvorbis', '-q:a', '8')
  const { samples } = await readAudioFile(path)
  expect(rootMeanSquare(samples) / (8000 / 2 ** 15 / Math.SQRT2)).toBeCloseTo(0.5, 1)
})

test('refuses a file that is not a recording, with the reason', async () => {
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

test('refuses a FLAC header that claims hours', async () => {
  const flac = readFileSync(join(fixtures, 'flac/mono-8.flac'))
  flac[22] = 0x7f
  expect(await refusal(write('hours.flac', flac))).toBe('too_long')
})

test.skipIf(!hasFfmpeg)('refuses a webm header that claims hours', async () => {
  const webm = readFileSync(convert('claims.webm', '-c:a', 'libopus'))
  const at = durationAt(webm)
  webm.writeDoubleBE(3 * 3600 * 1000, at + 3)
  expect(await refusal(write('hours.webm', webm))).toBe('too_long')
})

test.skipIf(!hasFfmpeg)('refuses a recording that is too long, even if its header states no length', async () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:n=8000', '-t', '5401', '-c:a', 'flac']
  const { stdout } = spawnSync('ffmpeg', ['-v', 'error', ...silence, '-f', 'matroska', 'pipe:1'], { maxBuffer: 1e9 })
  const at = durationAt(stdout)
  stdout.set([0xec, 0x89], at) // the duration becomes a gap of nine bytes
  expect(await refusal(write('endless.mkv', stdout))).toBe('too_long')
})

test.skipIf(!hasFfmpeg)('refuses a container without samples', async () => {
  for (const name of ['empty.ogg', 'empty.m4a', 'empty.mp3', 'empty.webm']) {
    const path = convert(name, '-t', '0')
    expect(['no_samples', 'decode_failed'], name).toContain(await refusal(path))
  }
})

test.skipIf(!hasFfmpeg)('reads the available part of a recording that is cut off', async () => {
  const whole = readFileSync(convert('whole.webm', '-c:a', 'libopus'))
  const { samples, sampleRateHz } = await readAudioFile(write('part.webm', whole.subarray(0, whole.length / 2)))
  expect(samples.length / sampleRateHz).toBeGreaterThan(0.5)
  expect(samples.length / sampleRateHz).toBeLessThan(1.5)
})

test.skipIf(!hasFfmpeg)('reads a file whose name looks like an option, a pattern or a protocol of ffmpeg', async () => {
  const bytes = readFileSync(convert('named.mp3'))
  const before = process.cwd()
  process.chdir(folder)
  try {
    for (const name of ['-i.mp3', 'concat:a|b.mp3', '%03d.mp3', 'http:x.mp3', "it's; echo.mp3"]) {
      write(name, bytes)
      expect((await readAudioFile(name)).samples.length, name).toBeGreaterThan(rate)
    }
  } finally {
    process.chdir(before)
  }
})

test.skipIf(!hasFfmpeg)('refuses random bytes and playlists of other files', async () => {
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

test.skipIf(!hasFfmpeg)('no file makes ffmpeg connect to the network', async () => {
  const tonePath = convert('called.mp3')
  let calls = 0
  const server = createServer((_, response) => {
    calls++
    response.end(readFileSync(tonePath))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/called.mp3`
  const hostile = {
    'hls.webm': `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${url}\n#EXT-X-ENDLIST\n`,
    'concat.ogg': `ffconcat version 1.0\nfile '${url}'\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>${url}</BaseURL></MPD>`,
    'session.sdp': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`,
    'smil.mp3': `<smil><body><audio src="${url}"/></body></smil>`,
  }
  for (const [name, text] of Object.entries(hostile))
    expect(await refusal(write(name, new TextEncoder().encode(text))), name).toBe('decode_failed')
  server.close()
  expect(calls).toBe(0)
})
