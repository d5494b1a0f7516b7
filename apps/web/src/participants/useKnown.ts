import type { Participant } from '@fonema/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { participantsQuery, useHasMany } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import type { RegistrationValues } from './registration.ts'

const none: readonly Participant[] = []

/**
 * Participants among whom a duplicate may be: all, or where there are many those whose code or name has the typed letters.
 * A code that is typed with a letter too many is then not found; the same code is refused by the server.
 */
export function useKnown({
  code,
  first_name,
  last_name,
}: Pick<RegistrationValues, 'code' | 'first_name' | 'last_name'>) {
  const hasMany = useHasMany()
  const all = useQuery({ ...participantsQuery, enabled: !hasMany }).data
  const search = (text: string) => ({
    ...queryFor('GET /user/participants/search/', { query: { search: text.trim().slice(0, 200), limit: 20 } }),
    enabled: hasMany && text.trim().length > 2,
    placeholderData: keepPreviousData,
  })
  const byCode = useQuery(search(code)).data?.participants
  const byName = useQuery(search(`${last_name} ${first_name}`)).data?.participants
  return hasMany ? [...(byCode ?? none), ...(byName ?? none)] : (all ?? none)
}
