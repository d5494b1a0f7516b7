// Measures recordings from the command line: npm run -s measure -- FILE…
// Prints {file: {measure: value}} and nothing else to standard output; reasons for missing values go to standard error.
// With --avqi, prints the Acoustic Voice Quality Index of one recording of speech and one of a vowel, and its components.
import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { AudioError, readAudioFile } from '@fonema/audio'
import { type FunctionName, functionVersions, measure, measureAvqi, type VowelPart } from '@fonema/speech'

const known = Object.keys(functionVersions) as FunctionName[]
const vowelParts: readonly VowelPart[] = ['middle', 'last']
const usage = `Usage: npm run -s measure -- [--functions ${known.slice(0, 2).join(',')}] [--csv] FILE…
       npm run -s measure -- --avqi [--vowel-part ${vowelParts.join('|')}] SPEECH VOWEL
Functions: ${known.join(', ')} (default: all)`

type Measures = Readonly<Record<string, number | null>>

function requireArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      functions: { type: 'string' },
      csv: { type: 'boolean', default: false },
      avqi: { type: 'boolean', default: false },
      'vowel-part': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const names = values.functions?.split(',').map((name) => name.trim()) ?? known
  const unknown = names.filter((name) => !known.includes(name as FunctionName))
  if (unknown.length > 0) throw new TypeError(`unknown function: ${unknown.join(', ')}`)
  if (positionals.length === 0 && !values.help) throw new TypeError('no file is given')
  const vowelPart = (values['vowel-part'] ?? vowelParts[0]) as VowelPart
  if (!vowelParts.includes(vowelPart)) throw new TypeError(`unknown part of the vowel: ${vowelPart}`)
  if (values.avqi && positionals.length !== 2 && !values.help)
    throw new TypeError('--avqi takes two files: continuous speech and a vowel')
  const { help, csv, avqi } = values
  return {
    help,
    csv,
    avqi,
    vowelPart,
    names: names as FunctionName[],
    files: avqi ? positionals : [...new Set(positionals)],
  }
}

/** Every value, as other programs print it: the product withholds jitter and shimmer of fewer than 100 periods. */
const withoutLimits = { fewestPeriods: 0 }

async function measureFile(file: string, names: readonly FunctionName[]): Promise<Measures> {
  const { samples, sampleRateHz } = await readAudioFile(file)
  const values: Record<string, number | null> = {}
  for (const { scores, missing } of Object.values(measure(samples, sampleRateHz, names, withoutLimits))) {
    Object.assign(values, scores)
    for (const [name, reason] of Object.entries(missing)) {
      values[name] = null
      console.error(`${file}: ${name}: ${reason}`)
    }
  }
  return values
}

/** Prints the index of one pair. A file that cannot be read, or two rates, is an error with a line. */
async function printAvqi([speechFile, vowelFile]: readonly string[], vowelPart: VowelPart) {
  try {
    const [speech, vowel] = [await readAudioFile(speechFile!), await readAudioFile(vowelFile!)]
    const index = measureAvqi(speech, vowel, vowelPart)
    if (index === null) throw new RangeError('too little voice for an index')
    print(`${JSON.stringify(index)}\n`)
  } catch (error) {
    if (!(error instanceof AudioError || error instanceof RangeError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Prints each file as soon as it is measured, so that no earlier results are kept in memory. */
const json = {
  begin: () => '{',
  file: (file: string, measures: Measures, first: boolean) =>
    `${first ? '' : ','}\n${JSON.stringify(file)}: ${JSON.stringify(measures)}`,
  end: () => '\n}\n',
}
const table = {
  begin: () => '',
  file: (file: string, measures: Measures, first: boolean) => {
    const names = Object.keys(measures).sort()
    const row = [quote(file), ...names.map((name) => measures[name] ?? '')].join(',')
    return `${first ? `file,${names.join(',')}\n` : ''}${row}\n`
  },
  end: () => '',
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Waits for a slow reader; otherwise output to a full pipe would be lost. */
function print(text: string) {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(1)
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

async function run() {
  const { help, csv, avqi, vowelPart, names, files } = requireArguments()
  if (help) return print(`${usage}\n`)
  if (avqi) return printAvqi(files, vowelPart)
  const format = csv ? table : json
  print(format.begin())
  let first = true
  for (const file of files) {
    try {
      const measures = await measureFile(file, names)
      print(format.file(file, measures, first))
      first = false
    } catch (error) {
      // A bug is shown with its stack; in both cases the other files are measured.
      console.error(`${file}:`, error instanceof AudioError ? error.message : error)
      process.exitCode = 1
    }
  }
  print(format.end())
}

try {
  await run()
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
}
