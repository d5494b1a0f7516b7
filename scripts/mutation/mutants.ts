import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

type Position = { line: number; column: number }

/** Lines and columns start at 0, as everywhere inside Stryker. */
export type Mutant = {
  fileName: string
  location: { start: Position; end: Position }
  mutatorName: string
  replacement: string
}

const never = () => false
const quiet = () => {}
const noLog = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
}

/** All mutants of the files, without running anything. */
export async function listMutants(
  patterns: readonly string[],
  excluded: readonly string[],
): Promise<readonly Mutant[]> {
  const files = globSync([...patterns], { exclude: [...excluded] })
    .sort()
    .map((name) => ({ name: path.resolve(name), content: readFileSync(name, 'utf8'), mutate: true }))
  const { mutants } = await new Instrumenter(noLog).instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  })
  return mutants
}

/** Names a mutant in another run: Stryker numbers them anew each time. */
export const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }: Mutant) =>
  [path.basename(fileName), start.line, start.column, end.line, end.column, mutatorName, replacement].join(':')

/** The range of a mutant, as Stryker's `mutate` takes it: its lines start at 1. */
export const rangeOf = ({ fileName, location: { start, end } }: Mutant) =>
  `${path.relative('', fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
