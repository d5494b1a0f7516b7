import type { CalendarEvent, ListedParticipant, Visit } from '@fonema/contract'
import { links } from '../ui/links.ts'

export const colours = { protocolres: '#7048a8', surveyres: '#5bb3dd', visit: '#0f6a70', overdue: '#a4341f' } as const

type Labels = { unfinished: string; done: string; overdue: string; what: (visit: Visit) => string }

const whose = ({ code, first_name, last_name }: ListedParticipant): string =>
  [code, first_name, last_name].filter(Boolean).join(' ')

/** What was recorded or filled in, at its moment. */
export const pastEvent = (event: CalendarEvent, { unfinished }: Labels) => ({
  id: event.id,
  title: `${whose(event.participant)} · ${event.title}${event.is_completed ? '' : ` · ${unfinished}`}`,
  start: event.date,
  color: colours[event.kind],
  url: links.participant(event.participant.id),
})

const shownMinutes = 30

/** A visit, at the time of the organisation's calendar. */
export function visitEvent(visit: Visit, labels: Labels) {
  const { id, participant, date, time, state, duration_min } = visit
  const start = new Date(`${date}T${time}:00Z`)
  const end = new Date(start.getTime() + 60_000 * (duration_min ?? shownMinutes))
  const note = state === 'overdue' ? ` · ${labels.overdue}` : state === 'done' ? ` · ${labels.done}` : ''
  return {
    id,
    title: `${whose(participant)} · ${labels.what(visit)}${note}`,
    // Without a zone, so that everybody sees the organisation's time.
    start: start.toISOString().slice(0, 19),
    end: end.toISOString().slice(0, 19),
    color: state === 'overdue' ? colours.overdue : colours.visit,
    url: links.participant(participant.id),
  }
}

/** Fulfilled visits are shown as the session or survey that fulfilled them, cancelled ones not at all. */
export const isShown = ({ state, fulfilled_by }: Visit) => state !== 'cancelled' && fulfilled_by === null
