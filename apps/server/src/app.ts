import path from 'node:path'
import type { Requirement, ServiceAccountId, TakeoutId, UserId } from '@fonema/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ModelEntry } from './analysis/models/catalogue.ts'
import { serveWorkers } from './analysis/remote/server.ts'
import { noteBreakGlass, noteFailedSignIn, noteRead, readOf } from './audit/reads.ts'
import { createAttempts } from './auth/attempts.ts'
import { createKnownDevices } from './auth/known-devices.ts'
import { queuePasswordMail } from './auth/password-tokens.ts'
import { noteWrite, noteWriteForAll } from './auth/queries.ts'
import { bearerToken } from './auth/routes.ts'
import { createSecondFactor } from './auth/second-factor.ts'
import { createAuth } from './auth/service.ts'
import { type Config, publicUrlOf } from './config.ts'
import type { Catalogue } from './content/catalogue.ts'
import { mediaRoutes } from './content/routes.ts'
import { serveFhir } from './fhir/server.ts'
import { lists } from './lists.ts'
import { mailManagers } from './organization/managers-mail.ts'
import { createBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Tx } from './platform/database/database.ts'
import type { Replica } from './platform/database/replica.ts'
import { documentApi } from './platform/http/documentation.ts'
import { AppError } from './platform/http/errors.ts'
import { healthRoutes } from './platform/http/health.ts'
import { type Authenticate, createImplementer, type PathParams } from './platform/http/implement.ts'
import { metricsRoute } from './platform/http/metrics.ts'
import type { Principal } from './platform/http/principal.ts'
import { createRateLimits, networkOf } from './platform/http/rate-limits.ts'
import type { serializerCompiler } from './platform/http/serialize.ts'
import { createServer } from './platform/http/server.ts'
import { serveWeb } from './platform/http/web.ts'
import type { Queue } from './platform/jobs/queue.ts'
import { deriveKey, deriveKeys } from './platform/keys.ts'
import { createLinks, type Links } from './platform/objects/links.ts'
import type { ObjectStore } from './platform/objects/object-store.ts'
import { sendObject } from './platform/objects/send-object.ts'
import { productVersion } from './platform/product-version.ts'
import { traceCalls } from './platform/traces/traced-calls.ts'
import { createMediaLinks } from './protocols/drafts/media-links.ts'
import { ownMediaRoutes } from './protocols/drafts/media-routes.ts'
import { createProviderClient } from './providers/client.ts'
import { providerLogoutRoute } from './providers/routes.ts'
import { createVouching } from './providers/sessions.ts'
import { implementContract } from './routes.ts'
import { serveScim } from './scim/server.ts'
import { authenticateMachine, keyOf, machineOfKey } from './service-accounts/authenticate.ts'
import { requireTakeout } from './takeouts/service.ts'
import { countDeliveries } from './webhooks/queries.ts'

export const contentFolder = path.resolve(import.meta.dirname, '../../../packages/content')
const webFolder = path.resolve(import.meta.dirname, '../../web/dist')

export type AppDeps = {
  config: Config
  database: Database
  /** A replica for lists; undefined: they are read from the database. */
  replica?: Replica | undefined
  store: ObjectStore
  queue: Queue
  clock: Clock
  catalogue: Catalogue
  /** Recognisers that can be downloaded. */
  models: readonly ModelEntry[]
  /** True when the process accepts no new work, so that proxies send calls elsewhere. */
  isStopping?: () => boolean
  /** Replaces the serializer of answers, for tests. */
  serializer?: typeof serializerCompiler
  /** Called before the first request with every address of the server, as `METHOD /path`. */
  onAddresses?: (addresses: readonly string[]) => void
}

export type Security = ReturnType<typeof createSecurity>

