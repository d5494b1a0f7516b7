import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OrganizationId } from '@fonema/contract'
import pg from 'pg'
import { functionsFor, versionOf } from '../../apps/server/src/analysis/functions.ts'
import { shownScores } from '../../apps/server/src/analysis/shown-measures.ts'
import { contentFolder } from '../../apps/server/src/app.ts'
import { readContent } from '../../apps/server/src/content/files.ts'
import { loadContent } from '../../apps/server/src/content/load.ts'
import { createOrganization } from '../../apps/server/src/organization/service.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { seedPopulations } from '../../apps/server/src/populations/synthetic.ts'

export const password = 'Correct-Horse-7!'

/** How much data an organisation has at the start; items are those of the short protocol. */
export type Clinic = { clinicians: number; participants: number; items: number }

/** This many clinics compare with populations, including the largest; generating populations takes long. */
const withPopulations = 3

/** Each organisation's owner is `owner-1@load.example` and so on; the clinicians are numbered per clinic. */
export const ownerOf = (clinic: number) => `owner-${clinic + 1}@load.example`
export const clinicianOf = (clinic: number, place: number) => `clinician-${clinic + 1}-${place + 1}@load.example`

/**
 * Migrates an empty database, and fills it with clinics that have worked for a year.
 *
 * @param databaseUrl of a superuser, so that data that is consistent by construction is not checked again
 * @param isThin whether an item has the results of one function only, so that ten million items fit on a disk
 */
export async function seed(databaseUrl: string, clinics: readonly Clinic[], { isThin = false } = {}): Promise<void> {
  await migrateDatabase(databaseUrl)
  const content = await readContent(contentFolder)
  await loadContent(databaseUrl, content)
  const database = openDatabase(databaseUrl, { maxConnections: 2 })
  const ids = clinics.map(() => newId<OrganizationId>())
  for (const [index, id] of ids.entries()) {
    const organization = { id, name: `Clinic ${index + 1}`, timeZone: 'UTC', isDemonstration: false, now: new Date() }
    await database.tenant(id, async (tx) => {
      const locale = await tx.selectFrom('locales').select('id').where('code', '=', 'es-ES').executeTakeFirstOrThrow()
      const person = { first_name: 'Olga', last_name: 'Owner', localeId: locale.id, password }
      await createOrganization(tx, organization, [
        { ...person, email: ownerOf(index), roles: ['owner', 'manager', 'examiner'] },
      ])
    })
    if (index < withPopulations) await seedPopulations(database, id, content.populations, new Date())
  }
  await database.close()
  await fill(databaseUrl, {
    clinics: clinics.map((clinic, index) => ({ ...clinic, id: ids[index], number: index + 1 })),
    isThin,
  })
}

async function fill(databaseUrl: string, { clinics, isThin }: { clinics: object[]; isThin: boolean }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set work_mem = 256000')
    await table(client, 'clinic (id uuid, number int, clinicians int, participants int, items int)', clinics)
    const { rows } = await client.query<{ category: string }>('select name as category from item_categories')
    const kinds = rows.flatMap(({ category }) => variantsOf(category, isThin ? 1 : undefined))
    await table(client, 'kind (category text, entry text, version int, variant int, scores jsonb)', kinds)
    await client.query(await readFile(path.join(import.meta.dirname, 'seed.sql'), 'utf8'))
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function table(client: pg.Client, columns: string, rows: object[]) {
  await client.query(`create temp table ${columns}`)
  const [name] = columns.split(' ')
  const shape = columns.slice(columns.indexOf('('))
  await client.query(`insert into ${name} select * from jsonb_to_recordset($1::jsonb) as given ${shape}`, [
    JSON.stringify(rows),
  ])
}

const variants = 50

/** Results of a category's first functions, in a few variants: the scores must differ, but their values do not matter. */
function variantsOf(category: string, functions?: number) {
  return functionsFor(category)
    .slice(0, functions)
    .flatMap(({ entry }) =>
      Array.from({ length: variants }, (_, variant) => ({
        category,
        entry,
        version: versionOf[entry],
        variant,
        scores: Object.fromEntries(
          shownScores(category, entry).map(({ name }) => [name, Math.round(Math.random() * 1e5) / 1e3]),
        ),
      })),
    )
}
