import { randomUUID } from 'node:crypto'
import { databaseUrl, withClient } from '../../../apps/server/testing/database-setup.ts'
import { openTestApp } from '../../../apps/server/testing/open-app.ts'
import { addOrganizations, fillWithContent } from '../../../apps/server/testing/template.ts'
import type { Clinic } from '../clinic.ts'

const templates = new Map<Clinic, Promise<string>>()

/** The application in this process, with its own database beside the clinic's. `close` removes both. */
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
    await fillWithContent(url)
    await addOrganizations(url)
    return name
  }
  const made = make()
  templates.set(clinic, made)
  return made
}

const onServer = (clinic: Clinic, statement: string) =>
  withClient(databaseUrl(clinic.databaseUrl, 'postgres'), (client) => client.query(statement))
