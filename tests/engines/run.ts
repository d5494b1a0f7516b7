// npm run test:all -- engines: plays the same journey in several browser engines and writes docs/browsers.md.
//   node tests/engines/run.ts [--runs 50] [chromium firefox webkit]   other numbers of takes, or only these engines
//   node tests/engines/run.ts --document                              only writes the page from the kept results
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startClinic } from '../e2e/start-server.ts'
import { openLine } from '../faults/proxy.ts'
import { renderBrowsers } from './document.ts'
import { playEngine } from './journey.ts'
import { chromium, firefox } from './puppeteer-engines.ts'
import { documentFile, keepResult, readResults } from './results.ts'
import { openMicrophone } from './virtual-microphone.ts'
import { webkit } from './webkit-engine.ts'

const engines = { chromium, firefox, webkit }
const isEngine = (name: string): name is keyof typeof engines => name in engines

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '50' }, document: { type: 'boolean', default: false } },
})
const chosen = values.document ? [] : positionals.length > 0 ? positionals : Object.keys(engines)
const worse: string[] = []
if (chosen.length > 0) await play()
writeFileSync(documentFile, renderBrowsers(readResults()))
for (const line of worse) console.error(`Worked before, and does not any more: ${line}`)
process.exit(worse.length > 0 ? 1 : 0)

async function play() {
  const clinic = await startClinic()
  const { hostname, port } = new URL(clinic.url)
  const line = await openLine({ host: hostname, port: Number(port) })
  try {
    for (const name of chosen) {
      if (!isEngine(name)) throw new Error(`There is no engine "${name}": ${Object.keys(engines).join(', ')}`)
      const microphone = await openMicrophone(engines[name].rateHz)
      const baseUrl = `http://127.0.0.1:${line.port}`
      const surroundings = { baseUrl, directUrl: clinic.url, line, microphone, runs: Number(values.runs) }
      const result = await playEngine(engines[name], surroundings).finally(microphone.close)
      worse.push(...keepResult(name, result).map((step) => `${result.engine}: ${step}`))
    }
  } finally {
    await line.close()
    await clinic.stop()
  }
}
