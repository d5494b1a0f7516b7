import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts'
import { databaseUrl, withClient } from '../../apps/server/src/testing/database-setup.ts'
import type { Clinic } from '../clinic.ts'
import type { Rig } from '../rig.ts'
import { until } from './jobs.ts'

const folder = path.resolve(import.meta.dirname, '../../apps/server/src/platform/database/migrations')

/** F29: SIGKILL while an older clinic's database is brought to this release, and two that begin with it at once. */
export const migration: Rig = {
  name: 'migration',
  longOnly: true,
  title: 'SIGKILL at random moments of a migration from an older release; then two processes start at once',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4))
    const known = names.sort()
    const failures: string[] = []
    const counts = { times, 'killed in between': 0, 'completed afterwards': 0, 'older program refused': 0 }
    for (let i = 0; i < times; i++) {
      const url = await oldDatabase(clinic, known.slice(0, 1 + Math.floor(random() * (known.length - 1))))
      const first = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
      // Most of a start is spent before anything is asked of the database.
      await until(async () => (await isMigrating(clinic, url)) || first.process.exitCode !== null, 60)
      await sleep(random() * 250)
      await first.kill()
      if ((await migrationsOf(url)).length < known.length) counts['killed in between']++
      const second = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
      const web = await clinic.startServer({ environment: { DATABASE_URL: url } })
      const after = await migrationsOf(url)
      if (JSON.stringify(after) === JSON.stringify(known)) counts['completed afterwards']++
      else failures.push(`after the restart it has ${after.length} of ${known.length} migrations`)
      if (second.process.exitCode !== null)
        failures.push(`one of two that start at once has ended: ${second.said.text}`)
      await web.kill()
      await second.kill()
      const said = await startAfterNewer(clinic, url)
      if (/newer release/.test(said)) counts['older program refused']++
      else failures.push(`a database of a newer release was not refused: ${said}`)
      await withClient(clinic.databaseUrl, (client) =>
        client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
      )
    }
    if (!short && counts['killed in between'] < times / 4) failures.push('few of the migrations were cut off')
    return { counts, failures }
  },
}

/** To the database of a release that is newer by one migration this program is an older one. */
async function startAfterNewer(clinic: Clinic, url: string): Promise<string> {
  await withClient(url, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`),
  )
  const older = await clinic.startServer({ role: 'worker', environment: { DATABASE_URL: url } })
  const hasEnded = await until(async () => older.process.exitCode !== null, 60)
  await older.kill()
  return hasEnded ? older.said.text : 'it runs'
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
