import { randomUUID } from 'node:crypto'
import { contentFolder } from '../../apps/server/src/app.ts'
import { readContent } from '../../apps/server/src/content/files.ts'
import { loadContent } from '../../apps/server/src/content/load.ts'
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts'
import { databaseUrl, withClient } from '../../apps/server/src/testing/database-setup.ts'
import { openTestApp } from '../../apps/server/src/testing/open-app.ts'
import type { Clinic } from '../clinic.ts'

const templates = new Map<Clinic, Promise<string>>()

/** The application in this process, on a database of its own beside the clinic's; `close` takes both away. */
export async function openApplication(clinic: Clinic, environment: Record<string, string> = {}) {
  const template = await (templates.get(clinic) ?? makeTemplate(clinic))
  const name = `hostile_${randomUUID().replaceAll('-', '')}`
  await onServer(clinic, `create database ${name} template ${template}`)
  const { close, ...test } = await openTestApp(databaseUrl(clinic.databaseUrl, name), environment)
  return {
    ...test,
    close: async () => {
      await close()
      await onServer(clinic, `drop database ${name} with (force)`)
    },
  }
}

function makeTemplate(clinic: Clinic): Promise<string> {
  const make = async () => {
    const name = 'hostile_template'
    await onServer(clinic, `create database ${name}`)
    const url = databaseUrl(clinic.databaseUrl, name)
    await migrateDatabase(url)
    await loadContent(url, await readContent(contentFolder))
    return name
  }
  const made = make()
  templates.set(clinic, made)
  return made
}

const onServer = (clinic: Clinic, statement: string) =>
  withClient(databaseUrl(clinic.databaseUrl, 'postgres'), (client) => client.query(statement))
