import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../../../apps/server/src/platform/database/migrate.ts'
import { databaseUrl, withClient } from '../../../apps/server/testing/database-setup.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { until } from './jobs.ts'

const folder = path.resolve(import.meta.dirname, '../../../apps/server/src/platform/database/migrations')

/** F29: SIGKILL during the migration of an older clinic's database, and two processes that start it at once. */
export const migration: Scenario = {
  name: 'migration',
  longOnly: true,
  title: 'SIGKILL at random moments of a migration from an older release; then two processes start at once',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4))
    const known = names.sort()
    const failures: string[] = []
    const counts = { times, 'killed during the migration': 0, 'completed afterwards': 0, 'older program refused': 0 }
    for (let i = 0; i < times; i++) {
      const url = await oldDatabase(clinic, known.slice(0, 1 + Math.floor(random() * (known.length - 1))))
      const first = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
      // Most of the start-up happens before the first query to the database.
      await until(async () => (await isMigrating(clinic, url)) || first.process.exitCode !== null, 60)
      await sleep(random() * 250)
      await first.kill()
      if ((await migrationsOf(url)).length < known.length) counts['killed during the migration']++
      const second = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
      const web = await clinic.startServer({ environment: { DATABASE_URL: url } })
      const after = await migrationsOf(url)
      if (JSON.stringify(after) === JSON.stringify(known)) counts['completed afterwards']++
      else failures.push(`after the restart it has ${after.length} of ${known.length} migrations`)
      if (second.process.exitCode !== null)
        failures.push(`one of two processes that start at once has ended: ${second.output.text}`)
      await web.kill()
      await second.kill()
      const output = await startAfterNewer(clinic, url)
      if (/newer release/.test(output)) counts['older program refused']++
      else failures.push(`a database of a newer release was not refused: ${output}`)
      await withClient(clinic.databaseUrl, (client) =>
        client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
      )
    }
    if (!short && counts['killed during the migration'] < times / 4) failures.push('few migrations were interrupted')
    return { counts, failures }
  },
}

/** Adds an unknown migration, so that for the database this program is an older release. */
async function startAfterNewer(clinic: Clinic, url: string): Promise<string> {
  await withClient(url, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`),
  )
  const older = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
  const hasEnded = await until(async () => older.process.exitCode !== null, 60)
  await older.kill()
  return hasEnded ? older.output.text : 'it runs'
}

async function oldDatabase(clinic: Clinic, upTo: readonly string[]): Promise<string> {
  const name = `old_${randomUUID().replaceAll('-', '')}`
  await withClient(clinic.databaseUrl, (client) => client.query(`create database ${name}`))
  const url = databaseUrl(clinic.databaseUrl, name)
  await migrateDatabase(url, { upTo })
  return url
}

const isMigrating = (clinic: Clinic, url: string) =>
  withClient(clinic.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where application_name = 'fonema-migrate' and datname = $1`,
      [new URL(url).pathname.slice(1)],
    )
    return rows.length > 0
  })

const migrationsOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    return rows.map(({ name }) => name)
  })
