import type { Route } from '@fonema/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Expression, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { KeyRing } from '../keys.ts'
import { openValue, sealValue } from '../sealed-value.ts'
import { InvalidFields } from './errors.ts'

/** The requested part of a list, in the order of the contract. Without `limit` and `cursor` it is the whole list. */
export type Page = {
  /**
   * Reads a page of a query without an order or limit of its own. The query has columns named like the members that
   * order the list.
   *
   * @param usual the limit of a call without `limit`
   * @param skip rows that are left out before the page
   */
  read<Row extends object>(tx: Tx, query: Expression<Row>, usual?: number, skip?: number): Promise<Row[]>
  /** Sorts a list in memory and returns the requested page. */
  cut<Row extends object>(rows: readonly Row[]): Row[]
}

/** The values of a row by which the list is ordered. */
type Key = readonly unknown[]

/**
 * A page starts after the values of its cursor, not at a row number (keyset pagination), so rows that are added or
 * removed meanwhile neither repeat nor hide others. The cursor contains these values, which can be names. It is
 * therefore encrypted, and valid for one organisation, call and set of filters.
 */
export function createPage(
  keys: KeyRing,
  name: string,
  order: NonNullable<Route['order']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Page {
  const { cursor, limit: given, ...filters } = request.query as { cursor?: string; limit?: number }
  const context = JSON.stringify([request.principal?.organizationId, name, request.params, filters])
  const sorts = order.map((member) => ({ member: member.replace('-', ''), isDescending: member.startsWith('-') }))

  // A call that ends has a link already (contract/deprecation.ts). Read once, because a page may be read twice.
  const earlierLinks = reply.getHeader('link') ?? []

  /** @throws {InvalidFields} for an invalid cursor, or that of another list */
  function startOf(): Key | undefined {
    if (cursor === undefined) return undefined
    const opened = openValue(keys, Buffer.from(cursor, 'base64url'), context)
    if (opened === undefined) throw new InvalidFields({ cursor: ['invalid'] })
    return JSON.parse(opened.toString()) as Key // sealed by linkNext
  }

  function linkNext(last: Key) {
    // The next page is below the address that the client used.
    const [path, search] = request.originalUrl.split('?')
    const query = new URLSearchParams(search)
    query.set('cursor', sealValue(keys, Buffer.from(JSON.stringify(last)), context).toString('base64url'))
    const links = [earlierLinks, `<${path}?${query}>; rel="next"`].flat()
    reply.header('link', links.join(', '))
  }

  async function read<Row extends object>(tx: Tx, query: Expression<Row>, usual?: number, skip = 0): Promise<Row[]> {
    const limit = given ?? usual
    const start = startOf()
    const isDescending = sorts[0]!.isDescending
    if (sorts.some((sort) => sort.isDescending !== isDescending)) throw new Error(`${name} mixes sort directions`)
    const columns = sorts.map(({ member }) => sql.ref(`listed.${member}`))
    const key = sql.join(columns)
    const after = start ? sql`where (${key}) ${isDescending ? sql`<` : sql`>`} (${sql.join(start)})` : sql``
    const ordered = sql.join(columns.map((column) => sql`${column} ${isDescending ? sql`desc` : sql`asc`}`))
    if (limit === undefined)
      return (await sql<Row>`select * from ${query} as listed ${after} order by ${ordered}`.execute(tx)).rows
    // The key as JSON from the database, whose times are more precise than those of JavaScript.
    const { rows } = await sql<Row & { row_key: Key }>`
      select listed.*, jsonb_build_array(${key}) as row_key from ${query} as listed ${after}
      order by ${ordered} limit ${limit + 1} offset ${skip}`.execute(tx)
    if (rows.length > limit) linkNext(rows[limit - 1]!.row_key)
    return rows.slice(0, limit).map(({ row_key: _, ...row }) => row as unknown as Row)
  }

  function cut<Row extends object>(rows: readonly Row[]): Row[] {
    const start = startOf()
    const keyed = rows
      .map((row) => ({ row, key: sorts.map(({ member }) => row[member as keyof Row]) }))
      .sort((a, b) => compareKeys(sorts, a.key, b.key))
      .filter(({ key }) => start === undefined || compareKeys(sorts, key, start) > 0)
    const last = keyed[(given ?? keyed.length) - 1]
    if (last !== undefined && last !== keyed.at(-1)) linkNext(last.key)
    return keyed.slice(0, given).map(({ row }) => row)
  }

  return { read, cut }
}

/** Compares texts by locale and everything else as numbers. */
function compareKeys(sorts: readonly { isDescending: boolean }[], a: Key, b: Key): number {
  for (const [i, { isDescending }] of sorts.entries()) {
    const [x, y] = isDescending ? [b[i], a[i]] : [a[i], b[i]]
    const difference = typeof x === 'string' ? x.localeCompare(String(y)) : Number(x) - Number(y)
    if (difference !== 0) return difference
  }
  return 0
}
