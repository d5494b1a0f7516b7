// npm run tool -- textgrids [--count 1000 --seed 1]
//
// Writes random transcripts as TextGrids (long and short, UTF-8 and UTF-16), has Praat (Debian's package `praat`) read
// them and save them again, reads Praat's files, and compares the words.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { readTranscript, writeTextGrid } from '@fonema/transcript-exchange'
import fc from 'fast-check'
import { transcripts } from '../packages/transcript-exchange/src/words.fixture.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.count)
if (!(Number.isInteger(count) && count > 0)) throw new RangeError('--count is a whole number from 1 on')
if (spawnSync('praat', ['--version']).status !== 0) throw new Error('there is no Praat: apt-get install praat')

const script = join(import.meta.dirname, 'textgrids.praat')
const folder = mkdtempSync(join(tmpdir(), 'textgrids-'))
try {
  const all = fc.sample(transcripts(), { numRuns: count, seed: Number(values.seed) })
  const kinds = (['long', 'short'] as const).map((kind, k) => ({
    kind,
    from: join(folder, `${kind}-from`),
    to: join(folder, `${kind}-to`),
    isShort: k === 1,
  }))
  for (const { from, to } of kinds) for (const one of [from, to]) mkdirSync(one)
  const nameOf = (i: number) => `${String(i).padStart(6, '0')}.TextGrid`
  const kindOf = (i: number) => kinds[i % kinds.length]!
  for (const [i, transcript] of all.entries()) {
    const { from, isShort } = kindOf(i)
    const { text } = writeTextGrid(transcript, isShort)
    const isWide = i % 4 > 1
    writeFileSync(join(from, nameOf(i)), isWide ? Buffer.from(`\ufeff${text}`, 'utf16le') : text)
  }
  for (const { kind, from, to } of kinds) {
    const { status, stderr } = spawnSync('praat', ['--run', script, from, to, kind], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  let words = 0
  let different = 0
  for (const [i, transcript] of all.entries()) {
    const again = readTranscript(readFileSync(join(kindOf(i).to, nameOf(i))), transcript.duration)
    words += transcript.words.length
    if (isDeepStrictEqual(again.words, transcript.words)) continue
    different++
    console.error(`${nameOf(i)} differs`)
  }
  console.log(
    `${count} TextGrids with ${words} words through Praat and back: ${count - different} equal, ${different} different`,
  )
  process.exitCode = different === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
