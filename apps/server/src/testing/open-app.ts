import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { readModelCatalogue } from '../analysis/models/catalogue.ts'
import { buildApp, contentFolder } from '../app.ts'
import { readConfig } from '../config.ts'
import { openCatalogue } from '../content/catalogue.ts'
import { readContent } from '../content/files.ts'
import { createOrganization, type NewUser } from '../organization/service.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openQueue } from '../platform/jobs/queue.ts'
import { openLocalStore } from '../platform/objects/object-store.ts'
import { requireListed } from './access-table.ts'
import { comparedSerializer } from './compared-serializer.ts'

export const password = 'Correct-Horse-7!'

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { advance(seconds: number): void }

function createTestClock(): TestClock {
  let time = Date.now()
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}

/**
 * The real application on a migrated database with its content, in this process, with two organisations: `demo` has an
 * owner, a manager, two examiners and a user without a role; `other` has an examiner. Tests open it by `buildTestApp`.
 */
export async function openTestApp(url: string, environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-data-'))
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment })
  const content = await readContent(contentFolder)
  const catalogue = await openCatalogue(contentFolder, content)
  const models = await readModelCatalogue({ contentFolder, ...config.models })
  const clock = createTestClock()
  const database = openDatabase(url)
  const store = await openLocalStore(path.join(dataDir, 'files'))
  const queue = await openQueue(url, () => {})
  const watched = { onAddresses: requireListed, serializer: comparedSerializer }
  const app = await buildApp({ config, database, store, queue, clock, catalogue, models, ...watched })
  async function close() {
    await app.close()
    await queue.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }

  const localeId = (code: string) => catalogue.locales.find((locale) => locale.code === code)!.id
  const person = (email: string, roles: NewUser['roles']): NewUser => ({
    email,
    first_name: email.split('@')[0]!,
    last_name: 'Prueba',
    localeId: localeId('es-AR'),
    password,
    roles,
  })
  const organize = (organizationName: string, people: NewUser[]) => {
    const id = uuidv7()
    const organization = {
      id,
      name: organizationName,
      timeZone: 'America/Argentina/Buenos_Aires',
      isDemonstration: false,
      now: clock.now(),
    }
    return database.tenant(id, async (tx) => {
      await createOrganization(tx, organization, people)
      return id
    })
  }
  const organizationId = await organize('Demo', [
    person('owner@demo.example', ['owner', 'manager']),
    person('manager@demo.example', ['manager']),
    person('examiner@demo.example', ['examiner']),
    person('colleague@demo.example', ['examiner']),
    person('norole@demo.example', []),
  ])
  const otherOrganizationId = await organize('Other', [person('examiner@other.example', ['owner', 'examiner'])])

  /** The header of a signed-in user. */
  async function signIn(email: string): Promise<{ authorization: string }> {
    const response = await app.inject({
      method: 'POST',
      url: '/api/user/api/token/',
      payload: { email, password },
    })
    return { authorization: `Bearer ${response.json().access}` }
  }

  return {
    app,
    url,
    config,
    content,
    catalogue,
    models,
    clock,
    database,
    store,
    queue,
    dataDir,
    organizationId,
    otherOrganizationId,
    localeId,
    signIn,
    close,
  }
}
export type TestApp = Omit<Awaited<ReturnType<typeof openTestApp>>, 'close'>