/** Builds the HTTP server, ready to listen or to be called in a test. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, replica, clock, store, serializer, onAddresses } = deps
  const { logLevel, trustProxy, publicUrl } = config
  const https = publicUrl?.startsWith('https:') === true
  const app = await createServer({ https, logLevel, trustProxy, ...(serializer && { serializer }) })
  if (config.traces !== undefined) traceCalls(app)
  const addresses: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) addresses.push(`${each} ${url}`)
  })
  const countCall = limitRates(app, deps)
  await documentApi(app, productVersion)

  const security = createSecurity(app, deps)
  const links = createLinks(deriveKeys(config, 'links'), clock, store)
  const authenticate: Authenticate = (request, scope) => {
    const { authorization } = request.headers
    const count = (caller: UserId | ServiceAccountId | undefined) => countCall(request, caller)
    const key = keyOf(authorization)
    if (key === undefined) return security.auth.authenticate(bearerToken(authorization), count)
    const participant = (request.params as PathParams).participant_id
    return authenticateMachine(deps, { key, ip: request.ip, scope, participant, count })
  }
  const { implement, requireComplete } = createImplementer(app, {
    database,
    replica,
    lists,
    noteWrite: replica && noteWritesIn(database),
    authenticate,
    readLog: { readOf, noteRead: (principal, read, params) => noteRead(database, principal, read, params) },
    cursorKeys: deriveKeys(config, 'cursors'),
  })

  operationRoutes(app, deps)
  const mediaLinks = createMediaLinks(deriveKeys(config, 'media'), clock)
  const catalogue = { ...deps.catalogue, ownMediaUrl: mediaLinks.create }
  implementContract(implement, { ...deps, ...security, links, catalogue, app })
  requireComplete()
  linkRoutes(app, deps, links, security)
  await serveScim(app, { ...deps, ...security, publicUrl: publicUrlOf(config) })
  await serveWorkers(app, config.workerKeys, { ...deps, links, sealKeys: deriveKeys(config, 'workers') })
  await serveFhir(app, { database, clock, publicUrl: publicUrlOf(config), version: productVersion, authenticate })
  await providerLogoutRoute(app, { ...deps, client: security.providerClient })
  mediaRoutes(app, deps.catalogue)
  ownMediaRoutes(app, { database, store, mediaLinks })
  await serveWeb(app, webFolder, {
    mediaFrom: config.s3 && new URL(config.s3.publicEndpoint).origin,
    offlineUse: config.offlineUse,
  })
  onAddresses?.(addresses)
  return app
}

/**
 * The lists of a session have what it wrote. A manager's write can end what others may read, as when participants get
 * another examiner or are erased, so it counts for every session of the organisation. Lists of service accounts come from
 * the primary: several programs can share one key.
 */
const noteWritesIn =
  ({ shared }: Database) =>
  ({ organizationId, sessionId, machine }: Principal, { role }: Requirement) => {
    if (role === 'manager' || role === 'owner') return noteWriteForAll(shared, organizationId)
    return machine === null ? noteWrite(shared, sessionId) : Promise.resolve()
  }

/** Sign-in, its limits and its second factor. Failures go to the audit log, and a lock is mailed to the user. */
function createSecurity(app: FastifyInstance, { config, database, queue, clock, catalogue }: AppDeps) {
  const secondFactor = createSecondFactor(config, clock)
  const attempts = createAttempts({ database, clock, config })
  const devices = createKnownDevices({ config, clock })
  const providerClient = createProviderClient()
  const auth = createAuth({
    database,
    clock,
    config,
    attempts,
    secondFactor,
    modes: catalogue.modes,
    noteNewDevice,
    noteBreakGlass: async (tx, { now, userAgent, ...session }) => {
      await noteBreakGlass(tx, session)
      const sign_in = { at: now.toISOString(), user_agent: userAgent ?? null }
      await mailManagers(queue, tx, { purpose: 'break_glass', sign_in })
    },
    isStillVouched: createVouching({ database, clock, config, client: providerClient }),
    noteFailure: async (account, isLast) => {
      await noteFailedSignIn(database, account).catch((error) =>
        app.log.error({ err: error }, 'failed_sign_in_not_audited'),
      )
      if (isLast) await mailLock(account).catch((error) => app.log.error({ err: error }, 'lock_not_mailed'))
    },
  })
  function noteNewDevice(
    tx: Tx,
    { userId, at, userAgent }: { userId: UserId; at: Date; userAgent: string | undefined },
  ) {
    const sign_in = { at: at.toISOString(), user_agent: userAgent ?? null }
    return queuePasswordMail(queue, tx, { user_id: userId, purpose: 'new_device', sign_in })
  }
  async function mailLock({ user_id, email_key }: { user_id: UserId; email_key: string }) {
    const mail = { user_id, purpose: 'locked' } as const
    if (await attempts.takeNotice(email_key))
      await database.shared.transaction().execute((tx) => queuePasswordMail(queue, tx, mail))
  }
  return { auth, attempts, devices, secondFactor, providerClient }
}

