import { randomUUID } from 'node:crypto'
import path from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { agendaRoutes } from './agenda/routes.ts'
import type { ModelEntry } from './analysis/models/catalogue.ts'
import { modelRoutes } from './analysis/models/routes.ts'
import { createPlanner } from './analysis/plan.ts'
import { resultsOf } from './analysis/queries.ts'
import { analysisRoutes } from './analysis/routes.ts'
import { noteErasure } from './audit/chain.ts'
import { noteDownload, noteFailedSignIn, noteRead, noteRequest, noteUnlock, personOf, readOf } from './audit/reads.ts'
import { auditRoutes } from './audit/routes.ts'
import { createAttempts } from './auth/attempts.ts'
import { createKnownDevices } from './auth/known-devices.ts'
import { passwordRoutes } from './auth/password-reset.ts'
import { queuePasswordMail } from './auth/password-tokens.ts'
import { authRoutes, bearerToken } from './auth/routes.ts'
import { createSecondFactor } from './auth/second-factor.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { createAuth } from './auth/service.ts'
import type { Config } from './config.ts'
import type { Catalogue } from './content/catalogue.ts'
import { contentRoutes, mediaRoutes } from './content/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import { setupRoutes } from './organization/setup.ts'
import { participantRoutes } from './participants/routes.ts'
import { createBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Database, Tx } from './platform/database/database.ts'
import { readCookies } from './platform/http/cookies.ts'
import { refuseReadsInCrowd } from './platform/http/crowd.ts'
import { documentApi } from './platform/http/documentation.ts'
import { AppError, sendError, validatorCompiler } from './platform/http/errors.ts'
import { healthRoutes } from './platform/http/health.ts'
import { createImplementer } from './platform/http/implement.ts'
import { metricsRoute } from './platform/http/metrics.ts'
import { createRateLimits, networkOf } from './platform/http/rate-limits.ts'
import { headersOfErrors, securityHeaders } from './platform/http/security-headers.ts'
import { serializerCompiler } from './platform/http/serialize.ts'
import { limitBodies } from './platform/http/slow-bodies.ts'
import { serveWeb } from './platform/http/web.ts'
import type { Queue } from './platform/jobs/queue.ts'
import { deriveKey, deriveKeys } from './platform/keys.ts'
import { writeLog } from './platform/log.ts'
import { createLinks } from './platform/objects/links.ts'
import type { ObjectStore } from './platform/objects/object-store.ts'
import { sendObject } from './platform/objects/send-object.ts'
import { withPopulations } from './populations/compare.ts'
import { populationRoutes } from './populations/routes.ts'
import { listOfferedProtocols, protocolRoutes } from './protocols/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { responseRoutes } from './responses/routes.ts'
import { surveyImportRoutes } from './surveys/import/routes.ts'
import { listOfferedSurveys } from './surveys/queries.ts'
import { surveyRoutes } from './surveys/routes.ts'
import { takeoutRoutes } from './takeouts/routes.ts'
import { requireTakeout } from './takeouts/service.ts'

export const version = '0.1.0'
export const contentFolder = path.resolve(import.meta.dirname, '../../../content')
const webFolder = path.resolve(import.meta.dirname, '../../web/dist')

export type AppDeps = {
  config: Config
  database: Database
  store: ObjectStore
  queue: Queue
  clock: Clock
  catalogue: Catalogue
  /** Recognisers that can be downloaded. */
  models: readonly ModelEntry[]
  /** From then on the process takes no new work: proxies are to send theirs elsewhere. */
  isStopping?: () => boolean
  /** How answers are written. */
  serializer?: typeof serializerCompiler
  /** Told of every address that will answer, as `METHOD /path`, before the first request. */
  onAddresses?: (addresses: readonly string[]) => void
}

