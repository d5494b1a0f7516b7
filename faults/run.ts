// npm run test:faults [-- [--list] [--short] [--seed N] [area [rig]]]: breaks the product on purpose, and counts what
// is left of its promises.
import { parseArgs } from 'node:util'
import { ensureDebianPackages } from '../scripts/debian-packages.mjs'
import { killBrowsers } from './browser/chromium.ts'
import { openClinic } from './clinic.ts'
import { recorderRigs } from './recorder/rigs.ts'
import { createRandom, type Rig, type RigResult } from './rig.ts'

const areas: Record<string, readonly Rig[]> = { recorder: recorderRigs }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, short: { type: 'boolean' }, seed: { type: 'string' } },
})
const [area, name] = positionals
const rigs = Object.entries(areas)
  .filter(([candidate]) => area === undefined || candidate === area)
  .flatMap(([, ofArea]) => ofArea)
  .filter((rig) => name === undefined || rig.name === name)

if (values.list === true || rigs.length === 0) {
  for (const [listed, ofArea] of Object.entries(areas))
    for (const rig of ofArea) console.log(`${listed} ${rig.name.padEnd(14)} ${rig.title}`)
  process.exit(values.list === true ? 0 : 2)
}

const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`Seed ${seed}${values.short === true ? ', short form' : ''}`)
const failed: string[] = []
const clinic = await openClinic()
for (const rig of rigs) {
  console.log(`\n${rig.name}: ${rig.title}`)
  const begun = performance.now()
  let result = await run(rig)
  if (values.short === true && rig.inBrowser && result.failures.length > 0) {
    // A real microphone in a real browser: what the machine did meanwhile may be tried again, and is told.
    for (const failure of result.failures) console.log(`  Once more, because ${failure}`)
    result = await run(rig)
  }
  const { counts, failures, leftOut } = result
  for (const [what, count] of Object.entries(counts)) console.log(`  ${what}: ${count}`)
  if (leftOut !== undefined) console.log(`  Left out: ${leftOut}`)
  for (const failure of failures) console.log(`  FAILED ${failure}`)
  if (failures.length > 0) failed.push(rig.name)
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}
await clinic.close()
console.log(failed.length === 0 ? '\nEvery promise was kept.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

/** A rig that falls over has kept no promise, and leaves no server to the next one. */
async function run(rig: Rig): Promise<RigResult> {
  try {
    if (rig.inBrowser && ensureDebianPackages([{ command: 'chromium', package: 'chromium' }]).length > 0)
      return { counts: {}, failures: [], leftOut: 'Chromium is not installed' }
    return await rig.run({ clinic, short: values.short === true, random: createRandom(seed) })
  } catch (error) {
    return { counts: {}, failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  } finally {
    await killBrowsers()
    await clinic.killServers()
  }
}
