/** The files to mutate, and the tests that must notice. Paths start at the root. */
type Folder = { mutate: readonly string[]; tests: readonly string[]; needsDatabase?: true }

export const folders: Readonly<Record<string, Folder>> = {
  contract: {
    mutate: ['packages/contract/src/**/*.ts'],
    // The second compares the routes with the table of access tests, without a database.
    tests: ['packages/contract/src/**/*.test.ts', 'apps/server/src/access-table.test.ts'],
  },
  outbox: { mutate: ['apps/web/src/recording/outbox/*.ts'], tests: ['apps/web/src/recording/outbox/*.test.ts'] },
  recorder: { mutate: ['apps/web/src/recording/recorder/*.ts'], tests: ['apps/web/src/recording/recorder/*.test.ts'] },
  speech: { mutate: ['packages/speech/src/**/*.ts'], tests: ['packages/speech/src/**/*.test.ts'] },
  populations: {
    mutate: ['apps/server/src/populations/*.ts'],
    tests: ['apps/server/src/populations/*.test.ts'],
    needsDatabase: true,
  },
  access: {
    mutate: ['apps/server/src/impersonation/*.ts', 'apps/server/src/platform/http/{principal,implement}.ts'],
    // The nearest tests. The table of all calls and people (access.test.ts) notices more, but takes minutes for each change.
    tests: [
      'apps/server/src/access-table.test.ts',
      'apps/server/src/impersonation/*.test.ts',
      'apps/server/src/platform/http/implement*.test.ts',
    ],
    needsDatabase: true,
  },
  auth: {
    mutate: ['apps/server/src/auth/*.ts'],
    // Mailed links set passwords: their tests stand where the mails are sent.
    tests: ['apps/server/src/auth/*.test.ts', 'apps/server/src/organization/password-mail.test.ts'],
    needsDatabase: true,
  },
}
