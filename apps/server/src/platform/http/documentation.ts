import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

let made: ReturnType<typeof openApiDocument> | undefined

/** The contract as an OpenAPI document, and as a page to read. */
export async function documentApi(app: FastifyInstance, version: string) {
  made ??= openApiDocument(version)
  const document = made
  // The plugin's type of a document is that of OpenAPI 3.0.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => document)
}
