import { type Checker, CheckStatus } from '@stryker-mutator/api/check'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { type Mutant, nameOf } from './mutants.ts'

/** The names of the drawn mutants. Stryker runs this file in a process of its own, which inherits the environment. */
const sampled = new Set<string>(JSON.parse(process.env.SAMPLED_MUTANTS!))

/**
 * A range of `mutate` also takes all mutants inside it. This leaves them out of the run and of the score.
 * Stryker's checkers have no status for that but the one of a mutant that does not compile.
 */
const checker: Checker = {
  init: async () => {},
  check: async (mutants: (Mutant & { id: string })[]) =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        sampled.has(nameOf(mutant))
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: 'not drawn' },
      ]),
    ),
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, 'only-sampled', checker)]
