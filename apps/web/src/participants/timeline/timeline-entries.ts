import type {
  ClinicalReportSummary,
  ParticipantFile,
  ProtocolResponseSummary,
  SurveyResponseSummary,
  Visit,
} from '@fonema/contract'
import type { Result } from '../activity/useActivity.ts'

/** By what the timeline can be filtered. */
const timelineKinds = ['session', 'survey', 'visit', 'comment', 'report', 'file'] as const
export type TimelineKind = (typeof timelineKinds)[number]

type Placed = {
  key: string
  /** The moment by which it is sorted: an ISO date-time in UTC. */
  at: string
  /** The month in which it is shown, `YYYY-MM`. */
  month: string
  kinds: readonly TimelineKind[]
}
export type TimelineEntry = Placed &
  (
    | { what: 'result'; given: Result /** The planned visit that it fulfilled. */; fulfilled: Visit | undefined }
    | { what: 'visit'; visit: Visit }
    | { what: 'report'; report: ClinicalReportSummary }
    | { what: 'file'; file: ParticipantFile }
  )

export type TimelineSources = {
  sessions: readonly ProtocolResponseSummary[]
  surveys: readonly SurveyResponseSummary[]
  visits: readonly Visit[]
  reports: readonly ClinicalReportSummary[]
  files: readonly ParticipantFile[]
}

/**
 * Everything of a participant, newest first. Archived sessions and surveys and cancelled visits are left out. A visit that
 * a listed session or survey fulfilled stands with it, and so does a session's comment.
 *
 * @param monthOf the month of a moment in the reader's time zone, `YYYY-MM`
 */
export function timelineOf(sources: TimelineSources, monthOf: (moment: string) => string): TimelineEntry[] {
  const fulfilled = new Map(sources.visits.map((visit) => [visit.fulfilled_by?.id, visit]))
  const results: Result[] = [
    ...sources.sessions.map((result) => ({ kind: 'protocolres', result }) as const),
    ...sources.surveys.map((result) => ({ kind: 'surveyres', result }) as const),
  ]
  const shown = results.filter(({ result }) => result.active)
  const shownIds = new Set<string>(shown.map(({ result }) => result.id))
  const placed = (key: string, at: string, month = monthOf(at)) => ({ key, at, month })
  const entries: TimelineEntry[] = [
    ...shown.map((given) => {
      const visit = fulfilled.get(given.result.id)
      return {
        ...placed(given.result.id, given.result.date_created),
        what: 'result' as const,
        kinds: kindsOf(given, visit),
        given,
        fulfilled: visit,
      }
    }),
    ...sources.visits
      .filter(({ state, fulfilled_by }) => state !== 'cancelled' && !shownIds.has(fulfilled_by?.id ?? ''))
      .map((visit) => ({
        // Its day is that of the organisation's calendar, wherever the reader is.
        ...placed(visit.id, visit.planned_at, visit.date.slice(0, 7)),
        what: 'visit' as const,
        kinds: ['visit' as const],
        visit,
      })),
    ...sources.reports.map((report) => ({
      ...placed(report.id, report.signature?.at ?? report.created_at),
      what: 'report' as const,
      kinds: ['report' as const],
      report,
    })),
    ...sources.files.map((file) => ({
      ...placed(file.id, file.date_created),
      what: 'file' as const,
      kinds: ['file' as const],
      file,
    })),
  ]
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function kindsOf({ kind, result }: Result, fulfilled: Visit | undefined): TimelineKind[] {
  const kinds: TimelineKind[] = [kind === 'protocolres' ? 'session' : 'survey']
  if (fulfilled !== undefined) kinds.push('visit')
  if (kind === 'protocolres' && result.comment !== null) kinds.push('comment')
  return kinds
}

/** How many entries there are of each kind that occurs, in a fixed order. */
export function countKinds(entries: readonly TimelineEntry[]): [TimelineKind, number][] {
  return timelineKinds
    .map((kind) => [kind, entries.filter(({ kinds }) => kinds.includes(kind)).length] as [TimelineKind, number])
    .filter(([, count]) => count > 0)
}
