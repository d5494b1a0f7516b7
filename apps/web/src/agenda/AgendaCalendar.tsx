import type { Visit } from '@fonema/contract'
import FullCalendar from '@fullcalendar/react'
import dayGridPlugin from '@fullcalendar/react/daygrid'
import interactionPlugin from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import esLocale from '@fullcalendar/react/locales/es'
import frLocale from '@fullcalendar/react/locales/fr'
import ptLocale from '@fullcalendar/react/locales/pt-br'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTimeZone } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { dayIn, wallClockIn } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import classes from './AgendaCalendar.module.css'
import { colours, isShown, pastEvent, visitEvent } from './agenda-events.ts'
import { useVisitTexts } from './useVisitTexts.ts'

/** Of the month and the week. A list is as long as its entries: none may hide below an edge. */
const heightPx = 500
const plugins = [listPlugin, dayGridPlugin, timeGridPlugin, interactionPlugin, classicTheme]
const locales = [esLocale, frLocale, ptLocale]
const firstView = 'listMonth'
const toolbar = { start: 'title', end: 'listMonth,dayGridMonth,timeGridWeek today prev,next' }

/** Selects the participant whose entries are shown: null for all. */
export type ParticipantFilter = ComponentType<{ participantId: string | null; onChange: (id: string | null) => void }>

type AgendaCalendarProps = {
  Filter: ParticipantFilter
  onLeave?: () => void
  /** Opens a visit; absent: a visit links to its participant. */
  onOpenVisit?: (visit: Visit) => void
  /** A day of the month or week was chosen. */
  onDay?: (date: string) => void
}

/** Visits, sessions and surveys: a month as a list, a month, or a week. Past entries link to their participant. */
export function AgendaCalendar({ Filter, onLeave, onOpenVisit, onDay }: AgendaCalendarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [participantId, setParticipantId] = useState<string | null>(null)
  const [view, setView] = useState(firstView)
  const isWeek = view === 'timeGridWeek'
  const [month, setMonth] = useState<{ from: string; to: string } | null>(null)
  const [isNow, setNow] = useState(true)
  const [showsPast, setShowsPast] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryFor('GET /calendar_events/', { query: month ?? {} }),
    enabled: month !== null,
    placeholderData: keepPreviousData,
  })
  const visits = useQuery({
    ...queryFor('GET /visits/', { query: days(month) }),
    enabled: month !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const texts = useVisitTexts()
  const timeZone = useTimeZone()
  const labels = {
    unfinished: t('agenda__unfinished'),
    done: t('visits__state__done'),
    overdue: t('visits__state__overdue'),
    what: texts.what,
  }
  const isWanted = ({ participant }: { participant: { id: string } }) =>
    participantId === null || participant.id === participantId
  const shown = (data ?? []).filter(isWanted)
  const planned = (visits.data ?? []).filter((visit) => isWanted(visit) && isShown(visit))
  const events = [
    ...planned.map((visit) => visitEvent(visit, labels)),
    ...shown.map((event) => pastEvent(event, timeZone, labels)),
  ]
  // The list begins with today: what is done is of less use than what is to be done.
  const today = dayIn(timeZone, new Date())
  const isListed = view === firstView && isNow
  const isFromToday = ({ start }: { start: string }) => start.slice(0, 10) >= today
  const mayShowPast = isListed && !events.every(isFromToday)
  const isUnknown = data === undefined || isPlaceholderData || visits.data === undefined || visits.isPlaceholderData
  const failed = error ?? visits.error

  if (failed !== null && (data === undefined || visits.data === undefined))
    return <ErrorState error={failed} onRetry={() => void Promise.all([refetch(), visits.refetch()])} />
  return (
    <div className={classes.agenda}>
      <div className={classes.head}>
        <div className={classes.filter}>
          <Filter participantId={participantId} onChange={setParticipantId} />
        </div>
        <ul className={classes.legend}>
          {(['visit', 'protocolres', 'surveyres'] as const).map((kind) => (
            <li key={kind}>
              <i style={{ background: colours[kind] }} />
              {t(`agenda__kind__${kind}`)}
            </li>
          ))}
        </ul>
      </div>
      {isListed && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.past}
          data-useless={!mayShowPast || undefined}
          onClick={() => setShowsPast(!showsPast)}
        >
          {t(showsPast ? 'agenda__hide_past' : 'agenda__show_past')}
        </Button>
      )}
      <FullCalendar
        plugins={plugins}
        initialView={firstView}
        height={view === firstView ? 'auto' : heightPx}
        locales={locales}
        locale={currentLanguage() === 'pt' ? 'pt-br' : currentLanguage()}
        headerToolbar={toolbar}
        toolbarClass={classes.toolbar}
        toolbarSectionClass={classes.section}
        listItemEventTimeClass={classes.time}
        listItemEventTitleClass={classes.title}
        listText={t('visits__view__list')}
        monthText={t('visits__view__month')}
        weekTextLong={t('visits__view__week')}
        todayText={t(isWeek ? 'visits__view__this_week' : 'agenda__this_month')}
        todayHint={t(isWeek ? 'visits__view__this_week' : 'agenda__this_month')}
        prevHint={t(isWeek ? 'visits__view__previous_week' : 'agenda__previous')}
        nextHint={t(isWeek ? 'visits__view__next_week' : 'agenda__next')}
        viewHint="$0"
        eventsHint={t('agenda__card')}
        closeHint={t('base__dialog__close')}
        moreLinkText={(count) => t('agenda__more', { count })}
        moreLinkHint={(count) => t('agenda__more', { count })}
        now={() => wallClockIn(timeZone, new Date())}
        scrollTime="08:00:00"
        allDaySlot={false}
        dayMaxEvents
        noEventsClass={classes.empty}
        // While a month is loading, it is unknown whether it is empty.
        noEventsText={
          isUnknown
            ? '…'
            : mayShowPast
              ? t('agenda__empty_from_today')
              : t(participantId === null ? 'agenda__empty' : 'agenda__empty_filtered')
        }
        // Called after every render, even if the month is unchanged.
        datesSet={({ start, end, view }) => {
          setView(view.type)
          setNow(start.getTime() <= Date.now() && Date.now() < end.getTime())
          const [from, to] = [start.toISOString(), end.toISOString()]
          setMonth((known) => (known?.from === from && known.to === to ? known : { from, to }))
        }}
        events={mayShowPast && !showsPast ? events.filter(isFromToday) : events}
        {...(onDay && { dateClick: ({ dateStr }: { dateStr: string }) => onDay(dateStr.slice(0, 10)) })}
        eventClick={({ event, jsEvent }) => {
          if (jsEvent.ctrlKey || jsEvent.metaKey) return
          jsEvent.preventDefault()
          const visit = planned.find(({ id }) => id === event.id)
          if (visit !== undefined && onOpenVisit !== undefined) return onOpenVisit(visit)
          onLeave?.()
          void navigate(event.url)
        }}
      />
    </div>
  )
}

/** The days of a stretch, whose end is excluded, with one more day for other time zones. */
function days(stretch: { from: string; to: string } | null) {
  if (stretch === null) return {}
  return { from: stretch.from.slice(0, 10), to: stretch.to.slice(0, 10) }
}
