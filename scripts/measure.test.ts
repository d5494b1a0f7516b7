import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const vowel = join(root, 'packages/speech/fixtures/vowel_50_a_f102.wav')
const short = join(root, 'packages/speech/fixtures/vowelx_short.wav')

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const printed = await promisify(execFile)(process.execPath, [join(root, 'scripts/measure.ts'), ...args])
    return { code: 0, ...printed }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

test('prints each file’s measures, null for a missing one, and the reason on standard error', async () => {
  const { code, stdout, stderr } = await run('--functions', 'timing,voice_quality', vowel, short)
  expect(code).toBe(0)
  const measures = JSON.parse(stdout) as Record<string, Record<string, number | null>>
  expect(Object.keys(measures)).toEqual([vowel, short])
  expect(measures[short]).toMatchObject({ duration_s: 1, tremor_rate_hz: null })
  expect(measures[vowel]).not.toHaveProperty('f0_mean_hz')
  expect(stderr).toContain(`${short}: tremor_rate_hz: too_short\n`)
})

test('names a missing file and measures the others', async () => {
  const { code, stdout, stderr } = await run('--functions', 'timing', '/no/such.wav', short, import.meta.filename)
  expect(code).toBe(1)
  expect(Object.keys(JSON.parse(stdout) as object)).toEqual([short])
  expect(stderr).toContain('/no/such.wav: not_found')
  expect(stderr).toMatch(/measure\.test\.ts: (decode_failed|ffmpeg_missing)/)
})

test('prints an object even if no file can be read', async () => {
  const { code, stdout } = await run('--functions', 'timing', '/no/such.wav', import.meta.filename)
  expect({ code, measures: JSON.parse(stdout) as unknown }).toEqual({ code: 1, measures: {} })
})

test('names a missing file and measures the others in a table, too', async () => {
  const { code, stdout, stderr } = await run('--csv', '--functions', 'timing', '/no/such.wav', short)
  expect(code).toBe(1)
  expect(stdout.split('\n').map((line) => line.split(',')[0])).toEqual(['file', short, ''])
  expect(stderr).toContain('/no/such.wav: not_found')
})

test('writes a name with a comma and a quotation mark as one cell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonema-measure-'))
  const odd = join(folder, 'one, "two".wav')
  copyFileSync(short, odd)
  const { stdout } = await run('--csv', '--functions', 'timing', odd)
  rmSync(folder, { recursive: true })
  expect(stdout.split('\n')[1]!.startsWith(`"${join(folder, 'one, ""two"".wav')}",`)).toBe(true)
})

test.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)('measures a compressed file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonema-measure-'))
  const webm = join(folder, 'vowel.webm')
  spawnSync('ffmpeg', ['-v', 'error', '-i', vowel, '-c:a', 'libopus', webm])
  const { code, stdout } = await run('--functions', 'prosody', webm, vowel)
  rmSync(folder, { recursive: true })
  expect(code).toBe(0)
  const measures = JSON.parse(stdout) as Record<string, Record<string, number>>
  expect(measures[webm]!.f0_median_hz! / measures[vowel]!.f0_median_hz!).toBeCloseTo(1, 2)
})

test('prints a table', async () => {
  const { stdout } = await run('--csv', '--functions', 'timing', short, vowel)
  const [head, first, second, rest] = stdout.split('\n')
  expect(head!.split(',').slice(0, 3)).toEqual(['file', 'articulation_rate_syl_per_s', 'asd_s_per_syl'])
  expect(first!.split(',')).toHaveLength(head!.split(',').length)
  expect(second!.startsWith(`${vowel},`)).toBe(true)
  expect(rest).toBe('')
})

test.each([[[]], [['--functions', 'palmistry', short]], [['--unknown', short]]])(
  'refuses arguments %j and lists the known ones',
  async (args) => {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('recording_quality, timing')
  },
)

test('prints the AVQI of a pair with its components', async () => {
  const speech = join(root, 'packages/speech/fixtures/avqi_read_en_1_klatt4.flac')
  const { code, stdout } = await run('--vowel-part', 'last', '--avqi', speech, vowel)
  expect(code).toBe(0)
  const index = JSON.parse(stdout) as Record<string, number>
  expect(Math.abs(index.avqi! - 3.650221)).toBeLessThan(0.05)
  expect(Object.keys(index)).toEqual(
    expect.arrayContaining(['cpps', 'hnr', 'shimmer_pct', 'shimmer_db', 'slope', 'tilt', 'voiced_s']),
  )
})

test.each([
  [['--avqi', vowel], 2, 'two files'],
  [['--avqi', '--vowel-part', 'first', vowel, vowel], 2, 'unknown part of the vowel: first'],
  [['--avqi', '/no/such.wav', vowel], 1, 'not_found'],
  [['--avqi', join(root, 'packages/speech/fixtures/avqi_read_pt_2_m7.flac'), vowel], 1, '48000 and 16000 Hz'],
])('refuses %j for an index', async (words, status, message) => {
  const { code, stdout, stderr } = await run(...words)
  expect([code, stdout]).toEqual([status, ''])
  expect(stderr).toContain(message)
})
