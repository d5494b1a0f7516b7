import { defineConfig } from 'vitest/config'
import { folders } from './folders.ts'

// Stryker's Vitest runner cannot select one project of a configuration, so this one has the tests of one folder only.
const { tests, needsDatabase } = folders[process.env.MUTATED_FOLDER!]!

export default defineConfig({
  // Stryker changes a copy of the repository, in which node_modules is a link: it leads to the unchanged packages.
  resolve: {
    alias: [
      { find: /^@fonema\/contract$/, replacement: `${import.meta.dirname}/../../packages/contract/src/index.ts` },
    ],
  },
  test: {
    include: [...tests],
    ...(needsDatabase && { globalSetup: ['apps/server/testing/database-setup.ts'] }),
    // Many changes make a test wait for ever. Without a database, the slowest test takes two seconds. With one, a test may
    // take minutes on a busy machine, and Stryker refuses to start when an unchanged test fails.
    testTimeout: needsDatabase ? 300_000 : 10_000,
    hookTimeout: 300_000,
  },
})
