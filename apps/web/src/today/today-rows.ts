import type { ListedParticipant, Today, Visit } from '@fonema/contract'

/** Recordings of a session that wait on this device. */
export type Waiting = { participantId: string; responseId: string; count: number; since: number }

export type TodayRow =
  | { kind: 'visit'; key: string; visit: Visit; participant: ListedParticipant }
  | { kind: 'upload'; key: string; waiting: Waiting; participant: { id: string } }
  | { kind: 'unfinished'; key: string; session: Today['unfinished']['rows'][number]; participant: ListedParticipant }
  | { kind: 'unread'; key: string; session: Today['unread']['rows'][number]; participant: ListedParticipant }
  | { kind: 'draft'; key: string; draft: Today['drafts']['rows'][number]; participant: ListedParticipant }

/** How many rows of a kind are shown at first. */
const shownFirst: Record<TodayRow['kind'], number> = { visit: 3, upload: 1, unfinished: 1, unread: 1, draft: 1 }

/** Everything to do, in the order in which it is shown: visits, what could be lost, then what can wait. */
export function rowsOf({ visits, unfinished, unread, drafts }: Today, waiting: readonly Waiting[]): TodayRow[] {
  return [
    ...visits.rows.map((visit) => ({ kind: 'visit', key: visit.id, visit, participant: visit.participant }) as const),
    ...waiting.map(
      (one) =>
        ({ kind: 'upload', key: `u${one.responseId}`, waiting: one, participant: { id: one.participantId } }) as const,
    ),
    ...unfinished.rows.map(
      (session) => ({ kind: 'unfinished', key: session.session, session, participant: session.participant }) as const,
    ),
    ...unread.rows.map(
      (session) => ({ kind: 'unread', key: session.session, session, participant: session.participant }) as const,
    ),
    ...drafts.rows.map(
      (draft) => ({ kind: 'draft', key: draft.report, draft, participant: draft.participant }) as const,
    ),
  ]
}

/** The rows that are shown at first: a few of each kind, so that no kind hides the others. */
export function firstRows(rows: readonly TodayRow[]): TodayRow[] {
  const seen: Partial<Record<TodayRow['kind'], number>> = {}
  return rows.filter(({ kind }) => {
    seen[kind] = (seen[kind] ?? 0) + 1
    return seen[kind] <= shownFirst[kind]
  })
}

/** The number of all, also of those beyond the answer's rows. */
export const countOf = ({ visits, unfinished, unread, drafts }: Today, waiting: readonly Waiting[]): number =>
  visits.count + waiting.length + unfinished.count + unread.count + drafts.count
