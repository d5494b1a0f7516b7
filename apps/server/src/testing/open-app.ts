import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { readModelCatalogue } from '../analysis/models/catalogue.ts'
import { buildApp, contentFolder } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Catalogue, openCatalogue } from '../content/catalogue.ts'
import { readContent } from '../content/files.ts'
import { createOrganization, type NewUser } from '../organization/service.ts'
import type { Clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openQueue } from '../platform/jobs/queue.ts'
import { openStore } from '../platform/objects/open-store.ts'
import { requireListed } from './access-table.ts'
import { comparedSerializer } from './compared-serializer.ts'
import { requireDocumented } from './documented-answers.ts'

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

type Shared = { url: string; environment: Record<string, string>; clock: Clock; catalogue: Catalogue }

/** All that a web process has for itself. */
async function startMachine({ url, environment, clock, catalogue }: Shared) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-data-'))
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...environment })
  const models = await readModelCatalogue({ contentFolder, ...config.models })
  const database = openDatabase(url)
  const store = await openStore(config)
  const queue = await openQueue(url, () => {})
  const watched = { onAddresses: requireListed, serializer: comparedSerializer }
  const app = await buildApp({ config, database, store, queue, clock, catalogue, models, ...watched })
  async function stop() {
    await app.close()
    await queue.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { app, config, models, database, store, queue, dataDir, stop }
}

/**
 * The real application on a migrated database with its content, in this process, with two organisations: `demo` has an
 * owner, a manager, two examiners and a user without a role; `other` has an examiner. Tests open it by `buildTestApp`.
 *
 * Calls are not limited by number unless the environment says so: the clock, on which the minutes depend, stands still.
 *
 * Several machines answer in turn. They share database and store (which the environment has to name) and nothing else:
 * what one call leaves in its process's memory, the next one does not find.
 */
export async function openTestApp(url: string, environment: Record<string, string> = {}, machineCount = 1) {
  const content = await readContent(contentFolder)
  const catalogue = await openCatalogue(contentFolder, content)
  const clock = createTestClock()
  const machines: Awaited<ReturnType<typeof startMachine>>[] = []
  for (let number = 0; number < machineCount; number++)
    machines.push(await startMachine({ url, environment, clock, catalogue }))
  async function close() {
    for (const { stop } of machines) await stop()
  }
  const { app, config, models, database, store, queue, dataDir } = machines[0]!
  const injects = machines.map((machine) => machine.app.inject.bind(machine.app))
  let turn = 0
  /** The answers of the document that were given. */
  const answered = new Set<string>()
  app.inject = (async (...call: Parameters<typeof app.inject>) => {
    const answer = await injects[turn++ % injects.length]!(...call)
    const named = answer && requireDocumented(answer)
    if (named !== undefined) answered.add(named)
    return answer
  }) as typeof app.inject

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

  /** The headers of a signed-in user's browser. */
  async function signIn(email: string): Promise<{ authorization: string; cookie: string }> {
    const response = await app.inject({
      method: 'POST',
      url: '/api/user/api/token/',
      payload: { email, password },
    })
    return { authorization: `Bearer ${response.json().access}`, cookie: cookieFrom(response) }
  }

  return {
    app,
    answered,
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
    stagingFolders: machines.map((machine) =>
      path.join(machine.dataDir, machine.config.s3 ? 'staging' : 'files/staging'),
    ),
    organizationId,
    otherOrganizationId,
    localeId,
    signIn,
    close,
  }
}
/** What a browser that got this answer sends with its next calls. */
export const cookieFrom = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

export type TestApp = Omit<Awaited<ReturnType<typeof openTestApp>>, 'close'>
