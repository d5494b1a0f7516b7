// npm run bench [-- --seconds 10,60,300 --rates 16000,44100 --runs 5 --no-praat --each --list]
// Prints CPU seconds per second of audio, without the start-up of the process and its compilation: all functions
// together, Praat on the same files in turns with ours (package `praat`), and how many times as long Praat takes. Each
// number is a median of `runs`; Praat runs once above 10 s and not at all above a minute. Then the peak memory for ten
// minutes. `--each` adds every function alone, `--list` the list of participants beside a bare handler (bench-list.ts).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type FunctionName, functionVersions, readWav, writeWav16 } from '@fonema/speech'
import { childOptions } from '../apps/server/src/analysis/compiled.ts'
import { resample } from '../packages/speech/src/resample.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seconds: { type: 'string', default: '10,60,300' },
    rates: { type: 'string', default: '16000,44100' },
    runs: { type: 'string', default: '5' },
    praat: { type: 'boolean', default: true },
    each: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const numbers = (list: string) => list.split(',').map(Number)
const names = Object.keys(functionVersions) as FunctionName[]
const fixtures = join(import.meta.dirname, '../packages/speech/fixtures')
const praatScript = join(import.meta.dirname, 'bench.praat')
const hasPraat = values.praat && spawnSync('praat', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'fonema-bench-'))

/** Speech, syllables and vowels, repeated. */
function writeMaterial(rateHz: number, lengthS: number): string {
  const parts = readdirSync(fixtures)
    .filter((file) => file.endsWith('.wav'))
    .map((file) => {
      const { samples, sampleRateHz } = readWav(readFileSync(join(fixtures, file)))
      return resample(samples, sampleRateHz, rateHz)
    })
  const material = new Int16Array(rateHz * lengthS)
  let at = 0
  for (let i = 0; at < material.length; i++) {
    const part = parts[i % parts.length]!.subarray(0, material.length - at)
    for (let k = 0; k < part.length; k++) material[at + k] = Math.max(-32768, Math.min(32767, part[k]! * 32768))
    at += part.length
  }
  const file = join(folder, `${rateHz}-${lengthS}.wav`)
  writeFileSync(file, writeWav16(material, rateHz))
  return file
}

/** In a fresh process with the worker's options, so that none benefits from code compiled by another. */
function measureAlone(file: string, functions: readonly FunctionName[]): { cpuS: number; peakMiB: number } {
  const script = join(import.meta.dirname, 'bench-one.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [...childOptions, script, file, functions.join(',')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as { cpuS: number; peakMiB: number }
}

/** User and system time of a run of Praat. */
function praatCpu(...args: readonly string[]): number {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time praat --run "$@" >/dev/null', 'bash', praatScript, ...args]
  const { stderr, status } = spawnSync('bash', timed, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return user! + system!
}

const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new RangeError('--runs is a whole number from 1 on')
const median = (sorted: readonly number[]) =>
  (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
const medianOf = (count: number, run: () => number) => median(Array.from({ length: count }, run).sort((a, b) => a - b))
/** Praat takes more than ten times as long, and its time per second hardly depends on the length. */
const praatRuns = (lengthS: number) => (!hasPraat || lengthS > 60 ? 0 : lengthS > 10 ? 1 : runs)

const each = values.each ? names : []
const note = hasPraat ? '' : ' (Praat is not installed or not requested)'
console.log(`CPU seconds per second of audio, medians of ${runs}${note}\n`)
const columns = ['all', ...(hasPraat ? ['Praat', 'Praat / all'] : []), ...each]
console.log(`| Rate, Hz | Length, s | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 2)}`)
const praatStartS = hasPraat ? medianOf(runs, () => praatCpu('', '0')) : 0
for (const rateHz of numbers(values.rates)) {
  for (const lengthS of numbers(values.seconds)) {
    const file = writeMaterial(rateHz, lengthS)
    const ours: number[] = []
    const praat: number[] = []
    // In turns, so that both meet the same load.
    for (let run = 0; run < runs; run++) {
      ours.push(measureAlone(file, names).cpuS)
      if (run < praatRuns(lengthS)) praat.push(praatCpu(file, '1') - praatStartS)
    }
    const perSecond = (seconds: number[]) => median(seconds.sort((a, b) => a - b)) / lengthS
    const all = perSecond(ours)
    const theirs = perSecond(praat)
    const peer = praat.length === 0 ? ['—', '—'] : [theirs.toFixed(3), (theirs / all).toFixed(1)]
    const alone = each.map((name) => (medianOf(runs, () => measureAlone(file, [name]).cpuS) / lengthS).toFixed(4))
    console.log(`| ${rateHz} | ${lengthS} | ${[all.toFixed(4), ...(hasPraat ? peer : []), ...alone].join(' | ')} |`)
  }
}
const { cpuS, peakMiB } = measureAlone(writeMaterial(44_100, 600), names)
console.log(`\nTen minutes at 44100 Hz, all: ${cpuS.toFixed(1)} s of CPU, ${Math.round(peakMiB)} MiB peak memory`)
rmSync(folder, { recursive: true })
if (values.list) {
  console.log('\nThe list of participants, compared with a bare handler with the same SQL:')
  spawnSync(process.execPath, [join(import.meta.dirname, 'bench-list.ts')], { stdio: 'inherit' })
}