/** Everything that answers HTTP, ready to listen or to be called in a test. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, store, queue, clock, catalogue, models, onAddresses, isStopping = () => false } = deps
  const https = config.publicUrl?.startsWith('https:') === true
  const app = Fastify({
    logger: {
      level: config.logLevel,
      // Its own stream ends the process when the log's disk is full.
      stream: { write: (line: string) => writeLog(line) },
      // Addresses carry links and ids; the route's pattern says enough, and nothing of a person.
      // A database's error names values in its details; its message and stack are enough to find the place.
      serializers: {
        req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }),
        // The form's parser logs all headers at `trace`, and with them the token.
        busboyOptions: ({ limits }: { limits?: object }) => ({ limits }),
        err: ({ name, message, stack }) => ({ type: name, message, stack: stack ?? '' }),
      },
    },
    genReqId: () => randomUUID(),
    // An address that cannot be read, or is endless, is that of nothing.
    frameworkErrors: (_error, request, reply) =>
      (reply as FastifyReply).code(404).headers(headersOfErrors({ https }, request.id)).send({ code: 'not_found' }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    trustProxy: config.trustProxy ?? false,
    bodyLimit: 256 * 1024,
    requestTimeout: 10 * 60_000,
    // A head comes at once; who sends it letter by letter keeps connections that others need.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
  })
  const addresses: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) addresses.push(`${each} ${url}`)
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(deps.serializer ?? serializerCompiler)
  app.setErrorHandler(sendError)
  readJson(app)
  await securityHeaders(app, { https })
  refuseReadsInCrowd(app)
  limitBodies(app)
  const countCall = limitRates(app, deps)
  await app.register(multipart)
  await readCookies(app)
  await documentApi(app, version)

  const secondFactor = createSecondFactor(config, clock)
  const attempts = createAttempts({ database, clock, config })
  const devices = createKnownDevices({ config, clock })
  const auth = createAuth({
    database,
    clock,
    config,
    attempts,
    secondFactor,
    modes: catalogue.modes,
    noteFailure: async (account, isLast) => {
      await noteFailedSignIn(database, account).catch((error) =>
        app.log.error({ err: error }, 'the trail lacks an entry'),
      )
      if (isLast) await mailLock(account).catch((error) => app.log.error({ err: error }, 'a lock was not mailed'))
    },
  })
  async function mailLock({ user_id, email_key }: { user_id: string; email_key: string }) {
    const mail = { user_id, purpose: 'locked' } as const
    if (await attempts.takeNotice(email_key))
      await database.shared.transaction().execute((tx) => queuePasswordMail(queue, tx, mail))
  }
  const { implement, requireComplete } = createImplementer(
    app,
    (request) => auth.authenticate(bearerToken(request.headers.authorization), (userId) => countCall(request, userId)),
    { readOf, noteRead: (principal, read, params) => noteRead(database, principal, read, params) },
  )
  const [auditKey] = deriveKeys(config, 'audit')
  const links = createLinks(deriveKeys(config, 'links'), clock, store)

  const checks = {
    database: () => sql`select 1`.execute(database.shared),
    storage: () => store.check(),
    queue: () => queue.check(),
  }
  healthRoutes(app, checks, isStopping)
  metricsRoute(app, config.metricsToken, async () => ({
    fonema_jobs: { help: 'Jobs in the queue', values: await queue.counts() },
  }))
  authRoutes(implement, { auth, config, devices })
  secondFactorRoutes(implement, { database, clock, auth, secondFactor, config })
  passwordRoutes(implement, { database, clock, queue, config, attempts, devices })
  contentRoutes(implement, catalogue)
  organizationRoutes(implement, {
    database,
    clock,
    catalogue,
    queue,
    attempts,
    noteUnlock: (tx, principal, id) => noteUnlock(tx, principal, id),
    offeredProtocols: (tx) => listOfferedProtocols(tx, catalogue),
    offeredSurveys: (tx) => listOfferedSurveys(tx, catalogue),
  })
  setupRoutes(implement, { database, clock, catalogue })
  impersonationRoutes(implement, { database, auth })
  auditRoutes(implement, { database })
  participantRoutes(implement, {
    database,
    clock,
    catalogue,
    queue,
    noteErasure: (tx, principal, id) => noteErasure(tx, auditKey, personOf(principal), id),
  })
  protocolRoutes(implement, { database, catalogue })
  responseRoutes(implement, {
    database,
    clock,
    catalogue,
    store,
    links,
    maxAudioBytes: config.maxAudioBytes,
    quota: config.quotaBytes,
    resultsOf: withPopulations(resultsOf),
    planAnalysis: createPlanner({ queue, clock }),
  })
  analysisRoutes(implement, { database, catalogue, clock })
  modelRoutes(implement, {
    ...{ database, queue, clock, models, transcriber: config.transcriber },
    noteRequest: (tx, principal, name) => noteRequest(tx, principal, 'models', name),
  })
  reportRoutes(implement, { database, clock })
  fileRoutes(implement, {
    database,
    clock,
    store,
    links,
    maxFileBytes: config.maxFileBytes,
    fileTypes: config.fileTypes,
    antivirus: config.antivirus,
    quota: config.quotaBytes,
  })
  surveyRoutes(implement, { database, clock, catalogue })
  surveyImportRoutes(implement, { database, clock, catalogue })
  agendaRoutes(implement, { database })
  populationRoutes(implement, {
    ...{ database, queue, clock, catalogue },
    noteRequest: (tx, principal, id) => noteRequest(tx, principal, 'populations', id),
  })
  takeoutRoutes(implement, {
    database,
    clock,
    queue,
    links,
    noteDownload: (principal, takeout, participant) => noteDownload(database, principal, takeout, participant),
  })
  requireComplete()

  app.get<{ Params: { token: string } }>('/api/links/:token', { schema: { hide: true } }, async (request, reply) => {
    const grant = links.open(request.params.token, request.method === 'HEAD' ? 'GET' : request.method)
    if (grant === undefined) throw new AppError('invalid_link')
    if (grant.holder !== undefined) await requireHolder(grant.holder)
    return sendObject(store, request, reply, grant)
  })
  /** What was right when the link was made may have ended since: the session, the role, the takeout itself. */
  async function requireHolder({ session, of }: { session: string; of: string }) {
    const principal = await auth.principalOf(session)
    const has = (tx: Tx) => requireTakeout(tx, principal, of)
    await database.tenant(principal.organizationId, has).catch((error) => {
      throw error instanceof AppError ? new AppError('invalid_link') : error
    })
  }
  // It is for reading alone. Refused before any body is looked at.
  const refuse = async () => {
    throw new AppError('invalid_link')
  }
  const writing = ['POST', 'PUT', 'PATCH', 'DELETE']
  app.route({ method: writing, url: '/api/links/:token', schema: { hide: true }, onRequest: refuse, handler: refuse })
  mediaRoutes(app, catalogue)
  await serveWeb(app, webFolder, { mediaFrom: config.s3 && new URL(config.s3.publicEndpoint).origin })
  onAddresses?.(addresses)
  return app
}

/**
 * Counts every call against its limit, save those that ask whether the process lives: here those of an address, and by
 * what it returns those of a person, as soon as it is known who calls.
 */
function limitRates(
  app: FastifyInstance,
  { config, database, clock }: AppDeps,
): (request: FastifyRequest, userId: string | undefined) => Promise<void> {
  const { rateLimits: limits } = config
  if (limits === undefined) return async () => {}
  const key = deriveKey(config.secretKey, 'rates')
  const rates = createRateLimits({ database, clock, limits, key })
  const background = createBackground()
  background.every('report-calls', 1, rates.report)
  app.addHook('onClose', background.stop)
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    const { access = 'public', rate = 'public' } = routeOptions.config
    if (access === 'public' && !/^\/api\/(health|ready)$/.test(routeOptions.url ?? ''))
      await rates.take(rate, networkOf(ip))
  })
  return ({ routeOptions, ip }, userId) =>
    userId === undefined ? rates.take('public', networkOf(ip)) : rates.take(routeOptions.config.rate ?? 'call', userId)
}

/** JSON only, without prototypes smuggled in; a call without a body may still say that it sends JSON. */
function readJson(app: FastifyInstance) {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
