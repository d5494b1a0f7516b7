// Writes docs/metrics.md and docs/measures from the descriptions in packages/speech and the accuracy of the last measurement.
// npm run tool -- docs-metrics             only the document
// npm run tool -- docs-metrics REFERENCE   measures the recordings in that folder (wav/, check.py), too
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAudioFile } from '@fonema/audio'
import { type FunctionName, functionVersions, measure } from '@fonema/speech'
import { cardDocuments } from './card-documents.ts'
import { type Accuracy, metricsDocument } from './metrics-document.ts'

const root = join(import.meta.dirname, '..')
const accuracyFile = join(root, 'docs/metrics-accuracy.json')

async function measureAccuracy(reference: string): Promise<Accuracy> {
  const measured: Record<string, Record<string, number>> = {}
  for (const file of readdirSync(join(reference, 'wav'))) {
    const { samples, sampleRateHz } = await readAudioFile(join(reference, 'wav', file))
    const results = Object.values(
      measure(samples, sampleRateHz, Object.keys(functionVersions) as FunctionName[], {
        fewestPeriods: 0,
      }),
    )
    measured[file] = Object.assign({}, ...results.map(({ scores }) => scores))
  }
  const temporary = mkdtempSync(join(tmpdir(), 'fonema-metrics-'))
  const candidate = join(temporary, 'candidate.json')
  writeFileSync(candidate, JSON.stringify(measured))
  const printed = execFileSync('python3', [join(reference, 'check.py'), reference, candidate, '-v'], {
    encoding: 'utf8',
  })
  rmSync(temporary, { recursive: true })
  return readCheck(printed)
}

/** Lines such as "ok   f0_mean_hz V: 45/46 inside, median 0.03 of the tolerance". */
function readCheck(printed: string): Accuracy {
  const accuracy: Accuracy = {}
  for (const line of printed.split('\n')) {
    const found = /^\S+\s+(\w+) (V|S|DDK): (\d+)\/(\d+) inside, median ([\d.]+) of the tolerance$/.exec(line)
    if (found === null) continue
    const [, name, group, inside, files, median] = found
    accuracy[name!] ??= {}
    accuracy[name!]![group as 'V'] = { inside: Number(inside), files: Number(files), median: Number(median) }
  }
  return accuracy
}

const [reference] = process.argv.slice(2)
if (reference !== undefined) {
  writeFileSync(accuracyFile, `${JSON.stringify(await measureAccuracy(reference), null, 2)}\n`)
}
const accuracy = JSON.parse(readFileSync(accuracyFile, 'utf8')) as Accuracy
writeFileSync(join(root, 'docs/metrics.md'), metricsDocument(accuracy))
mkdirSync(join(root, 'docs/measures'), { recursive: true })
for (const [name, text] of cardDocuments()) writeFileSync(join(root, 'docs/measures', name), text)
