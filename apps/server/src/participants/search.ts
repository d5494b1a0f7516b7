import type { ExaminerId, FoundParticipants } from '@fonema/contract'
import { findParticipants, searchLetters } from '@fonema/contract/participant-search'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import type { Page } from '../platform/http/pages.ts'
import { countFiltered, type Filter, findMany, listCandidates, listFiltered, toParticipant } from './queries.ts'

/** The rows of a screen's page. */
const usual = 20

type Query = {
  search?: string | undefined
  active?: 'true' | 'false' | undefined
  skip?: number | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** A page, newest first; or what a search finds, cut after the page's limit. */
export async function listOrSearch(
  tx: Tx,
  page: Page,
  examinerId: ExaminerId | null,
  { search = '', active, skip = 0, cursor, limit = usual }: Query,
): Promise<FoundParticipants> {
  const filter = { examinerId, active: active === undefined ? undefined : active === 'true' }
  const letters = searchLetters(search)
  if (letters === '') {
    const rows = await listFiltered(tx, page, filter, usual, skip)
    return { count: await countFiltered(tx, filter), participants: rows.map(toParticipant) }
  }
  // A search is cut and has no further pages, so no cursor was made for it.
  if (cursor !== undefined) throw new InvalidFields({ cursor: ['invalid'] })
  return searchParticipants(tx, filter, letters, { skip, limit })
}

/** The best of all that are found, in the order of the browser's search. */
export async function searchParticipants(
  tx: Tx,
  filter: Filter,
  letters: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<FoundParticipants> {
  const found = findParticipants(letters, await listCandidates(tx, filter, mayContain(letters)))
  const ids = found.slice(skip, skip + limit).map(({ id }) => id)
  const byId = new Map((await findMany(tx, ids)).map((row) => [row.id, toParticipant(row)]))
  return { count: found.length, participants: ids.flatMap((id) => byId.get(id) ?? []) }
}

/**
 * A condition that every match meets, so that only candidates leave the database. Code and name are decomposed, so that
 * an accent stands behind its plain letter, where it does not disturb. Only the ASCII letters of the search count:
 * databases differ in the lower case of others. The code stands on both sides of the name, as a search reads both orders.
 */
function mayContain(wanted: string): RawBuilder<boolean> {
  const letters = [...wanted].filter((letter) => letter <= '\x7f').map((letter) => letter.replace(/[\\%_]/, '\\$&'))
  const name = sql`coalesce(last_name, '') || ', ' || coalesce(first_name, '')`
  return sql<boolean>`lower(normalize(code || ${name} || code, NFD) collate "C") like ${`%${letters.join('%')}%`}`
}
