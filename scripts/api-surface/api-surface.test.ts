import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakingChanges } from './compare.ts'
import type { Json, OpenApi } from './facts.ts'
import { presentSurface, surfaceFile } from './surface.ts'

const recorded = JSON.parse(readFileSync(surfaceFile, 'utf8')) as OpenApi

test('no call of /api/v1 breaks a program that works with the recorded surface', () => {
  expect(breakingChanges(recorded, presentSurface())).toEqual([])
})

test('the recorded surface has every call as it is now; npm run tool -- api-surface records additions', () => {
  expect(presentSurface()).toEqual(recorded)
})

const operation = (): Json => ({
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 1000 } },
    { name: 'state', in: 'query', required: false, schema: { type: 'string', enum: ['open', 'closed'] } },
  ],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } } },
  responses: {
    200: {
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Answered' } },
        'text/csv': { schema: {} },
      },
    },
    400: { content: {} },
  },
  security: [{ bearer: [] }, { serviceAccount: ['results:read'] }],
})
const document = () => ({
  paths: { '/api/v1/things/{id}/': { post: operation(), get: { responses: { 200: {} } } } },
  components: {
    schemas: {
      Sent: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 100 },
          note: { type: ['string', 'null'] },
          tags: { type: 'array', maxItems: 10, items: { type: 'string', minLength: 1 } },
        },
        required: ['name'],
      },
      Answered: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          value: { type: 'number' },
          kind: { type: 'string', enum: ['a'] },
          parts: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] } },
        },
        required: ['id', 'value', 'parts'],
      },
    },
  } as { schemas: Record<string, { properties: Record<string, Json>; required: string[] }> },
})
type Doc = ReturnType<typeof document>
const post = (doc: Doc) => doc.paths['/api/v1/things/{id}/'].post as Record<string, never> & Json
const parameters = (doc: Doc) => post(doc).parameters as unknown as { name: string; required: boolean; schema: Json }[]
const sent = (doc: Doc) => doc.components.schemas.Sent!
const answered = (doc: Doc) => doc.components.schemas.Answered!
const content = (doc: Doc) => (post(doc).responses as unknown as Record<string, { content: Json }>)['200']!.content

const breaking: [string, (doc: Doc) => void, string][] = [
  ['a call that is gone', (doc) => delete (doc.paths as Json)['/api/v1/things/{id}/'], 'the call is gone'],
  ['a method that is gone', (doc) => delete (doc.paths['/api/v1/things/{id}/'] as Json).get, 'the call is gone'],
  ['a parameter that is gone', (doc) => parameters(doc).pop(), 'the parameter state is gone'],
  [
    'a parameter that becomes required',
    (doc) => {
      parameters(doc)[1]!.required = true
    },
    'the parameter limit is required',
  ],
  [
    'a new required parameter',
    (doc) => parameters(doc).push({ name: 'x', required: true, in: 'query', schema: {} } as never),
    'the parameter x is required',
  ],
  [
    'a lower maximum',
    (doc) => {
      parameters(doc)[1]!.schema.maximum = 10
    },
    '.limit has a narrower maximum',
  ],
  [
    'a value that is refused',
    (doc) => {
      parameters(doc)[2]!.schema.enum = ['open']
    },
    '.state may not be closed any more',
  ],
  [
    'another form of a parameter',
    (doc) => {
      parameters(doc)[0]!.schema.format = 'email'
    },
    '.id has the form email',
  ],
  ['a member that must be sent', (doc) => void sent(doc).required.push('note'), '.note is required'],
  [
    'a new member that must be sent',
    (doc) => {
      sent(doc).properties.colour = { type: 'string' }
      sent(doc).required.push('colour')
    },
    '.colour is required',
  ],
  ['a member that may not be sent', (doc) => delete sent(doc).properties.note, '.note is gone'],
  [
    'a type that may not be sent',
    (doc) => {
      sent(doc).properties.note!.type = 'string'
    },
    '.note may not be null any more',
  ],
  [
    'a shorter text',
    (doc) => {
      sent(doc).properties.name!.maxLength = 50
    },
    '.name has a narrower maxLength',
  ],
  [
    'a shorter list',
    (doc) => {
      sent(doc).properties.tags!.maxItems = 5
    },
    '.tags has a narrower maxItems',
  ],
  ['an answer without a member', (doc) => delete answered(doc).properties.value, '.value is gone'],
  [
    'a member that may be missing',
    (doc) => {
      answered(doc).required = ['id', 'parts']
    },
    '.value may be missing',
  ],
  [
    'a member that may be null',
    (doc) => {
      answered(doc).properties.value!.type = ['number', 'null']
    },
    '.value may be null',
  ],
  [
    'another type of a member',
    (doc) => {
      answered(doc).properties.value!.type = 'string'
    },
    '.value may be string',
  ],
  [
    'a member inside a list that is gone',
    (doc) => {
      ;(answered(doc).properties.parts!.items as Json).properties = {}
    },
    '.parts[].at is gone',
  ],
  ['another form of a member', (doc) => delete answered(doc).properties.id!.format, '.id has the form of any text'],
  ['a type of content that is gone', (doc) => delete content(doc)['text/csv'], 'text/csv is gone'],
  [
    'another success',
    (doc) => {
      post(doc).responses = { 201: { content: {} } } as never
    },
    'it does not answer 200 any more',
  ],
  [
    'another scope',
    (doc) => {
      post(doc).security = [{ serviceAccount: ['audio:read'] }] as never
    },
    'it needs the scope audio:read instead of results:read',
  ],
  [
    'a call closed to programs',
    (doc) => {
      post(doc).security = [{ bearer: [] }] as never
    },
    'it is closed to programs',
  ],
]
test.each(breaking)('%s breaks', (_, change, sentence) => {
  const later = document()
  change(later)
  const found = breakingChanges(document() as OpenApi, later as OpenApi)
  expect(found.map((each) => each.replace(/^[A-Z]+ \S+: /, ''))).toContain(sentence)
  expect(found.length).toBeLessThanOrEqual(2)
})

test.each<[string, (doc: Doc) => void]>([
  [
    'a new call',
    (doc) => {
      ;(doc.paths as Json)['/api/v1/new/'] = { get: operation() }
    },
  ],
  ['a new optional parameter', (doc) => parameters(doc).push({ name: 'x', required: false, schema: {} } as never)],
  [
    'a new optional member to send',
    (doc) => {
      sent(doc).properties.colour = { type: 'string' }
    },
  ],
  [
    'a new optional list to send',
    (doc) => {
      sent(doc).properties.colours = { type: 'array', items: { type: 'string' } }
    },
  ],
  [
    'a new member of an answer',
    (doc) => {
      answered(doc).properties.colour = { type: 'string' }
    },
  ],
  [
    'a wider limit',
    (doc) => {
      parameters(doc)[1]!.schema.maximum = 2000
    },
  ],
  [
    'one more value to send',
    (doc) => {
      parameters(doc)[2]!.schema.enum = ['open', 'closed', 'x']
    },
  ],
  [
    'one more value of an answer',
    (doc) => {
      answered(doc).properties.kind!.enum = ['a', 'b']
    },
  ],
  [
    'one more failure',
    (doc) => {
      ;(post(doc).responses as unknown as Json)['409'] = { content: {} }
    },
  ],
])('%s breaks nothing', (_, change) => {
  const later = document()
  change(later)
  expect(breakingChanges(document() as OpenApi, later as OpenApi)).toEqual([])
})
