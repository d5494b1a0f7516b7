import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { type TimelineEntry, type TimelineKind, timelineOf } from './timeline-entries.ts'

export type Timeline = {
  /** Undefined until every list has arrived or failed, and when neither sessions nor surveys arrived. */
  entries: TimelineEntry[] | undefined
  failed: { kind: TimelineKind; error: Error; refetch: () => unknown }[]
}

/** Everything of a participant by date, from the lists that the user may read. */
export function useTimeline(participantId: string): Timeline {
  const mayReadResults = useAccess({ feature: 'readProtocolRes' })
  const mayReadFiles = useAccess({ feature: 'readFiles' })
  const params = { participant_id: participantId }
  const sessions = useQuery(queryFor('GET /protocols/responses/{participant_id}/', { params }))
  const surveys = useQuery(queryFor('GET /surveys/responses/{participant_id}/', { params }))
  const visits = useQuery(queryFor('GET /visits/{participant_id}/', { params }))
  const reports = useQuery({
    ...queryFor('GET /clinical_reports/{participant_id}/', { params }),
    enabled: mayReadResults,
  })
  const files = useQuery({ ...queryFor('GET /files/{participant_id}/', { params }), enabled: mayReadFiles })

  const lists = [
    { kind: 'session', list: sessions },
    { kind: 'survey', list: surveys },
    { kind: 'visit', list: visits },
    ...(mayReadResults ? [{ kind: 'report', list: reports } as const] : []),
    ...(mayReadFiles ? [{ kind: 'file', list: files } as const] : []),
  ] as const
  const isSettled = lists.every(({ list }) => list.data !== undefined || list.error !== null)
  // A list that was read before stays when reading it again fails.
  const failed = lists.flatMap(({ kind, list: { data, error, refetch } }) =>
    data === undefined && error !== null ? [{ kind, error, refetch }] : [],
  )
  const entries = useMemo(() => {
    if (!isSettled || (sessions.data === undefined && surveys.data === undefined)) return undefined
    const sources = {
      sessions: sessions.data ?? [],
      surveys: surveys.data ?? [],
      visits: visits.data ?? [],
      reports: reports.data ?? [],
      files: files.data ?? [],
    }
    return timelineOf(sources, monthInReadersZone)
  }, [isSettled, sessions.data, surveys.data, visits.data, reports.data, files.data])
  return { entries, failed }
}

function monthInReadersZone(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}
