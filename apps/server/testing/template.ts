import type { OrganizationId } from '@fonema/contract'
import { contentFolder } from '../src/app.ts'
import { type Catalogue, openCatalogue } from '../src/content/catalogue.ts'
import { readContent } from '../src/content/files.ts'
import type { Content } from '../src/content/formats.ts'
import { loadContent } from '../src/content/load.ts'
import { createOrganization, type NewUser } from '../src/organization/service.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrateDatabase } from '../src/platform/database/migrate.ts'

export const password = 'Correct-Horse-7!'

/**
 * The organisations of every test. They are in the template, because hashing their passwords takes longer than a copy.
 */
export const organizationIds = {
  demo: '019ab000-0000-7000-8000-000000000001' as OrganizationId,
  other: '019ab000-0000-7000-8000-000000000002' as OrganizationId,
}

let read: Promise<{ content: Content; catalogue: Catalogue }> | undefined

/** Read once in each process: no test changes these files. A test that needs changes copies them. */
export async function openContent(): Promise<{ content: Content; catalogue: Catalogue }> {
  read ??= readContent(contentFolder).then(async (content) => ({
    content,
    catalogue: await openCatalogue(contentFolder, content),
  }))
  const { content, catalogue } = await read
  return { content, catalogue: { ...catalogue, modes: { ...catalogue.modes } } }
}

/** Migrates a new database and loads the shipped content, without organisations. */
export async function fillWithContent(url: string): Promise<void> {
  await migrateDatabase(url)
  await loadContent(url, (await openContent()).content)
}

/** Adds both organisations to a database with content; `open-app.ts` lists their users. */
export async function addOrganizations(url: string): Promise<void> {
  const { catalogue } = await openContent()
  const localeId = catalogue.locales.find(({ code }) => code === 'es-AR')!.id
  const person = (email: string, roles: NewUser['roles']): NewUser => ({
    email,
    first_name: email.split('@')[0]!,
    last_name: 'Prueba',
    localeId,
    password,
    roles,
  })
  const settings = { timeZone: 'America/Argentina/Buenos_Aires', isDemonstration: false, now: new Date() }
  const database = openDatabase(url)
  await database.tenant(organizationIds.demo, (tx) =>
    createOrganization(tx, { id: organizationIds.demo, name: 'Demo', ...settings }, [
      person('owner@demo.example', ['owner', 'manager']),
      person('manager@demo.example', ['manager']),
      person('examiner@demo.example', ['examiner']),
      person('colleague@demo.example', ['examiner']),
      person('norole@demo.example', []),
    ]),
  )
  await database.tenant(organizationIds.other, (tx) =>
    createOrganization(tx, { id: organizationIds.other, name: 'Other', ...settings }, [
      person('examiner@other.example', ['owner', 'examiner']),
    ]),
  )
  await database.close()
}
