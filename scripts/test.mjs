// Runs the tests in parts, the fast ones first, and prints a table of parts with seconds.
//   npm test                   the parts that find most mistakes, in at most ten minutes
//   npm run test:all           everything
//   npm run test:all -- PART…  only these parts
// TEST_UNTIL, in seconds since 1970: what has not begun by then is left out, and the table says so.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { havePrograms } from '../tests/saml/debian-programs.ts'
import { startClusterParts } from './cluster/cluster-parts.ts'
import { ensureDebianPackages, findCommand } from './debian-packages.mjs'
import { DEBIAN_POSTGRES } from './debian-postgres.mjs'
import { canStartRadosgw, RADOSGW_NEEDS } from './debian-radosgw.mjs'
import { PGBOUNCER } from './failover/daemons.ts'
import { createLastLines } from './last-lines.mjs'

const root = path.dirname(import.meta.dirname)
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled')

const vitest = (projects, ...more) => ['vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...more]
/** `npm test` leaves out the files with `@module-tag long`. */
const quick = process.argv.includes('--all') ? [] : ['--tags-filter', '!long']
/** API tests that run a second time through PgBouncer: each call at least once, and what depends on a connection. */
const pooledTests = ['every-entry', 'impersonation/', 'platform/database', 'platform/jobs', 'responses/leases'].map(
  (name) => `apps/server/src/${name}`,
)

/** The one journey of the recording project that runs on several machines. */
const wholeProtocol = 'tests/e2e/recording.test.ts'

/**
 * `short`: part of `npm test`. `together`: parts with the same word run at the same time, because each alone leaves a
 * processor idle. `shared`: runs on several machines with PostgreSQL 15 and S3. `pooled`: needs PostgreSQL 15 and
 * PgBouncer. `clinic`: these parts share one clinic on several machines, because measuring its demonstration takes
 * minutes. `browser`: needs Chromium. `saml`: needs the programs of tests/saml. `shards`: how many runs the files are split
 * into when the time is limited, so that a run ends within minutes.
 * Every short journey is also part of `journeys` or `recording`, so `npm run test:all` omits that part. `only` parts are not in
 * `npm run test:all`, unless they are named.
 */
const parts = {
  types: { title: 'Types', short: true, together: 'first', command: ['tsc'] },
  lint: { title: 'Lint, format and import rules', short: true, together: 'first', command: ['biome', 'check'] },
  start: { title: 'Start and stop of a clinic', short: true, together: 'first', command: vitest(['start']) },
  units: {
    title: 'Units',
    short: true,
    command: vitest(['contract', 'speech', 'web', 'components', 'platform'], ...quick),
  },
  api: { title: 'API, embedded database', short: true, command: vitest(['server'], ...quick) },
  short: {
    title: 'Short journeys, one process',
    short: true,
    only: true,
    browser: true,
    command: vitest(['short'], '--tags-filter', 'short'),
  },
  faults: {
    title: 'Fault scenarios, short form',
    together: 'second',
    command: ['node', 'tests/faults/run.ts', '--short'],
  },
  pictures: {
    title: 'Pictures of the components',
    together: 'second',
    browser: true,
    command: vitest(['pictures']),
  },
  saml: {
    title: 'Sign-in by a house with SAML',
    together: 'second',
    saml: true,
    browser: true,
    command: vitest(['saml']),
  },
  'api-cluster': { title: 'API on two machines', shared: true, command: vitest(['server-shared-state']) },
  // Only when named: the same calls as `api`.
  'api-pooled': {
    title: 'API through PgBouncer, each call',
    only: true,
    pooled: true,
    command: vitest(['server-pooled'], ...pooledTests),
  },
  'api-pooled-whole': {
    title: 'API through PgBouncer, all of it',
    only: true,
    pooled: true,
    command: vitest(['server-pooled']),
  },
  cluster: { title: 'Several machines', shared: true, command: vitest(['cluster']) },
  recording: {
    title: 'Recording, one process',
    browser: true,
    shards: 3,
    command: vitest(['e2e-recording'], '--exclude', wholeProtocol),
  },
  journeys: {
    title: 'Journeys, several machines',
    shared: true,
    clinic: true,
    browser: true,
    shards: 6,
    command: vitest(['e2e']),
  },
  'recording-cluster': {
    title: 'Recording, several machines',
    shared: true,
    clinic: true,
    browser: true,
    command: vitest(['e2e-recording'], wholeProtocol),
  },
  // Only when named: it builds an image and a bundle.
  release: { title: 'Image, bundle and chart', only: true, browser: true, command: vitest(['release']) },
  // Only when named: it takes a quarter of an hour and writes docs/browsers.md.
  engines: { title: 'Three browser engines', only: true, browser: true, command: ['node', 'tests/engines/run.ts'] },
}

/** What builds images and runs them without an engine, and judges alerts. */
const RELEASE_NEEDS = [
  ...['mmdebstrap', 'buildah', 'promtool'].map((name) => ({
    command: name,
    package: name === 'promtool' ? 'prometheus' : name,
  })),
  { file: '/usr/sbin/runc', package: 'runc' },
  { command: 'ip', package: 'iproute2' },
]

/** Two more browsers, a screen that nobody sees, and a sound server whose microphone is a file. */
const ENGINE_NEEDS = [
  { command: 'firefox-esr', package: 'firefox-esr' },
  { command: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
  { command: 'pulseaudio', package: 'pulseaudio' },
  { command: 'pactl', package: 'pulseaudio-utils' },
  { command: 'Xvfb', package: 'xvfb' },
]

const [all, ...given] = process.argv[2] === '--all' ? process.argv.slice(2) : [undefined, ...process.argv.slice(2)]
const unknown = given.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const isWanted = (name, { short, only }) =>
  given.length > 0 ? given.includes(name) : all === undefined ? short : only !== true
const wanted = Object.entries(parts).filter(([name, part]) => isWanted(name, part))

const missing = ensureDebianPackages([
  { command: 'chromium', package: 'chromium' },
  { command: 'ffmpeg', package: 'ffmpeg' },
  { command: 'python3', package: 'python3' },
  { command: 'bwrap', package: 'bubblewrap' },
  { file: '/usr/sbin/clamd', package: 'clamav-daemon' },
  // They judge signed reports: pdfsig and pdftotext, and a store of trusted certificates for pdfsig.
  { command: 'pdfsig', package: 'poppler-utils' },
  { command: 'certutil', package: 'libnss3-tools' },
  { file: DEBIAN_POSTGRES, package: 'postgresql-15' },
  ...RADOSGW_NEEDS,
  ...(wanted.some(([, { pooled }]) => pooled) ? [{ file: PGBOUNCER, package: 'pgbouncer' }] : []),
  ...(wanted.some(([name]) => name === 'release') ? RELEASE_NEEDS : []),
  ...(wanted.some(([name]) => name === 'engines') ? ENGINE_NEEDS : []),
]).map((need) => need.package)
const chromium = findCommand('chromium')
const needsCluster = wanted.some(([, { shared }]) => shared)
const cluster =
  needsCluster && !missing.includes('postgresql-15') && canStartRadosgw() ? await startClusterParts() : undefined

const hasSaml = wanted.some(([, { saml }]) => saml) && havePrograms()

const until = Number(process.env.TEST_UNTIL ?? Infinity) * 1000
const begun = performance.now()
const results = []
let clinic
const groups = Object.values(Object.groupBy(wanted, ([name, { together }]) => together ?? name))
for (const [index, group] of groups.entries()) {
  const isAlone = group.length === 1
  if (!isAlone) console.log(`\n── At the same time: ${group.map(([, { title }]) => title).join('; ')}`)
  const done = await Promise.all(
    group.map(async ([name, part]) => ({ name, ...part, ...(await runWithin(part, isAlone)) })),
  )
  results.push(...done)
  if (groups.slice(index + 1).some((later) => later.some(([, part]) => part.clinic))) continue
  await clinic?.stop()
  clinic = undefined
}
await cluster?.stop()

// Again at the end, because some places keep only the end of a long output.
for (const { title, outcome, lastLines } of results)
  if (outcome === 'FAILED') console.log(`\n── What failed: ${title}\n${lastLines}`)
console.log('\nPart               Seconds')
for (const { name, seconds, outcome, title } of results)
  console.log(`${name.padEnd(18)} ${seconds.toFixed(0).padStart(7)}  ${outcome.padEnd(9)} ${title}`)
console.log(`${'all'.padEnd(18)} ${secondsSince(begun).toFixed(0).padStart(7)}`)
const late = results.filter(({ outcome }) => outcome === 'no time' || outcome === 'partly')
if (late.length > 0)
  console.log(`\nThe time was over. To run the rest: npm run test:all -- ${late.map(({ name }) => name).join(' ')}`)
process.exit(results.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0)

/** With a limit on time, the files of a part with `shards` run in several runs, and none begins after the limit. */
async function runWithin(part, isAlone) {
  const shards = until === Number.POSITIVE_INFINITY ? 1 : (part.shards ?? 1)
  const done = []
  for (let shard = 1; shard <= shards && Date.now() < until; shard++) {
    const command = shards === 1 ? part.command : [...part.command, `--shard=${shard}/${shards}`]
    done.push(await run({ ...part, command }, isAlone))
  }
  if (done.length === 0) return { seconds: 0, outcome: 'no time' }
  const seconds = done.reduce((sum, one) => sum + one.seconds, 0)
  const bad = done.filter(({ outcome }) => outcome !== 'green')
  if (bad.length > 0) return { ...bad[0], seconds, lastLines: bad.map(({ lastLines }) => lastLines).join('\n') }
  return { seconds, outcome: done.length < shards ? 'partly' : 'green' }
}

function secondsSince(moment) {
  return (performance.now() - moment) / 1000
}

/** Of parts that run at the same time, each shows its output when it has ended. */
async function run({ title, command: [command, ...args], shared, pooled, clinic: usesClinic, browser, saml }, isAlone) {
  const isPooled = !missing.includes('postgresql-15') && !missing.includes('pgbouncer')
  if (
    (shared && cluster === undefined) ||
    (pooled && !isPooled) ||
    (browser && chromium === undefined) ||
    (saml && !hasSaml)
  )
    return { seconds: 0, outcome: 'left out' } // something is not installed; the command for it is printed above
  const heading = `\n── ${title}\n`
  const kept = [[process.stdout, heading]]
  if (isAlone) process.stdout.write(heading)
  const begun = performance.now()
  // Imported only where it is needed: it loads the server.
  if (usesClinic) clinic ??= await (await import('../tests/e2e/start-server.ts')).startClinic(cluster.parts)
  const child = spawn(path.join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...(shared && { TEST_CLUSTER: JSON.stringify(cluster.parts) }),
      ...(usesClinic && { TEST_CLINIC: JSON.stringify(clinic) }),
      ...(browser && { CHROMIUM: chromium }),
    },
  })
  const lines = createLastLines(120)
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.setEncoding('utf8').on('data', (text) => {
      if (isAlone) to.write(text)
      else kept.push([to, text])
      lines.add(text)
    })
  const closed = once(child, 'close')
  const [status] = await once(child, 'exit')
  await Promise.race([closed, sleep(2000)]) // a process that a test left behind may keep the output open
  if (!isAlone) for (const [to, text] of kept) to.write(text)
  const lastLines = lines.read()
  return { lastLines, seconds: secondsSince(begun), outcome: status === 0 ? 'green' : 'FAILED' }
}
