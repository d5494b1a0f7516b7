import path from 'node:path'
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts'
import type { Json, OpenApi } from './facts.ts'

export const surfaceFile = path.join(import.meta.dirname, '../../docs/api-v1.json')

/** Texts that people read, which no program depends on. */
const told = new Set(['description', 'summary', 'example', 'examples', 'title'])

/** The calls and shapes of `/api/v1` as they are now. */
export function presentSurface(): OpenApi {
  const { paths, components } = openApiDocument('1') as unknown as OpenApi
  const addresses = Object.entries(paths).map(([address, operations]) => [
    address.replace(/^\/api\//, '/api/v1/'),
    operations,
  ])
  return plain({ paths: Object.fromEntries(addresses), components: { schemas: components?.schemas } }) as OpenApi
}

function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each))
  if (typeof value !== 'object' || value === null) return value
  const isNames = name === 'properties' || name === 'schemas'
  const kept = Object.entries(value as Json).filter(([key]) => isNames || !told.has(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner, isNames ? '' : key)]))
}

/** One line for each call and each shape, so that a change is one line of a diff. */
export function surfaceText({ paths, components }: OpenApi): string {
  const lines = (table: object) =>
    Object.entries(table)
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{"paths": {\n${lines(paths)}\n},\n"components": {"schemas": {\n${lines(components?.schemas ?? {})}\n}}}\n`
}
