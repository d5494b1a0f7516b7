import type { Ids } from './access-actors.ts'
import type { AccessRow } from './access-table.ts'

/** A call of the contract with these ids in its path and body. */
export function requestOf(key: string, ids: Ids, { query = '', body }: Pick<AccessRow, 'query' | 'body'>) {
  const [method, path] = key.split(' ') as ['GET', string]
  const named = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => ids[name]!)
  const payload = JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    typeof value === 'string' ? named(value) : value,
  )
  return { method, url: `/api${named(path)}${query}`, ...(payload !== null && { payload }) }
}
