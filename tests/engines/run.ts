// npm run test:engines [-- --runs 50] [firefox webkit]: plays the same journey in several browser engines and
// writes docs/browsers.md and docs/browsers.json.
import { parseArgs } from 'node:util'
import { startClinic } from '../e2e/start-server.ts'
import { openLine } from '../faults/proxy.ts'
import { engines } from './engine.ts'
import { playEngine } from './journey.ts'
import { keepResult } from './results.ts'
import { openMicrophone } from './virtual-microphone.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '50' } },
})
const chosen = positionals.length > 0 ? positionals : Object.keys(engines)
const microphone = await openMicrophone()
const clinic = await startClinic()
const { hostname, port } = new URL(clinic.url)
const line = await openLine({ host: hostname, port: Number(port) })
try {
  for (const name of chosen) {
    const engine = engines[name]
    if (engine === undefined) throw new Error(`There is no engine "${name}": ${Object.keys(engines).join(', ')}`)
    const runs = Number(values.runs)
    const baseUrl = `http://127.0.0.1:${line.port}`
    keepResult(name, await playEngine(engine, { baseUrl, directUrl: clinic.url, line, microphone, runs }))
  }
} finally {
  await line.close()
  await clinic.stop()
  await microphone.close()
}
process.exit(0)
