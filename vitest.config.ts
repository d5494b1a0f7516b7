import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Journeys that record. The fake microphone needs a machine without other load. */
const recording = [
  'listen-and-decide',
  'microphone-check',
  'offline-recording',
  'outbox',
  'patient-screen',
  'recorder-views',
  'recording',
  'recording-interrupted',
  'session-recording',
  'tablet-recording',
  'two-microphones',
].map((name) => `tests/e2e/${name}.test.ts`)
/** Each step of a journey has a limit of its own; the whole has as long as a busy machine takes. */
const journeys = {
  globalSetup: ['tests/e2e/start-server.ts'],
  testTimeout: 600_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}
/** Files with a journey of `npm test`: the others would be loaded for nothing. */
const withShortJourneys = globSync('tests/e2e/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes("'short'"),
)

/**
 * API tests that run a second time on two servers, PostgreSQL 15 and S3: those whose calls depend on state that servers
 * share. These are tokens and sessions, locks and limits, leases, uploads and objects, idempotency keys, jobs and the
 * audit log. `every-entry` and `neighbours` make each call of the contract at least once. What only takes longer there
 * (random states of a session, second factors, compression) runs once.
 */
const sharedState = [
  'auth/{account,auth,browser-cookie,locks,outbox-key}',
  'organization/{password-mail,mail-delivery,setup}',
  'impersonation/impersonation',
  'platform/http/rate-limits',
  'platform/database/database',
  'platform/jobs/*',
  'responses/{broken-upload,leases,recordings,responses,takes}',
  'files/files',
  'takeouts/takeouts',
  'analysis/{renewal,transcripts}',
  'participants/participants',
  'surveys/surveys',
  'audit/audit',
  '{backup,erasure,replaced-secret,every-entry,neighbours}',
].map((name) => `apps/server/src/${name}.test.ts`)

/** Every API test. */
const api = {
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['apps/server/src/main.test.ts', 'apps/server/src/**/*.cluster.test.ts'],
}

/** Nothing here is a matter of time: a slow or busy machine only takes longer. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }
/** One process runs many files: it loads the modules once, and its code stays compiled. */
const sharedProcess = { ...patient, isolate: false }

export default defineConfig({
  test: {
    tags: [
      { name: 'short', description: 'A journey of `npm test`' },
      { name: 'long', description: 'A proof that takes long: `npm run test:all` runs it, `npm test` leaves it out' },
    ],
    // Most of a test's time is spent waiting for the database: on two processors one file at a time leaves half of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'speech', include: ['packages/{speech,audio}/src/**/*.test.ts'], ...sharedProcess } },
      {
        test: {
          name: 'contract',
          include: ['packages/{contract,fhir,findings,protocol-exchange,transcript-exchange}/src/**/*.test.ts'],
          ...sharedProcess,
        },
      },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], ...sharedProcess } },
      {
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/browser-parts.ts'],
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'server',
          ...api,
          globalSetup: ['apps/server/testing/database-setup.ts'],
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'server-shared-state',
          include: sharedState,
          globalSetup: ['apps/server/testing/cluster-setup.ts'],
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'server-pooled',
          ...api,
          globalSetup: ['apps/server/testing/pooler-setup.ts'],
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['{apps/server/src,scripts}/**/*.cluster.test.ts'],
          globalSetup: ['apps/server/testing/cluster-setup.ts'],
          // Each file starts and stops processes of its own, and looks at what the others make of it.
          fileParallelism: false,
          ...patient,
        },
      },
      // A whole clinic starts and stops, with recordings to be measured in between.
      { test: { name: 'start', include: ['apps/server/src/main.test.ts'], ...patient } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
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
          name: 'pictures',
          include: ['tests/pictures/*.test.ts'],
          globalSetup: ['tests/pictures/start-pages.ts'],
          ...patient,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'saml',
          include: ['tests/saml/*.test.ts'],
          globalSetup: ['apps/server/testing/database-setup.ts'],
          ...patient,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'release',
          include: ['tests/release/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      { test: { name: 'short', include: withShortJourneys, maxWorkers: 2, ...journeys } },
      {
        test: {
          name: 'platform',
          include: ['packages/embedded-postgres/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.cluster.test.ts'],
          ...patient,
        },
      },
    ],
  },
})
