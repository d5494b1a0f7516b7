import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readModelCatalogue } from '../src/analysis/models/catalogue.ts'
import { buildApp, contentFolder } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Catalogue } from '../src/content/catalogue.ts'
import type { Clock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { openReplica } from '../src/platform/database/replica.ts'
import { openQueue } from '../src/platform/jobs/queue.ts'
import { openStore } from '../src/platform/objects/open-store.ts'
import { requireListed } from './access-table.ts'
import { comparedSerializer } from './compared-serializer.ts'
import { requireDocumented } from './documented-answers.ts'
import { openContent, organizationIds, password } from './template.ts'

/** A clock that stands still until a test advances it. */
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

/** Everything that belongs to one web process. */
async function startMachine({ url, environment, clock, catalogue }: Shared) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-data-'))
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...environment })
  const models = await readModelCatalogue({ contentFolder, ...config.models })
  // These tests look at answers, not at time. tests/faults has the scenarios with a database that hangs or disappears.
  const throughPooler = config.databasePoolUrl !== undefined
  const database = openDatabase(config.databasePoolUrl ?? url, { leniency: 20, throughPooler })
  const replicaUrl = config.databaseReadUrl
  const replica = replicaUrl === undefined ? undefined : await openReplica(replicaUrl, database, { leniency: 20 })
  const store = await openStore(config)
  const queue = await openQueue(config.databasePoolUrl ?? url, () => {}, { throughPooler })
  const watched = { onAddresses: requireListed, serializer: comparedSerializer }
  const app = await buildApp({ config, database, replica, store, queue, clock, catalogue, models, ...watched })
  async function stop() {
    await app.close()
    await queue.stop()
    await replica?.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { app, config, models, database, store, queue, dataDir, stop }
}

/**
 * The real application, in this process, on a copy of the template with its two organisations: `demo` has an owner, a
 * manager, two examiners and a user without a role; `other` has an examiner. Tests open it with `buildTestApp`.
 *
 * Rate limits are off unless the environment sets them, because the clock that they depend on stands still.
 *
 * Several machines answer in turn. They share only the database and the store, which the environment must name. A call
 * does not find what an earlier one left in another process's memory.
 */
export async function openTestApp(url: string, environment: Record<string, string> = {}, machineCount = 1) {
  const { content, catalogue } = await openContent()
  const clock = createTestClock()
  const machines: Awaited<ReturnType<typeof startMachine>>[] = []
  for (let number = 0; number < machineCount; number++)
    machines.push(await startMachine({ url, environment, clock, catalogue }))
  const { signInDomains } = machines[0]!.config
  for (const machine of machines) Object.assign(machine.config, { signInDomains })
  async function close() {
    for (const { stop } of machines) await stop()
  }
  const { app, config, models, database, store, queue, dataDir } = machines[0]!
  const injects = machines.map((machine) => machine.app.inject.bind(machine.app))
  let turn = 0
  /** The documented answers that were given so far. */
  const answered = new Set<string>()
  app.inject = (async (...call: Parameters<typeof app.inject>) => {
    const answer = await injects[turn++ % injects.length]!(...call)
    const named = answer && requireDocumented(answer)
    if (named !== undefined) answered.add(named)
    return answer
  }) as typeof app.inject

  const localeId = (code: string) => catalogue.locales.find((locale) => locale.code === code)!.id

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
    organizationId: organizationIds.demo,
    otherOrganizationId: organizationIds.other,
    localeId,
    signIn,
    close,
  }
}
/** The cookie that a browser sends after this answer. */
export const cookieFrom = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

export type TestApp = Omit<Awaited<ReturnType<typeof openTestApp>>, 'close'>
