import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The recording journeys come last: a fake microphone wants a machine that does nothing else. */
class RecordingLast extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isRecording = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('e2e/recording.test.ts'))
    return (await super.sort(files)).sort((a, b) => isRecording(a) - isRecording(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: RecordingLast },
    projects: [
      { test: { name: 'speech', include: ['packages/{speech,audio}/src/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['apps/server/src/platform/postgres/**', 'apps/server/src/main.test.ts'],
          globalSetup: ['apps/server/src/testing/database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'start', include: ['apps/server/src/main.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/start-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // One browser at a time: a fake microphone needs the machine's attention.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'platform',
          include: ['apps/server/src/platform/postgres/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
