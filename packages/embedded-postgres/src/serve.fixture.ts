/** A server process for tests to kill: `node serve.fixture.ts <data folder>`. Prints one line of JSON when ready. */
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { PostgresStartError } from './postgres-start-error.ts'

try {
  const { connectionString } = await startEmbeddedPostgres({
    dataDir: process.argv[2]!,
    log: (line) => console.error(line),
  })
  console.log(JSON.stringify({ connectionString }))
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof PostgresStartError)) throw error
  console.log(JSON.stringify({ code: error.code, message: error.message }))
}
