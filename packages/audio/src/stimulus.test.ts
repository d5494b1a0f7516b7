import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWav16 } from '@fonema/speech'
import { afterAll, expect, test } from 'vitest'
import { convertSound, convertVideo } from './stimulus.ts'

const folder = mkdtempSync(join(tmpdir(), 'fonema-stimulus-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const rate = 16_000

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const tone = (amplitude: number) =>
  writeWav16(
    Int16Array.from({ length: 2 * rate }, (_, i) => amplitude * Math.sin((2 * Math.PI * 1000 * i) / rate)),
    rate,
  )

function measured(path: string): number {
  const { stderr } = spawnSync('ffmpeg', [
    '-hide_banner',
    '-i',
    path,
    '-map',
    '0:a',
    '-af',
    'ebur128',
    '-f',
    'null',
    '-',
  ])
  return Number([...stderr.toString().matchAll(/I:\s+(-[\d.]+) LUFS/g)].at(-1)![1])
}

test.skipIf(!hasFfmpeg)('quiet and loud speech become equally loud', async () => {
  const speech = join(import.meta.dirname, '../../content/media/audio/sentence.es-ES.mp3')
  for (const gain of [-20, 6]) {
    const source = join(folder, `${gain}.wav`)
    spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', speech, '-af', `volume=${gain}dB`, source])
    const target = join(folder, `${gain}.mp3`)
    await convertSound(source, target)
    expect(Math.abs(measured(target) + 23), `${gain}`).toBeLessThan(0.5)
  }
})

test.skipIf(!hasFfmpeg)('a video is scaled, its sound normalised and its metadata removed', async () => {
  const source = join(folder, 'source.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080:rate=5:duration=1']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=1000:duration=1', '-metadata', 'title=secret']
  spawnSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, source])
  const target = join(folder, 'target.webm')
  expect(await convertVideo(source, target)).toMatchObject({ width: 1280, height: 720 })
  expect(Math.abs(measured(target) + 23)).toBeLessThan(1)
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'format_tags', target])
  expect(stdout.toString()).not.toContain('secret')
})

test.skipIf(!hasFfmpeg)('silence, pictures, playlists and too long sounds are refused', async () => {
  const target = join(folder, 'refused.mp3')
  const refusal = async (path: string, convert = convertSound) =>
    convert(path, target).catch(({ code }: { code: string }) => code)
  expect(await refusal(write('silent.wav', tone(0)))).toBe('no_samples')
  expect(await refusal(write('tone.wav', tone(3000)), convertVideo)).toBe('decode_failed')
  expect(await refusal(write('text.mp3', new TextEncoder().encode('#EXTM3U\n/etc/passwd\n')))).toBe('decode_failed')
  expect(await refusal(write('svg.mp3', new TextEncoder().encode('<svg onload="x"/>')))).toBe('decode_failed')
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '901', join(folder, 'long.flac')]
  spawnSync('ffmpeg', ['-v', 'error', '-y', ...silence])
  expect(await refusal(join(folder, 'long.flac'))).toBe('too_long')
  expect(() => statSync(target)).toThrow()
})
