import fc from 'fast-check'
import { formOf, toneWav } from '../../../apps/server/testing/recordings.ts'
import { hostileTexts, hostileValue, type Ids, mostlyValid, type Schema } from './values.ts'

type Content = { schema: Schema }
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, Content> }
}
type Document = { paths: Record<string, Record<string, Operation>> }
type DocumentedCall = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; operation: Operation }

export type HostileRequest = {
  /** The contract's name of the call. */
  key: string
  method: DocumentedCall['method']
  url: string
  headers: Record<string, string | string[]>
  payload?: string | Buffer
  remoteAddress: string
  hasUnknownField: boolean
  isOtherType: boolean
}

/** Replaces each reference by its schema or parameter. */
function inlined<T>(value: T, document: object): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => inlined(each, document)) as T
  if ('$ref' in value && typeof value.$ref === 'string') {
    const steps = value.$ref.slice('#/'.length).split('/')
    const found = steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document)
    return inlined(found, document) as T
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inlined(part, document)])) as T
}

export const documentedCalls = (document: Document): DocumentedCall[] =>
  Object.entries(inlined(document.paths, document)).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as DocumentedCall['method'],
      path,
      operation,
    })),
  )

/** `things`: ids that belong together. */
export function requestOf(calls: readonly DocumentedCall[], things: readonly Ids[]): fc.Arbitrary<HostileRequest> {
  const ofThings = fc.tuple(fc.constantFrom(...calls), fc.constantFrom(...things))
  return ofThings.chain(([{ method, path, operation }, ids]) =>
    fc
      .record({
        url: urlOf(path, operation, ids),
        body: bodyOf(operation, ids),
        headers: headersOf,
        host: fc.integer({ min: 1, max: 250 }),
      })
      .map(({ url, body, headers, host }) => ({
        key: `${method} ${path.replace(/^\/api/, '')}`,
        method,
        url,
        hasUnknownField: false,
        isOtherType: false,
        ...(method === 'GET' ? {} : body),
        headers: { ...headers, ...(method === 'GET' ? {} : body.headers) },
        remoteAddress: `10.0.${host}.1`,
      })),
  )
}

/** Ways to write a value in a query: once, twice, as a list, as an object, impossible to decode. */
const written = (name: string, value: string) =>
  fc.constantFrom(
    ...Array(5).fill(`${name}=${encode(value)}`),
    ...[`${name}=${encode(value)}&${name}=${encode(value)}`, `${name}[]=${encode(value)}`, `${name}[a]=1`],
    ...[`${name}=%`, `${name}=%ED%A0%80`, `${name}`, `${name}=${encode(value)}&__proto__[x]=1&constructor=1`],
  )

