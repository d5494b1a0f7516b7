// npm run test:faults [-- [--list] [--short] [--seed N] [area [scenario]]]: breaks the product on purpose, and counts
// which promises hold.
import { parseArgs } from 'node:util'
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs'
import { killBrowsers } from './browser/chromium.ts'
import { type Clinic, openClinic } from './clinic.ts'
import { databaseScenarios } from './database/scenarios.ts'
import { failoverScenarios } from './failover/scenarios.ts'
import { hostileScenarios } from './hostile/scenarios.ts'
import { offlineScenarios } from './offline/scenarios.ts'
import { recorderScenarios } from './recorder/scenarios.ts'
import { createRandom, type Scenario, type ScenarioResult } from './scenario.ts'
import { storageScenarios } from './storage/scenarios.ts'
import { surroundingsScenarios } from './surroundings/scenarios.ts'
import { forgetJobs } from './work/jobs.ts'
import { workScenarios } from './work/scenarios.ts'

const areas: Record<string, readonly Scenario[]> = {
  recorder: recorderScenarios,
  offline: offlineScenarios,
  database: databaseScenarios,
  storage: storageScenarios,
  hostile: hostileScenarios,
  work: workScenarios,
  failover: failoverScenarios,
  surroundings: surroundingsScenarios,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, short: { type: 'boolean' }, seed: { type: 'string' } },
})
const [area, name] = positionals
const scenarios = Object.entries(areas)
  .filter(([candidate]) => area === undefined || candidate === area)
  .flatMap(([, ofArea]) => ofArea)
  .filter((scenario) => (name === undefined ? !(scenario.longOnly && values.short === true) : scenario.name === name))

if (values.list === true || scenarios.length === 0) {
  for (const [listed, ofArea] of Object.entries(areas))
    for (const scenario of ofArea) console.log(`${listed} ${scenario.name.padEnd(14)} ${scenario.title}`)
  process.exit(values.list === true ? 0 : 2)
}

const short = values.short === true
const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`Seed ${seed}${short ? ', short form' : ''}`)
const failed: string[] = []
// In the long form, scenarios in a browser run beside the others, each group with its own clinic: they spend most of
// their time on recording.
const groups = short
  ? [scenarios]
  : [scenarios.filter(({ inBrowser }) => inBrowser), scenarios.filter(({ inBrowser }) => !inBrowser)]
await Promise.all(groups.filter((group) => group.length > 0).map(runGroup))
console.log(failed.length === 0 ? '\nEvery promise holds.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function runGroup(group: readonly Scenario[]) {
  const clinic = await openClinic()
  for (const scenario of group) {
    console.log(`\n${scenario.name}: ${scenario.title}`)
    const begun = performance.now()
    const { counts, failures, leftOut } = await run(scenario, clinic)
    const report = [
      ...Object.entries(counts).map(([what, count]) => `${what}: ${count}`),
      ...(leftOut === undefined ? [] : [`Left out: ${leftOut}`]),
      ...failures.map((failure) => `FAILED ${failure}`),
      `${((performance.now() - begun) / 1000).toFixed(0)} s`,
    ]
    // The other group may have printed the name of a scenario meanwhile.
    console.log([...(short ? [] : [`\n${scenario.name}:`]), ...report.map((line) => `  ${line}`)].join('\n'))
    if (failures.length > 0) failed.push(scenario.name)
  }
  await clinic.close()
}

/** A scenario that throws counts as failed. Its servers are killed before the next one. */
async function run(scenario: Scenario, clinic: Clinic): Promise<ScenarioResult> {
  try {
    if (scenario.inBrowser && ensureDebianPackages([{ command: 'chromium', package: 'chromium' }]).length > 0)
      return { counts: {}, failures: [], leftOut: 'Chromium is not installed' }
    // Recordings of ten minutes that an earlier scenario uploaded would be measured first.
    await forgetJobs(clinic)
    return await scenario.run({ clinic, short, random: createRandom(seed) })
  } catch (error) {
    return { counts: {}, failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  } finally {
    if (scenario.inBrowser) await killBrowsers()
    await clinic.killServers()
  }
}
