import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract, type Route } from '@fonema/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** The contract as an OpenAPI 3.1 document, and as a page to read. Registered before the routes. */
export async function documentApi(app: FastifyInstance, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fonema',
        version,
        description:
          'Every call of the API, from the contract that the server checks. Beyond its limit a call answers 429 with Retry-After. To refresh tokens, send the cookie that the sign-in set.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const key = `${input.route.method} ${url.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')}`
      const route: Route | undefined = contract[key as keyof typeof contract]
      return {
        url,
        schema: { ...schema, ...(route?.multipart && { consumes: undefined, body: multipartBody(route) }) },
      }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** Either the JSON body or the form with its file. */
function multipartBody({ body, multipart }: Route) {
  const text = z.toJSONSchema(multipart!.fields, { io: 'input', unrepresentable: 'any' })
  const form = {
    type: 'object',
    properties: { ...text.properties, [multipart!.file]: { type: 'string', format: 'binary' } },
    required: [multipart!.file],
  }
  return {
    content: {
      'multipart/form-data': { schema: form },
      ...(body && { 'application/json': { schema: z.toJSONSchema(body, { io: 'input' }) } }),
    },
  }
}