/** Encodes as browsers do. A lone surrogate can only be sent as its replacement character. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function urlOf(path: string, { parameters = [] }: Operation, ids: Ids): fc.Arbitrary<string> {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  const segments = fc.record(
    Object.fromEntries(inPath.map(({ name, schema }) => [name, mostlyValid(schema, ids, name).map(asText)])),
  )
  const queries = fc.tuple(
    ...inQuery.map(({ name, schema }) =>
      fc.option(
        mostlyValid(schema, ids, name).chain((value) => written(name, asText(value))),
        { nil: '' },
      ),
    ),
    fc.constantFrom('', '', '', 'unknown=1', '__proto__=1', 'a=%00'),
  )
  return fc.tuple(segments, queries).map(([values, texts]) => {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encode((values as Record<string, string>)[name] ?? ''))
    const query = texts.filter((text) => text !== '').join('&')
    return query === '' ? filled : `${filled}?${query}`
  })
}

type Body = Pick<HostileRequest, 'headers' | 'payload'> & Partial<HostileRequest>

const json = { 'content-type': 'application/json' }
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/html', 'x']
const unknownFields = ['is_owner', 'organization_id', 'id', 'roles', 'active', 'created_at', '$where', 'hasOwnProperty']

function bodyOf({ requestBody }: Operation, ids: Ids): fc.Arbitrary<Body> {
  const schema = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const fitting = schema === undefined ? hostileValue : mostlyValid(schema, ids)
  const bodies: fc.WeightedArbitrary<Body>[] = [
    { weight: 8, arbitrary: fitting.map((value) => ({ headers: json, payload: asJson(value) })) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenTexts).map((payload) => ({ headers: json, payload })) },
    { weight: 1, arbitrary: fc.constant({ headers: {} }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...otherTypes)
        .map((type) => ({ headers: { 'content-type': type }, payload: '{"code":"1"}', isOtherType: true })),
    },
  ]
  if (schema?.type === 'object') bodies.push({ weight: 2, arbitrary: withUnknownField(schema, ids) })
  if (form !== undefined) bodies.push({ weight: 8, arbitrary: formBody(form, ids) })
  return fc.oneof(...bodies)
}

const asJson = (value: unknown) => JSON.stringify(value) ?? ''

const withUnknownField = (schema: Schema, ids: Ids): fc.Arbitrary<Body> =>
  fc.tuple(mostlyValid(schema, ids), fc.constantFrom(...unknownFields), hostileValue).map(([value, name, more]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const known = schema.properties !== undefined && Object.hasOwn(schema.properties, name)
    return {
      headers: json,
      payload: asJson(isObject ? { ...value, [name]: more } : value),
      hasUnknownField: isObject && !known,
    }
  })

function formBody(schema: Schema, ids: Ids): fc.Arbitrary<Body> {
  const file = Object.entries(schema.properties ?? {}).find(([, { format }]) => format === 'binary')?.[0] ?? 'file'
  const texts = Object.entries(schema.properties ?? {}).filter(([name]) => name !== file)
  const fields = fc.record(
    Object.fromEntries(texts.map(([name, each]) => [name, mostlyValid(each, ids, name).map(asText)])),
    { requiredKeys: [] },
  )
  const content = fc.constantFrom(...fileContents)
  const name = fc.constantFrom(file, file, file, file, 'other', '__proto__', 'toString')
  return fc.tuple(fields, content, name).chain(([values, bytes, fieldName]) => {
    const { headers, payload } = formOf(bytes, values as Record<string, string>, fieldName)
    const damaged: Body[] = [
      ...Array<Body>(6).fill({ headers, payload }),
      { headers, payload: payload.subarray(0, payload.length - 10) },
      { headers: { 'content-type': 'multipart/form-data' }, payload },
      { headers: { 'content-type': 'multipart/form-data; boundary=other' }, payload },
    ]
    return fc.constantFrom(...damaged)
  })
}

/** The form of a value in an address or a form field. */
const asText = (value: unknown) => String(typeof value === 'object' ? JSON.stringify(value) : value)

const fileContents = [
  ...[Buffer.alloc(0), Buffer.from('code;locale\r\n1;es-AR\r\n'), Buffer.from('{"resourceType":"Questionnaire"}')],
  ...[Buffer.from('%PDF-1.7'), toneWav(0.05), Buffer.from('\0\0\0'), Buffer.from('{"__proto__":{"x":1}}')],
  ...hostileTexts.slice(0, 12).map((text) => Buffer.from(text)),
]

const brokenTexts = [
  ...['{', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '{"a":{"constructor":{"prototype":{"x":1}}}}', '\ufeff{}', 'null'],
  ...['[', '"', '1e400', '{"code":"\\ud800"}', '{"code":"\\u0000"}', 'NaN', '-', '\0', '{"code":1}{"code":1}', '[1,]'],
  ...[`${'['.repeat(20_000)}`, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'x'.repeat(300_000)],
]

const headersOf: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  ...Array(8).fill({}),
  ...[{ 'idempotency-key': 'k' }, { 'idempotency-key': 'x'.repeat(300) }, { 'idempotency-key': '' }],
  ...[{ range: 'bytes=0-0' }, { range: 'bytes=99999999999999999999-' }, { range: 'bytes=a-b' }],
  ...[{ host: 'evil.example' }, { 'x-forwarded-for': '1.2.3.4' }, { 'accept-language': '*;q=9' }],
  ...[{ 'content-encoding': 'gzip' }, { 'x-http-method-override': 'DELETE' }, { 'content-length': '5' }],
)