/** Health checks and metrics, for whoever operates the server. */
function operationRoutes(app: FastifyInstance, deps: AppDeps) {
  const { config, database, replica, store, queue, isStopping = () => false } = deps
  const checks = {
    database: () => sql`select 1`.execute(database.shared),
    storage: () => store.check(),
    queue: () => queue.check(),
  }
  healthRoutes(app, checks, isStopping)
  metricsRoute(app, config.metricsToken, {
    counts: queue.counts,
    webhooks: () => countDeliveries(database),
    lists: replica?.counts,
  })
}

/** Serves the objects that signed links name. */
function linkRoutes(app: FastifyInstance, deps: AppDeps, links: Links, { auth }: Security) {
  const { database, store } = deps
  app.get<{ Params: { token: string } }>('/api/links/:token', { schema: { hide: true } }, async (request, reply) => {
    const grant = links.open(request.params.token, request.method === 'HEAD' ? 'GET' : request.method)
    if (grant === undefined) throw new AppError('invalid_link')
    if (grant.holder !== undefined) await requireHolder(grant.holder)
    return sendObject(store, request, reply, grant)
  })
  /** Checks the session, the role and the takeout again: they may have ended since the link was created. */
  async function requireHolder({ session, of }: { session: string; of: string }) {
    const principal = (await machineOfKey(deps, session, 'exports:write')) ?? (await auth.principalOf(session))
    // The link is signed, and only takeouts/routes.ts names a holder.
    const has = (tx: Tx) => requireTakeout(tx, principal, of as TakeoutId)
    await database.tenant(principal.organizationId, has).catch((error) => {
      throw error instanceof AppError ? new AppError('invalid_link') : error
    })
  }
  // Links are read-only. Other methods are refused before their body is read.
  const refuse = async () => {
    throw new AppError('invalid_link')
  }
  const writing = ['POST', 'PUT', 'PATCH', 'DELETE']
  app.route({ method: writing, url: '/api/links/:token', schema: { hide: true }, onRequest: refuse, handler: refuse })
}

/**
 * Counts every call against its limit, except health checks and those of remote workers. A hook counts public calls by
 * address. The returned function counts the other calls by user or service account, once it is known.
 */
function limitRates(
  app: FastifyInstance,
  { config, database, clock }: AppDeps,
): (request: FastifyRequest, caller: UserId | ServiceAccountId | undefined) => Promise<void> {
  const { rateLimits: limits } = config
  if (limits === undefined) return async () => {}
  const key = deriveKey(config.secretKey, 'rates')
  const rates = createRateLimits({ database, clock, limits, key })
  const background = createBackground()
  background.every('report-calls', 1, rates.report)
  app.addHook('onClose', background.stop)
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    const { access = 'public', rate = 'public' } = routeOptions.config
    // A remote worker asks for work all the time. Its key is too long to be guessed.
    if (access === 'public' && !/^\/(api\/(health|ready)|workers\/\w+)$/.test(routeOptions.url ?? ''))
      await rates.take(rate, networkOf(ip))
  })
  return ({ routeOptions, ip }, caller) =>
    caller === undefined ? rates.take('public', networkOf(ip)) : rates.take(routeOptions.config.rate ?? 'call', caller)
}
