// Measures the CPU seconds of each part of an analysis for one second of speech: `npm run tool -- bench-parts`. Each
// function is measured alone, so shared parts count for each. The recogniser has the demonstration's model. Run by
// hand.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { type FunctionName, functionVersions, measure, measureLexical, noFunctionWords, readWav } from '@fonema/speech'
import { readModel } from '../apps/server/src/analysis/transcription/model.ts'
import { loadSherpa } from '../apps/server/src/analysis/transcription/sherpa.ts'
import { loadVoiceFinder } from '../apps/server/src/analysis/transcription/voice-activity.ts'

const seconds = 60
const root = path.join(import.meta.dirname, '..')
const phrase = readWav(readFileSync(path.join(root, 'apps/server/src/analysis/transcription/fixtures/es_numbers.wav')))
const rate = phrase.sampleRateHz
const speech = Float32Array.from({ length: seconds * rate }, (_, i) => phrase.samples[i % phrase.samples.length]!)

async function printTime(what: string, work: () => unknown) {
  await work() // compiles the code
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  console.log(`${what.padEnd(20)} ${((user + system) / 1e6 / seconds).toFixed(5)}`)
}

console.log(`CPU seconds for a second of speech at ${rate} Hz (load of the machine: ${loadavg()[0]?.toFixed(1)})`)
for (const name of Object.keys(functionVersions) as FunctionName[])
  await printTime(name, () => measure(speech, rate, [name]))
const model = await readModel(path.join(root, 'packages/content/demo/model'))
if (model === undefined) throw new Error('the demonstration has no model')
const recognise = await loadSherpa(model, 'es')
const sounding = measure(speech, rate, ['timing']).timing?.data?.sounding ?? []
const findVoice = await loadVoiceFinder()
let voice = sounding
await printTime('voice', () => {
  voice = findVoice?.(speech, rate) ?? sounding
})
let text = ''
await printTime('transcript', () => {
  text = recognise(speech, rate, { sounding, voice, functionWords: noFunctionWords }).text
})
const lists = {
  stopWords: new Set<string>(),
  fillers: new Set<string>(),
  doubtfulFillers: new Set<string>(),
  elisions: [],
}
await printTime('lexical', () =>
  measureLexical(text, { lists, speechSpanS: seconds, phonationS: seconds, reference: null }),
)
