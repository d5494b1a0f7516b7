import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { writeLog } from '../log.ts'
import { readCookies } from './cookies.ts'
import { sendError, validatorCompiler } from './errors.ts'
import { withoutVersion } from './lasting-address.ts'
import { shedReads } from './load-shedding.ts'
import { headersOfErrors, securityHeaders } from './security-headers.ts'
import { serializerCompiler } from './serialize.ts'
import { limitBodies } from './slow-bodies.ts'

type ServerOptions = {
  https: boolean
  logLevel: string
  trustProxy: string | undefined
  /** Replaces the serializer of answers, for tests. */
  serializer?: typeof serializerCompiler
}

/** A server without routes: its limits, its log, and how it reads bodies and sends answers and errors. */
export async function createServer({ https, serializer, ...options }: ServerOptions): Promise<FastifyInstance> {
  const app = openServer({ https, ...options })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializer ?? serializerCompiler)
  app.setErrorHandler(sendError)
  readJson(app)
  await securityHeaders(app, { https })
  shedReads(app)
  limitBodies(app)
  await app.register(multipart)
  await readCookies(app)
  return app
}

function openServer({ https, logLevel, trustProxy }: ServerOptions): FastifyInstance {
  return Fastify({
    logger: {
      level: logLevel,
      // The logger's default stream would end the process when the disk of the log is full.
      stream: { write: (line: string) => writeLog(line) },
      // Logs the route's pattern, because addresses contain links and ids.
      // Logs only message and stack of an error, because the details of a database error contain values.
      serializers: {
        req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }),
        // The form parser logs all headers at `trace`, including the token.
        busboyOptions: ({ limits }: { limits?: object }) => ({ limits }),
        err: ({ name, message, stack }) => ({ type: name, message, stack: stack ?? '' }),
      },
    },
    rewriteUrl: ({ url = '/' }) => withoutVersion(url),
    genReqId: () => randomUUID(),
    // An address that is malformed or too long is not found.
    frameworkErrors: (_error, request, reply) =>
      (reply as FastifyReply).code(404).headers(headersOfErrors({ https }, request.id)).send({ code: 'not_found' }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    trustProxy: trustProxy ?? false,
    bodyLimit: 256 * 1024,
    requestTimeout: 10 * 60_000,
    // Headers arrive at once. A client that sends them byte by byte would block connections.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
  })
}

/**
 * Accepts only JSON bodies, and refuses `__proto__` in them. A call without a body may have the content type of JSON.
 */
function readJson(app: FastifyInstance) {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
