import type { ProtocolResponseSummary, SurveyResponseSummary } from '@fonema/contract'

/** Something that happened on a day: what the examiner noted about a session, or a survey that was filled in. */
export type ChartEvent = { id: string; date: string; kind: 'comment' | 'survey'; text: string }

/** The events between the first and the last session, oldest first. */
export function eventsOf(
  sessions: readonly ProtocolResponseSummary[],
  surveys: readonly SurveyResponseSummary[],
  [first, last]: readonly [string, string],
): ChartEvent[] {
  const comments = sessions.flatMap(({ id, active, comment, date_created }): ChartEvent[] => {
    const text = comment?.trim() ?? ''
    return !active || text === '' ? [] : [{ id, date: date_created, kind: 'comment', text }]
  })
  const filled = surveys.flatMap(({ id, active, is_completed, survey, date_created }): ChartEvent[] =>
    active && is_completed ? [{ id, date: date_created, kind: 'survey', text: survey.name }] : [],
  )
  return [...comments, ...filled]
    .filter(({ date }) => date >= first && date <= last)
    .sort((a, b) => a.date.localeCompare(b.date))
}
