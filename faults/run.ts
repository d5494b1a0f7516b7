// npm run test:faults [-- [--list] [--short] [--seed N] [area [rig]]]: breaks the product on purpose, and counts what
// is left of its promises.
import { parseArgs } from 'node:util'
import { ensureDebianPackages } from '../scripts/debian-packages.mjs'
import { killBrowsers } from './browser/chromium.ts'
import { type Clinic, openClinic } from './clinic.ts'
import { databaseRigs } from './database/rigs.ts'
import { hostileRigs } from './hostile/rigs.ts'
import { recorderRigs } from './recorder/rigs.ts'
import { createRandom, type Rig, type RigResult } from './rig.ts'
import { storageRigs } from './storage/rigs.ts'
import { surroundingsRigs } from './surroundings/rigs.ts'
import { workRigs } from './work/rigs.ts'

const areas: Record<string, readonly Rig[]> = {
  recorder: recorderRigs,
  database: databaseRigs,
  storage: storageRigs,
  hostile: hostileRigs,
  work: workRigs,
  surroundings: surroundingsRigs,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, short: { type: 'boolean' }, seed: { type: 'string' } },
})
const [area, name] = positionals
const rigs = Object.entries(areas)
  .filter(([candidate]) => area === undefined || candidate === area)
  .flatMap(([, ofArea]) => ofArea)
  .filter((rig) => (name === undefined ? !(rig.longOnly && values.short === true) : rig.name === name))

if (values.list === true || rigs.length === 0) {
  for (const [listed, ofArea] of Object.entries(areas))
    for (const rig of ofArea) console.log(`${listed} ${rig.name.padEnd(14)} ${rig.title}`)
  process.exit(values.list === true ? 0 : 2)
}

const short = values.short === true
const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`Seed ${seed}${short ? ', short form' : ''}`)
const failed: string[] = []
// In full length those in a browser run beside the others, each group with a clinic of its own: most of their time is
// that of the recordings.
const groups = short ? [rigs] : [rigs.filter((rig) => rig.inBrowser), rigs.filter((rig) => !rig.inBrowser)]
await Promise.all(groups.filter((group) => group.length > 0).map(runGroup))
console.log(failed.length === 0 ? '\nEvery promise was kept.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function runGroup(group: readonly Rig[]) {
  const clinic = await openClinic()
  for (const rig of group) {
    console.log(`\n${rig.name}: ${rig.title}`)
    const begun = performance.now()
    const again: string[] = []
    let result = await run(rig, clinic)
    if (short && rig.inBrowser && result.failures.length > 0) {
      // A real microphone in a real browser: what the machine did meanwhile may be tried again, and is told.
      again.push(...result.failures.map((failure) => `Once more, because ${failure}`))
      result = await run(rig, clinic)
    }
    const { counts, failures, leftOut } = result
    const told = [
      ...again,
      ...Object.entries(counts).map(([what, count]) => `${what}: ${count}`),
      ...(leftOut === undefined ? [] : [`Left out: ${leftOut}`]),
      ...failures.map((failure) => `FAILED ${failure}`),
      `${((performance.now() - begun) / 1000).toFixed(0)} s`,
    ]
    // The other group may have begun a rig meanwhile.
    console.log([...(short ? [] : [`\n${rig.name}:`]), ...told.map((line) => `  ${line}`)].join('\n'))
    if (failures.length > 0) failed.push(rig.name)
  }
  await clinic.close()
}

/** A rig that falls over has kept no promise, and leaves no server to the next one. */
async function run(rig: Rig, clinic: Clinic): Promise<RigResult> {
  try {
    if (rig.inBrowser && ensureDebianPackages([{ command: 'chromium', package: 'chromium' }]).length > 0)
      return { counts: {}, failures: [], leftOut: 'Chromium is not installed' }
    return await rig.run({ clinic, short, random: createRandom(seed) })
  } catch (error) {
    return { counts: {}, failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  } finally {
    if (rig.inBrowser) await killBrowsers()
    await clinic.killServers()
  }
}
