// npm run -s tool -- transcript-convert FILE --to textgrid --seconds 12.5 [--language es] [--hide-names]
//
// Reads a transcript of any format, and prints it in another one. `--seconds` is the length of the recording. What the
// formats cannot hold goes to standard error.
import { readFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type TranscriptFormat, transcriptFormats } from '@fonema/contract'
import { readTranscript, writeTranscript } from '@fonema/transcript-exchange'
import { hiddenWords, masked } from '@fonema/transcript-exchange/hidden'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    seconds: { type: 'string' },
    language: { type: 'string', default: 'es' },
    'hide-names': { type: 'boolean', default: false },
  },
})
const [file] = positionals
const { language } = values
const format = transcriptFormats.find((name) => name === values.to)
const duration = Number(values.seconds)
if (file === undefined || format === undefined || !(duration > 0)) {
  console.error(
    `Usage: npm run -s tool -- transcript-convert FILE --to ${transcriptFormats.join('|')} --seconds LENGTH`,
  )
  process.exitCode = 2
} else convert(file, format)

function convert(path: string, to: TranscriptFormat) {
  const read = readTranscript(readFileSync(path), duration)
  const words = values['hide-names'] ? masked(read.words, hiddenWords(read.words, language)) : read.words
  const written = writeTranscript(to, { words, duration, language, made: new Date() })
  for (const { code, count } of [...read.losses, ...written.losses]) console.error(`${code}: ${count}`)
  writeSync(1, written.text)
}
