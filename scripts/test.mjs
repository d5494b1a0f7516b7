// What `npm test` runs, in the order in which a newcomer wants to hear of a mistake: the fast checks, then the units
// and the API on the embedded database, then the API of two machines on Debian's PostgreSQL and an S3 store, then
// what several machines share, then faults, then whole journeys in a browser.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { startClusterParts } from './cluster/cluster-parts.ts'
import { ensureDebianPackages, findCommand } from './debian-packages.mjs'
import { DEBIAN_POSTGRES } from './debian-postgres.mjs'
import { canStartRadosgw, RADOSGW_NEEDS } from './debian-radosgw.mjs'

const root = path.dirname(import.meta.dirname)
const failed = []
const skipped = []

function run(name, command, args, env = {}) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) failed.push(name)
}

const missing = ensureDebianPackages([
  { command: 'chromium', package: 'chromium' },
  { command: 'ffmpeg', package: 'ffmpeg' },
  { command: 'bwrap', package: 'bubblewrap' },
  { file: '/usr/sbin/clamd', package: 'clamav-daemon' },
  { file: DEBIAN_POSTGRES, package: 'postgresql-15' },
  ...RADOSGW_NEEDS,
]).map((need) => need.package)

run('Types', 'tsc', [])
run('Lint, format and import rules', 'biome', ['check'])
const units = ['contract', 'speech', 'web', 'platform', 'server', 'start'].flatMap((name) => ['--project', name])
run('Units and API, embedded database', 'vitest', ['run', ...units])

const canCluster = !missing.includes('postgresql-15') && canStartRadosgw()
const shared = canCluster ? await startClusterParts() : undefined
const onCluster = shared && { TEST_CLUSTER: JSON.stringify(shared.parts) }
if (!canCluster) skipped.push('API, several machines and journeys on PostgreSQL 15 and S3')
else {
  run('API on two machines, PostgreSQL 15 and S3', 'vitest', ['run', '--project', 'server'], onCluster)
  run('Several machines on PostgreSQL 15 and S3', 'vitest', ['run', '--project', 'cluster'], onCluster)
}

run('Faults, in their short form', 'node', ['faults/run.ts', '--short'])

const chromium = findCommand('chromium')
if (chromium === undefined) skipped.push('journeys in a browser')
else {
  const alone = ['--project', 'e2e-recording']
  const whole = 'e2e/recording.test.ts'
  run('Journeys in Chromium, several machines', 'vitest', ['run', '--project', 'e2e'], {
    ...onCluster,
    CHROMIUM: chromium,
  })
  run('Recording in Chromium, several machines', 'vitest', ['run', ...alone, whole], {
    ...onCluster,
    CHROMIUM: chromium,
  })
  run('Recording in Chromium, one process', 'vitest', ['run', ...alone, '--exclude', whole], { CHROMIUM: chromium })
}

await shared?.stop()
console.log('')
for (const name of skipped) console.log(`Left out, because something is not installed: ${name}`)
console.log(failed.length === 0 ? 'All that could run is green.' : `Failed: ${failed.join('; ')}`)
process.exit(failed.length === 0 ? 0 : 1)
