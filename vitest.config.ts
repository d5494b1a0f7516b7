import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Journeys that record: a fake microphone wants a machine that does nothing else. */
const recording = ['microphone-check', 'outbox', 'recording', 'recording-interrupted', 'views'].map(
  (name) => `e2e/${name}.test.ts`,
)
/** What the machine did meanwhile may be tried again, and is told. */
const journeys = { globalSetup: ['e2e/start-server.ts'], testTimeout: 180_000, hookTimeout: 60_000, retry: 2 }

/** Nothing here is a matter of time: a slow or busy machine only takes longer. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Most of a test's time is spent waiting for the database: on two processors one file at a time leaves half of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'speech', include: ['packages/{speech,audio}/src/**/*.test.ts'], ...patient } },
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'], ...patient } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'], ...patient } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [
            'apps/server/src/platform/postgres/**',
            'apps/server/src/main.test.ts',
            'apps/server/src/**/*.cluster.test.ts',
          ],
          globalSetup: ['apps/server/src/testing/database-setup.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['{apps/server/src,scripts}/**/*.cluster.test.ts'],
          globalSetup: ['apps/server/src/testing/cluster-setup.ts'],
          // Each file starts and stops processes of its own, and looks at what the others make of it.
          fileParallelism: false,
          ...patient,
        },
      },
      // A whole clinic starts and stops, with recordings to be measured in between.
      { test: { name: 'start', include: ['apps/server/src/main.test.ts'], ...patient, testTimeout: 180_000 } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: recording,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...journeys,
        },
      },
      {
        test: {
          name: 'e2e-recording',
          include: recording,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...journeys,
        },
      },
      {
        test: {
          name: 'platform',
          include: ['apps/server/src/platform/postgres/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.cluster.test.ts'],
          ...patient,
        },
      },
    ],
  },
})
