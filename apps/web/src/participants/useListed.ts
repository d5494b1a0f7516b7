import type { Participant } from '@fonema/contract'
import { findParticipants, prepareSearch } from '@fonema/contract/participant-search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { participantsQuery, useHasMany } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'

/** The most results that a search on the server shows. */
export const shownResults = 100

/** Addresses with larger numbers are not asked for. */
const lastPage = 100_000

type Wanted = {
  /** Active ones for the list, archived ones for their own list. A search covers both. */
  active: boolean
  /** The letters of a search; empty: a page. */
  letters: string
  page: number
  /** Rows of a page; null: all rows. */
  pageSize: number | null
}

export type Listed = {
  /** Undefined until they are known. */
  rows: readonly Participant[] | undefined
  /** How many there are in all. */
  count: number
  /** These rows are still those of the page or search before. */
  isEarlier: boolean
  error: Error | null
  refetch: () => unknown
}

/** The rows of a page or of a search: from the whole list, or from the server where there are many. */
export function useListed({ active, letters, page, pageSize }: Wanted): Listed {
  const hasMany = useHasMany()
  const isSearch = letters !== ''
  const isWhole = !hasMany || (!isSearch && pageSize === null)
  const whole = useQuery({ ...participantsQuery, enabled: isWhole })
  const size = pageSize ?? shownResults
  // A page that does not exist becomes the last one.
  const [known, setKnown] = useState(Number.POSITIVE_INFINITY)
  const shownPage = Math.max(1, Math.min(page, lastPage, Math.ceil(known / size)))
  const part = useQuery({
    ...queryFor('GET /user/participants/search/', {
      query: isSearch
        ? { search: letters, limit: shownResults }
        : { active: active ? 'true' : 'false', skip: (shownPage - 1) * size, limit: size },
    }),
    enabled: !isWhole,
    placeholderData: keepPreviousData,
  })
  const counted = isSearch || isWhole || part.isPlaceholderData ? known : (part.data?.count ?? known)
  if (counted !== known) setKnown(counted)
  const all = whole.data
  const listed = useMemo(() => all?.filter((participant) => participant.active === active), [all, active])
  const found = useMemo(
    () => (isSearch && isWhole ? all && findParticipants(letters, all) : undefined),
    [all, letters, isSearch, isWhole],
  )
  // Prepared before typing starts, so that the first letter is as fast as the others.
  useEffect(() => {
    if (all === undefined || hasMany) return
    const timer = setTimeout(prepareSearch, 200, all)
    return () => clearTimeout(timer)
  }, [all, hasMany])

  if (!isWhole) {
    const { data, error, refetch, isPlaceholderData } = part
    // A change is shown before the server's page has it.
    const rows = isSearch
      ? data?.participants
      : data?.participants.filter((participant) => participant.active === active)
    return { rows, count: data?.count ?? 0, isEarlier: isPlaceholderData, error, refetch }
  }
  const rows = isSearch ? found : listed
  const { error, refetch } = whole
  const count = rows?.length ?? 0
  const isPaged = !isSearch && pageSize !== null
  const first = (Math.min(page, Math.max(1, Math.ceil(count / size))) - 1) * size
  return { rows: isPaged ? rows?.slice(first, first + size) : rows, count, isEarlier: false, error, refetch }
}
