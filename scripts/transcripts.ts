// npm run -s tool -- transcripts [--model NAME] [--clips 25]: how accurate a recogniser is on constructed speech, whose words
// and times are known: espeak-ng counts and names animals with filled pauses, in four languages, with voices that the
// demonstration's recogniser was not trained on. Without --model, that recogniser; else a model in DATA_DIR.
// npm run -s tool -- transcripts --clinic: how accurate recognisers were on the transcripts that people confirmed.
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { OrganizationId, RecognitionAccuracy } from '@fonema/contract'
import {
  addComparisons,
  type Comparison,
  calibrationError,
  compareRecognition,
  fillerRecall,
  letterErrorRate,
  measure,
  noFunctionWords,
  proposeLimit,
  quantile,
  transcriptConfidence,
  trustedVoice,
  wordErrorRate,
} from '@fonema/speech'
import { sql } from 'kysely'
import { readModel } from '../apps/server/src/analysis/transcription/model.ts'
import { loadSherpa } from '../apps/server/src/analysis/transcription/sherpa.ts'
import { modelsFolder } from '../apps/server/src/analysis/transcription/transcriber.ts'
import { loadVoiceFinder } from '../apps/server/src/analysis/transcription/voice-activity.ts'
import { listAccuracy } from '../apps/server/src/analysis/trust/service.ts'
import { contentFolder } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openCatalogue } from '../apps/server/src/content/catalogue.ts'
import { readContent } from '../apps/server/src/content/files.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { ensureDebianPackages } from './debian-packages.mjs'
import { reachDatabase, reportError } from './reach-clinic.ts'
import {
  constructedKinds,
  constructedLanguages,
  constructedRateHz,
  constructSpeech,
} from './render/constructed-speech.ts'

class Refused extends Error {}

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    clips: { type: 'string', default: '25' },
    clinic: { type: 'boolean', default: false },
  },
})
const config = await readConfig(process.env)
const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))

const heads = ['texts', 'words', 'WER', 'CER', 'fillers', 'found', 'start, median', '95 %', 'ECE', 'limit']
const print = (group: string, cells: readonly string[]) =>
  process.stdout.write(
    `${group.padEnd(26)}${cells.map((cell, index) => cell.padStart(index === 6 ? 15 : 9)).join('')}\n`,
  )
const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)} %`)
const seconds = (value: number | null) => (value === null ? '-' : `${Math.round(1000 * value)} ms`)
const plain = (value: number | null) => (value === null ? '-' : value.toFixed(3))

async function measureModel(name: string | undefined) {
  const folder =
    name === undefined ? path.join(contentFolder, 'demo/model') : path.join(modelsFolder(config.dataDir), name)
  const model = await readModel(folder)
  if (model === undefined) throw new Refused(`There is no complete model in ${folder}.`)
  const missing = ensureDebianPackages([{ command: 'espeak-ng', package: 'espeak-ng' }])
  if (missing.length > 0) throw new Refused('espeak-ng is needed to construct speech.')
  const findVoice = await loadVoiceFinder()
  if (findVoice === undefined) throw new Refused('The network that finds the voice does not run here.')
  print(model.manifest.name, heads)
  const all: Compared[] = []
  for (const language of constructedLanguages) {
    const recognise = await loadSherpa(model, language)
    for (const kind of constructedKinds) {
      const compared = Array.from({ length: Number(values.clips) }, (_, number): Compared => {
        const { samples, said } = constructSpeech(language, kind, number)
        const sounding = measure(samples, constructedRateHz, ['timing']).timing?.data?.sounding ?? []
        const voice = trustedVoice(findVoice(samples, constructedRateHz), sounding)
        const { words } = recognise(samples, constructedRateHz, { sounding, voice, functionWords: noFunctionWords })
        const heard = words.filter(({ doubt }) => doubt === undefined)
        const comparison = compareRecognition(heard, said, catalogue.wordLists(language).fillers)
        return { comparison, confidence: transcriptConfidence(heard) }
      })
      print(`${language} ${kind}`, cellsOf(compared))
      all.push(...compared)
    }
  }
  print('all', cellsOf(all))
}

type Compared = { comparison: Comparison; confidence: number | null }

function cellsOf(compared: readonly Compared[]): string[] {
  const sum = addComparisons(compared.map(({ comparison }) => comparison))
  const errors = sum.startErrorsS.map(Math.abs).sort((a, b) => a - b)
  const limit = proposeLimit(
    compared.flatMap(({ confidence, comparison }) =>
      confidence === null ? [] : { confidence, errorRate: wordErrorRate(comparison) ?? 1 },
    ),
  )
  return [
    `${compared.length}`,
    `${sum.said}`,
    percent(wordErrorRate(sum)),
    percent(letterErrorRate(sum)),
    `${sum.fillers}`,
    percent(fillerRecall(sum)),
    seconds(quantile(errors, 0.5)),
    seconds(quantile(errors, 0.95)),
    plain(calibrationError(sum.judged)),
    plain(limit),
  ]
}

async function measureClinic() {
  const { url, stop } = await reachDatabase(config)
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const { rows } = await sql<{ id: OrganizationId }>`select audit_organizations() as id`.execute(database.shared)
    for (const { id } of rows) {
      const { name, groups } = await database.tenant(id, async (tx) => ({
        name: (await tx.selectFrom('organizations').select('name').executeTakeFirstOrThrow()).name,
        groups: await listAccuracy({ catalogue }, tx),
      }))
      print(name, heads)
      if (groups.length === 0) process.stdout.write('nobody confirmed a transcript of a recogniser yet\n')
      for (const group of groups) print(`${group.language} ${group.category}`, clinicCells(group))
    }
  } finally {
    await database.close()
    await stop()
  }
}

const clinicCells = (group: RecognitionAccuracy): string[] => [
  `${group.transcripts}`,
  `${group.words}`,
  percent(group.word_error_rate),
  percent(group.letter_error_rate),
  `${group.fillers}`,
  percent(group.filler_recall),
  // People correct words, not times.
  '-',
  '-',
  plain(group.calibration_error),
  plain(group.proposed_confidence),
]

try {
  await (values.clinic ? measureClinic() : measureModel(values.model))
} catch (error) {
  reportError(error, [Refused])
}
