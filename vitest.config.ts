import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The recording journeys come last: a fake microphone wants a machine that does nothing else. */
class RecordingLast extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isRecording = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('e2e/recording.test.ts'))
    return (await super.sort(files)).sort((a, b) => isRecording(a) - isRecording(b))
  }
}

/** Nothing here is a matter of time: a slow or busy machine only takes longer. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    sequence: { sequencer: RecordingLast },
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
          ...patient,
        },
      },
      { test: { name: 'start', include: ['apps/server/src/main.test.ts'], ...patient } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/start-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // A real microphone in a real browser: what the machine did meanwhile may be tried again, and is told.
          retry: 2,
          // One browser at a time: a fake microphone needs the machine's attention.
          fileParallelism: false,
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
