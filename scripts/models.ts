/**
 * `npm run tool -- models list | download [NAME] | verify [NAME]`: manages the recognisers of this installation on a
 * machine without a browser. A running server finds a downloaded one within a minute.
 */
import path from 'node:path'
import {
  bytesOf,
  hasChecksums,
  type ModelEntry,
  readModelCatalogue,
} from '../apps/server/src/analysis/models/catalogue.ts'
import { DownloadError, defaultNetwork } from '../apps/server/src/analysis/models/download-file.ts'
import { checkModel, downloadModel, type ModelPhase } from '../apps/server/src/analysis/models/download-model.ts'
import { modelsFolder } from '../apps/server/src/analysis/transcription/transcriber.ts'
import { ConfigError, defaultModel, readConfig } from '../apps/server/src/config.ts'

const contentFolder = path.join(import.meta.dirname, '../packages/content')
const usage = 'Usage: npm run tool -- models list | download [NAME] | verify [NAME]'

const problems: Record<string, string> = {
  absent: 'not there',
  no_space: 'there is not enough free space (for the model and 0.5 GB in reserve)',
  not_writable: 'the data folder cannot be written to',
  not_found: 'the file is no longer at its address; set MODELS_URL to a mirror',
  refused: 'the server refuses the download; set MODELS_URL to a mirror',
  server_error: 'the server answers with errors; try again later, the download resumes',
  connection_lost: 'the connection was lost repeatedly; try again, the download resumes',
  wrong_size: 'the file on the server does not have the size in the catalogue',
  wrong_checksum: 'the checksum of the downloaded file differs from the catalogue; the file was deleted',
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const say = (line: string) => process.stdout.write(`${line}\n`)

async function stateOf(entry: ModelEntry, folder: string, reads: boolean): Promise<{ isRight: boolean; text: string }> {
  const found = await checkModel(entry, folder, reads)
  if (found.problem !== undefined)
    return { isRight: false, text: `${problems[found.problem]}${found.file === undefined ? '' : ` (${found.file})`}` }
  if (found.isChecked) return { isRight: true, text: 'ready, checked against published checksums' }
  return { isRight: true, text: 'ready, not checked against a published checksum' }
}

/** One line that is overwritten on a terminal; elsewhere a line for every tenth. */
function createProgress(total: number) {
  let shown = -1
  return (phase: ModelPhase, done: number) => {
    const percent = phase === 'downloading' ? Math.floor((100 * done) / total) : 0
    if (phase !== 'downloading' || percent === shown) return
    if (process.stdout.isTTY) process.stdout.write(`\r${megabytes(done)} of ${megabytes(total)}, ${percent} % `)
    else if (percent % 10 === 0) say(`${percent} %`)
    shown = percent
  }
}

async function download(entry: ModelEntry, folder: string) {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  say(`${entry.title}, ${megabytes(bytesOf(entry))}, ${entry.licence}: ${entry.url}`)
  if (!hasChecksums(entry)) say('No checksum of this model is published, so the download cannot be verified.')
  const onProgress = createProgress(bytesOf(entry))
  await downloadModel(entry, { folder, network: defaultNetwork, signal: stopping.signal, onProgress })
  if (process.stdout.isTTY) say('')
}

async function run([command, name]: string[]): Promise<boolean> {
  const config = await readConfig(process.env)
  const models = await readModelCatalogue({ contentFolder, ...config.models })
  const folder = modelsFolder(config.dataDir)
  if (command === 'list') {
    for (const entry of models) {
      const { text } = await stateOf(entry, folder, false)
      say(`${entry.name.padEnd(16)} ${megabytes(bytesOf(entry)).padStart(8)}  ${entry.licence.padEnd(12)} ${text}`)
    }
    return true
  }
  if (command !== 'download' && command !== 'verify') throw new ConfigError(usage)
  const chosen = name ?? (config.transcriber.kind === 'sherpa' ? config.transcriber.model : defaultModel)
  const entry = models.find((one) => one.name === chosen)
  if (entry === undefined)
    throw new ConfigError(`Unknown model ${chosen}; choose one of ${models.map((one) => one.name).join(', ')}.`)
  if (command === 'download') await download(entry, folder)
  const { isRight, text } = await stateOf(entry, folder, true)
  say(`${entry.name}: ${text}`)
  return isRight
}

try {
  if (!(await run(process.argv.slice(2)))) process.exitCode = 1
} catch (error) {
  if (error instanceof DownloadError) say(`\n${problems[error.code] ?? error.code}`)
  else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else if ((error as Error).name === 'AbortError') say('\nStopped. The next download resumes here.')
  else throw error
  process.exitCode = 1
}
