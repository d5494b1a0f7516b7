import { STATUS_CODES } from 'node:http'
import {
  codesOf,
  contract,
  domains,
  fieldCodes,
  jsonParts,
  parameterDescriptions,
  type Route,
  type RouteKey,
  statusesOf,
} from '@fonema/contract'
import { z } from 'zod'
import { createSchemas, type Json } from './openapi-schemas.ts'

const description =
  'Every call of the API, from the contract that the server checks. Other programs use `/api/v1` in place of `/api`: that address is kept for 24 months after a change is announced. Beyond its limit a call answers 429. A list is whole without `limit` and `cursor`; its next page is in the `Link` header. To refresh tokens, send the cookie that the sign-in set. Texts of codes are never translated here.'

const headers = {
  'X-Request-Id': {
    description: 'The id of the request in the log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': {
    description: 'After how many seconds to call again.',
    required: true,
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the token.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  Link: {
    description: 'The address of the next page, relative to this one: `<…>; rel="next"`. The last page has none.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
  },
}
const headersOf = (status: number) => ({
  ...headerRefs('X-Request-Id'),
  ...(status === 401 && headerRefs('WWW-Authenticate')),
  ...((status === 429 || status === 503) && headerRefs('Retry-After')),
})
const headerRefs = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key again gives the first answer and creates nothing twice. With another body it is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const schemas = createSchemas()
  const paths: Record<string, Json> = {}
  for (const [tag, table] of Object.entries(domains))
    for (const [key, route] of Object.entries(table) as [RouteKey, Route][]) {
      const [method, path] = key.split(' ') as [string, string]
      const address = `/api${path}`
      paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(key, route, tag) }
    }

  function operationOf(key: RouteKey, route: Route, tag: string): Json {
    const { summary, access, scope, params, query, repeatable } = route
    const parameters = [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ]
    const body = bodyOf(route)
    return {
      tags: [tag],
      operationId: operationIdOf(key),
      summary,
      ...(access !== 'public' && { description: [rightsOf(access), ...orderOf(route)].join(' ') }),
      ...(route.deprecated && { deprecated: true }),
      ...(access === 'public' && { security: [] }),
      ...(scope !== undefined && { security: [{ bearer: [] }, { serviceAccount: [scope] }] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: !route.body?.safeParse(null).success, content: body } }),
      responses: Object.fromEntries(statusesOf(key, route).map((status) => [status, responseOf(status, route)])),
    }
  }

  function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
    return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
      name,
      in: place,
      required: place === 'path',
      description: parameterDescriptions[name],
      schema: schemas.sent(value as z.ZodType),
    }))
  }

  function bodyOf({ body, multipart }: Route): Json | undefined {
    if (body === undefined && multipart === undefined) return undefined
    return {
      ...(body && { 'application/json': { schema: schemas.sent(body) } }),
      ...(multipart && { 'multipart/form-data': formOf(multipart) }),
    }
  }

  /** A part that contains JSON gets the schema of its content. */
  function formOf({ file, second, fields }: NonNullable<Route['multipart']>): Json {
    const contents = Object.entries(fields.shape).map(([name, field]) => {
      const inner = field instanceof z.ZodOptional ? field.unwrap() : field
      const content = jsonParts.get(inner as z.ZodType)?.content as z.ZodType | undefined
      return { name, field: field as z.ZodType, content }
    })
    const properties = contents.map(({ name, field, content }) => [name, schemas.sent(content ?? field)])
    const encoded = contents.filter(({ content }) => content !== undefined)
    const files = [file, ...(second === undefined ? [] : [second])].map((name) => [
      name,
      { type: 'string', format: 'binary' },
    ])
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries([...properties, ...files]),
        required: [file],
        additionalProperties: false,
      },
      encoding: Object.fromEntries(encoded.map(({ name }) => [name, { contentType: 'application/json' }])),
    }
  }

  function responseOf(status: number, { malformed, responses, csv, order }: Route): Json {
    const own = responses[status]
    if (status >= 400) return { $ref: `#/components/responses/${status === 400 && malformed ? 'Malformed' : status}` }
    const content = {
      ...(own === 'bytes' && { '*/*': { schema: { type: 'string', format: 'binary' } } }),
      ...(own && own !== 'bytes' && { 'application/json': { schema: schemas.answered(own) } }),
      ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
    }
    return {
      description: STATUS_CODES[status],
      headers: { ...headersOf(status), ...(order && status === 200 && headerRefs('Link')) },
      ...(Object.keys(content).length > 0 && { content }),
    }
  }

  const components = schemas.fill()
  const statuses = new Set(Object.entries(contract).flatMap(([key, route]) => statusesOf(key as RouteKey, route)))
  const failures = [...statuses].filter((status) => status >= 400)
  return {
    openapi: '3.1.0',
    info: { title: 'Fonema', version, description },
    tags: Object.keys(domains).map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        serviceAccount: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a service account, `fnm_…`. Each call names the scope that the account needs.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      responses: {
        ...Object.fromEntries(failures.map((status) => [status, failureOf(status)])),
        Malformed: jsonResponse(400, codeSchema(['invalid_inputs'])),
      },
      schemas: { ...components, FieldErrors: fieldErrors },
    },
  }
}

/** `GET /user/participants/{participant_id}/` is `getUserParticipantsByParticipantId`. */
const operationIdOf = (key: RouteKey): string =>
  key
    .replace(/\{/g, 'by_')
    .toLowerCase()
    .replace(/[^a-z]+$/, '')
    .replace(/[^a-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())

function rightsOf({ role, feature }: Exclude<Route['access'], 'public'>): string {
  const who = role === undefined ? 'For every signed-in user.' : `For the role \`${role}\`.`
  return feature === undefined ? who : `${who} An impersonation mode needs \`${feature}\`.`
}

const orderOf = ({ order }: Route): string[] =>
  order === undefined
    ? []
    : [
        `Ordered by ${order.map((member) => `\`${member.replace('-', '')}\`${member.startsWith('-') ? ' descending' : ''}`).join(', ')}.`,
      ]

const jsonResponse = (status: number, schema: Json): Json => ({
  description: STATUS_CODES[status],
  headers: headersOf(status),
  content: { 'application/json': { schema } },
})

const codeSchema = (codes: readonly string[]): Json => ({
  type: 'object',
  properties: { code: { enum: codes }, detail: { type: 'string' } },
  required: ['code'],
})

/** A 400 has either a code, or the codes of each field. */
function failureOf(status: number): Json {
  const coded = codeSchema(codesOf(status))
  const schema = status === 400 ? { anyOf: [coded, { $ref: '#/components/schemas/FieldErrors' }] } : coded
  return jsonResponse(status, schema)
}

const fieldErrors: Json = {
  type: 'object',
  description: `The codes of each refused field; \`non_field_errors\` are those of the whole. Codes: ${fieldCodes.join(', ')}. A password, a survey and a file of values have further ones.`,
  additionalProperties: { type: 'array', items: { type: 'string' } },
  examples: [{ code: ['required'], non_field_errors: ['invalid'] }],
}
