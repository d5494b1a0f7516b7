import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

let made: ReturnType<typeof openApiDocument> | undefined

/** Serves the contract as an OpenAPI document and as a readable page. */
export async function documentApi(app: FastifyInstance, version: string) {
  made ??= openApiDocument(version)
  const document = made
  // The plugin's type is that of an OpenAPI 3.0 document.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => document)
}
