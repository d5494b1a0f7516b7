// npm run tool -- invented-words: how many words the demonstration's recogniser writes where nobody speaks, how many of them
// are marked as not heard, and how many words of speech are marked although somebody said them.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measure, noFunctionWords, readWav, trustedVoice } from '@fonema/speech'
import { readModel } from '../apps/server/src/analysis/transcription/model.ts'
import {
  makeNotSpeech,
  notSpeechKinds,
  notSpeechRateHz,
} from '../apps/server/src/analysis/transcription/not-speech.fixture.ts'
import { loadSherpa } from '../apps/server/src/analysis/transcription/sherpa.ts'
import { loadVoiceFinder } from '../apps/server/src/analysis/transcription/voice-activity.ts'

const { values } = parseArgs({
  options: { clips: { type: 'string', default: '1000' }, from: { type: 'string', default: '0' } },
})
const root = path.dirname(import.meta.dirname)
const fixtures = path.join(root, 'apps/server/src/analysis/transcription/fixtures')
const model = await readModel(path.join(root, 'packages/content/demo/model'))
if (model === undefined) throw new Error('the demonstration has no model')
const recognise = await loadSherpa(model, 'es')
const findVoice = await loadVoiceFinder()
if (findVoice === undefined) throw new Error('the network that finds the voice does not run here')

const wordsOf = (samples: Float32Array) => {
  const sounding = measure(samples, notSpeechRateHz, ['timing']).timing?.data?.sounding ?? []
  return recognise(samples, notSpeechRateHz, {
    sounding,
    voice: trustedVoice(findVoice(samples, notSpeechRateHz), sounding),
    functionWords: noFunctionWords,
  }).words
}

console.log('sound      clips  with words  words  not marked')
let notMarked = 0
for (const kind of notSpeechKinds) {
  const clips = Math.ceil(Number(values.clips) / notSpeechKinds.length)
  const found = []
  for (let clip = 0; clip < clips; clip++) found.push(wordsOf(makeNotSpeech(kind, Number(values.from) + clip)))
  const words = found.flat()
  const kept = words.filter(({ doubt }) => doubt === undefined).length
  notMarked += kept
  const wordy = found.filter(({ length }) => length > 0).length
  console.log([kind.padEnd(9), pad(clips, 6), pad(wordy, 11), pad(words.length, 6), pad(kept, 11)].join(' '))
}

type Truth = { wav: string; text: string }
const truths = JSON.parse(await readFile(path.join(fixtures, 'transcripts.json'), 'utf8')) as Truth[]
let said = 0
let lost = 0
for (const { wav } of truths) {
  const speech = readWav(await readFile(path.join(fixtures, wav))).samples
  for (const [seed, kind] of notSpeechKinds.entries()) {
    // Sound without speech, then speech.
    const before = makeNotSpeech(kind, seed)
    const both = new Float32Array(before.length + speech.length)
    both.set(before)
    both.set(speech, before.length)
    const words = wordsOf(both)
    const spoken = words.filter(({ start }) => (start ?? 0) >= before.length / notSpeechRateHz)
    said += spoken.length
    lost += spoken.filter(({ doubt }) => doubt !== undefined).length
  }
}
console.log(`${notMarked} invented words are not marked; ${lost} of ${said} words that were said are marked`)

function pad(value: number, width: number) {
  return String(value).padStart(width)
}
