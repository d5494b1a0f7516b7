import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { openApiDocument } from '../src/platform/http/openapi.ts'

type Answer = { headers?: object; content?: Record<string, object>; $ref?: string }
type Operation = { requestBody?: object; responses: Record<string, Answer> }

const document = openApiDocument('test')
const ajv = new Ajv2020({ strict: false, validateFormats: true })
// Both are exported as CommonJS.
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema(document, 'document')

const calls = Object.entries(document.paths)
  // If two addresses match, the one with fewer parameters is meant.
  .sort(([a], [b]) => a.split('{').length - b.split('{').length)
  .flatMap(([path, operations]) =>
    Object.entries(operations as unknown as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      operation,
      pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  )

const validators = new Map<string, ValidateFunction>()
function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` })
  validators.set(pointer, known)
  return known
}

const step = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Every `METHOD /path status` of the API document. */
export const documentedAnswers = calls.flatMap(({ path, method, operation }) =>
  Object.keys(operation.responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
)

/**
 * Compares an answer with the API document.
 *
 * @returns the matching answer of the document; undefined for an address that the document does not have
 * @throws when the document has no such answer
 */
export function requireDocumented({
  raw,
  statusCode,
  headers,
  ...sentBack
}: LightMyRequestResponse): string | undefined {
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sentBack.rawPayload).toString() : sentBack.body
  const { method = '', url = '', headers: sent } = raw.req
  const address = url.split('?')[0]!
  const call = calls.find((each) => each.method === method.toLowerCase() && each.pattern.test(address))
  if (call === undefined) return undefined
  const { path, operation } = call
  const named = `${method} ${path} ${statusCode}`
  const answer = operation.responses[statusCode]
  if (answer === undefined) {
    // The answer has a body, but the document has none.
    const hasBody = ['content-type', 'content-length', 'transfer-encoding'].some((name) => name in sent)
    if (operation.requestBody === undefined && hasBody && [400, 413, 415].includes(statusCode)) return undefined
    throw new Error(`${named} is not documented: ${body.slice(0, 200)}`)
  }
  const own = `paths/${step(path)}/${call.method}/responses/${statusCode}`
  const pointer = answer.$ref?.slice('#/'.length) ?? own
  const shared = document.components.responses as Record<string, Answer>
  const described = answer.$ref === undefined ? answer : shared[pointer.split('/')[2]!]!
  for (const [name, header] of Object.entries(document.components.headers)) {
    const isDocumented = described.headers !== undefined && name in described.headers
    const isGiven = headers[name.toLowerCase()] !== undefined
    if (isDocumented && 'required' in header && !isGiven) throw new Error(`${named} lacks ${name}`)
    if (isGiven && !isDocumented) throw new Error(`${named} has an undocumented ${name}`)
  }
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  const contents = Object.keys(described.content ?? {})
  if (body !== '' && !contents.includes(type) && !contents.includes('*/*'))
    throw new Error(`${named} is documented as ${contents.join() || 'empty'} and not as ${type}`)
  if (contents.includes(type) && type === 'application/json') {
    const isValid = validatorOf(`${pointer}/content/${step(type)}/schema`)
    if (!isValid(JSON.parse(body)))
      throw new Error(`${named} differs from the document: ${ajv.errorsText(isValid.errors)} in ${body.slice(0, 300)}`)
  }
  return named
}
