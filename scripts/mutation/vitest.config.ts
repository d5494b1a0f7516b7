import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folders } from './folders.ts'

// Stryker's Vitest runner cannot select one project of a configuration, so this one has the tests of one folder only.
const { tests, needsDatabase } = folders[process.env.MUTATED_FOLDER!]!

/** Small files first: most changes are noticed by a quick test, and the first failure ends the run of a change. */
class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => statSync(a.moduleId).size - statSync(b.moduleId).size)
  }
}

export default defineConfig({
  // Stryker changes a copy of the repository, in which node_modules is a link: it leads to the unchanged packages.
  resolve: {
    alias: [
      { find: /^@fonema\/contract$/, replacement: `${import.meta.dirname}/../../packages/contract/src/index.ts` },
    ],
  },
  test: {
    sequence: { sequencer: SmallFirst },
    include: [...tests],
    ...(needsDatabase && { globalSetup: ['apps/server/testing/database-setup.ts'] }),
    // Many changes make a test wait for ever. Without a database, the slowest test takes two seconds. With one, a test may
    // take minutes on a busy machine, and Stryker refuses to start when an unchanged test fails.
    testTimeout: needsDatabase ? 300_000 : 10_000,
    hookTimeout: 300_000,
  },
})
