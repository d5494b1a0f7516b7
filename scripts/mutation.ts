// npm run test:mutation [-- FOLDER… --file NAME --concurrency 2 --sample 100 --seed 2]
// Makes many small changes to the code and counts how many of them the tests notice: the score of each folder of
// mutation/folders.ts. `--file` takes a single file of a folder. `--sample` draws that many changes of each folder at
// random. All changes of all folders take hours, so nothing waits for this run.
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { folders } from './mutation/folders.ts'
import { listMutants, nameOf, rangeOf } from './mutation/mutants.ts'
import { drawAtRandom, wilsonInterval } from './mutation/sample.ts'

/** The tests must notice this many of a hundred changes in each folder. */
const goal = 80

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string' },
    concurrency: { type: 'string', default: '1' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(folders, name))
if (unknown.length > 0) {
  console.error(`Unknown folder ${unknown.join(', ')}; known are ${Object.keys(folders).join(', ')}.`)
  process.exit(1)
}
if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample)) {
  console.error('--sample needs a number of mutants.')
  process.exit(1)
}

const notMutated = ['**/*.test.ts', '**/{test,fake}-*.ts']

/** What Stryker mutates: the whole of the files, or the drawn mutants. */
async function select(files: readonly string[]) {
  const mutants = await listMutants(files, notMutated)
  const plugins = ['@stryker-mutator/vitest-runner', path.resolve('scripts/mutation/list-missed.ts')]
  if (values.sample === undefined)
    return { mutants, drawn: mutants, mutate: [...files, ...notMutated.map((pattern) => `!${pattern}`)], plugins }
  const drawn = drawAtRandom(mutants, Number(values.sample), values.seed)
  process.env.SAMPLED_MUTANTS = JSON.stringify(drawn.map(nameOf))
  const checker = {
    plugins: [...plugins, path.resolve('scripts/mutation/only-sampled.ts')],
    checkers: ['only-sampled'],
  }
  return { mutants, drawn, mutate: drawn.map(rangeOf), ...checker }
}

async function mutate(name: string) {
  process.env.MUTATED_FOLDER = name
  const files = folders[name]!.mutate.map((pattern) =>
    values.file === undefined ? pattern : path.posix.join(path.posix.dirname(pattern), `${values.file}.ts`),
  )
  const { mutants, drawn, ...selected } = await select(files)
  const results = await new Stryker({
    ...selected,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Stryker would rewrite the paths of tsconfig.json with TypeScript's former API, which version 7 does not have.
    tsconfigFile: 'none',
    concurrency: Number(values.concurrency),
    ignorePatterns: ['tests', 'load', 'docs', 'data', '**/dist'],
    tempDirName: path.join(tmpdir(), 'fonema-mutation'),
    reporters: ['list-missed', 'progress-append-only'],
    // A slow test must not count as noticed: with a database, tests take several times as long on a busy machine.
    timeoutMS: folders[name]!.needsDatabase ? 120_000 : 30_000,
    timeoutFactor: 2,
    // The tests of auth take minutes on a busy machine.
    dryRunTimeoutMinutes: 30,
  }).runMutationTest()
  const withStatus = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status))
  const [killed, survived] = [withStatus('Killed').length, withStatus('Survived', 'NoCoverage').length]
  // Stuck in a loop that the original does not have: a user would notice that too.
  const timeout = withStatus('Timeout').length
  const [noticed, total] = [killed + timeout, killed + timeout + survived]
  const interval = wilsonInterval(noticed, total)
  return {
    folder: name,
    mutants: mutants.length,
    drawn: drawn.length,
    killed,
    timeout,
    survived,
    percent: toPercent(noticed / total),
    ...(values.sample !== undefined && interval && { low: toPercent(interval.low), high: toPercent(interval.high) }),
  }
}

const toPercent = (ratio: number) => Math.round(1000 * ratio) / 10

const scores: Awaited<ReturnType<typeof mutate>>[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(folders)) scores.push(await mutate(name))
if (values.sample !== undefined) console.log(`Seed ${values.seed}; low and high are the 95 % interval of the percent.`)
console.table(scores)
if (scores.some(({ percent }) => !(percent >= goal))) process.exitCode = 1
