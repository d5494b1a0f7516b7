import type { Evolution, EvolutionErrors } from '@fonema/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParticipant } from '../../api/participants.ts'
import { queryFor } from '../../api/query.ts'
import { pollEveryMs } from '../session/session-state.ts'
import { bandOf, type Change, changeOf } from './change.ts'
import type { Evolved } from './choose-lines.ts'
import { domainsFor } from './domains.ts'
import { eventsOf } from './events.ts'
import { type Line, linesOf, sessionsOf } from './lines.ts'

/** A participant's evolution, read again while a measure is still to come. */
export const useEvolution = (participantId: string) =>
  useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/evolution/', { params: { participant_id: participantId } }),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.measuring.length > 0 ? pollEveryMs : false),
  })

/** The errors of measurement of lines, by item; none are read for a line of one session. */
export function useErrors(participantId: string, lines: readonly Line[]) {
  const items = [
    ...new Set(lines.flatMap(({ itemId, points }) => (itemId === null || points.length < 2 ? [] : [itemId]))),
  ]
  const queries = useQueries({
    queries: items.map((protocol_item_id) => ({
      ...queryFor('GET /protocols/responses/{participant_id}/evolution/{protocol_item_id}/', {
        params: { participant_id: participantId, protocol_item_id },
      }),
      staleTime: 60_000,
    })),
  })
  const byItem = new Map(
    queries.flatMap(({ data }) => (data === undefined ? [] : [[data.protocol_item_id, data] as const])),
  )
  const ofLine = ({ itemId }: Line) => (itemId === null ? undefined : byItem.get(itemId))
  const errorOf = (line: Line) => line.error ?? ofLine(line)?.scores[line.score]
  return {
    isLoading: queries.some(({ isPending }) => isPending),
    needs: queries.find(({ data }) => data !== undefined)?.data?.needs,
    errorOf,
    evolve: (line: Line): Evolved => ({ line, change: changeOf(line, errorOf(line)) }),
    /** The band of a line within a population, or in its own unit. */
    bandIn: (line: Line, populationId: string | null) =>
      bandFor(line, changeOf(line, errorOf(line)), ofLine(line), populationId),
  }
}

/** The lines of an evolution with their changes; incomplete while the errors of measurement are loading. */
export function useEvolved(participantId: string, evolution: Evolution) {
  const lines = linesOf(evolution)
  const errors = useErrors(participantId, lines)
  const participant = useParticipant(participantId)
  const sessions = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  const surveys = useQuery(
    queryFor('GET /surveys/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  const times = sessionsOf(lines).map(({ date }) => date)
  const range = [times[0] ?? '', times.at(-1) ?? ''] as const
  return {
    isLoading: errors.isLoading || [participant, sessions, surveys].some(({ isPending }) => isPending),
    lines,
    evolved: lines.map(errors.evolve),
    errorOf: errors.errorOf,
    important: domainsFor(participant.data?.diagnose ?? null),
    events: times.length < 2 ? [] : eventsOf(sessions.data ?? [], surveys.data ?? [], range),
    needs: errors.needs,
    bandIn: errors.bandIn,
  }
}

function bandFor(
  line: Line,
  change: Change | null,
  errors: EvolutionErrors | undefined,
  populationId: string | null,
): [number, number] | null {
  const band = bandOf(line, change)
  if (populationId === null || band === null || change === null || !('from' in change)) return band
  return errors?.bands[line.score]?.[populationId]?.[change.from.session] ?? null
}
