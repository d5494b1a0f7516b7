import type { CalendarEvent } from '@fonema/contract'
import FullCalendar from '@fullcalendar/react'
import listPlugin from '@fullcalendar/react/list'
import esLocale from '@fullcalendar/react/locales/es'
import frLocale from '@fullcalendar/react/locales/fr'
import ptLocale from '@fullcalendar/react/locales/pt-br'
import classicTheme from '@fullcalendar/react/themes/classic'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { queryFor } from '../api/query.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import classes from './AgendaCalendar.module.css'

const heightPx = 500
const plugins = [listPlugin, classicTheme]
const locales = [esLocale, frLocale, ptLocale]
const toolbar = { start: 'title', end: 'today prev,next' }
const colours = { protocolres: '#7048a8', surveyres: '#5bb3dd' } as const

/** Selects the participant whose entries are shown: null for all. */
export type ParticipantFilter = ComponentType<{ participantId: string | null; onChange: (id: string | null) => void }>

type AgendaCalendarProps = { Filter: ParticipantFilter; onLeave?: () => void }

/** A month of sessions and surveys as a list; each entry links to its participant. */
export function AgendaCalendar({ Filter, onLeave }: AgendaCalendarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [participantId, setParticipantId] = useState<string | null>(null)
  const [month, setMonth] = useState<{ from: string; to: string } | null>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryFor('GET /calendar_events/', { query: month ?? {} }),
    enabled: month !== null,
    placeholderData: keepPreviousData,
  })
  const shown = (data ?? []).filter(({ participant }) => participantId === null || participant.id === participantId)

  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.agenda}>
      <div className={classes.head}>
        <div className={classes.filter}>
          <Filter participantId={participantId} onChange={setParticipantId} />
        </div>
        <ul className={classes.legend}>
          {(['protocolres', 'surveyres'] as const).map((kind) => (
            <li key={kind}>
              <i style={{ background: colours[kind] }} />
              {t(`agenda__kind__${kind}`)}
            </li>
          ))}
        </ul>
      </div>
      <FullCalendar
        plugins={plugins}
        initialView="listMonth"
        height={heightPx}
        locales={locales}
        locale={currentLanguage() === 'pt' ? 'pt-br' : currentLanguage()}
        headerToolbar={toolbar}
        listItemEventTimeClass={classes.time}
        listItemEventTitleClass={classes.title}
        todayText={t('agenda__this_month')}
        todayHint={t('agenda__this_month')}
        prevHint={t('agenda__previous')}
        nextHint={t('agenda__next')}
        noEventsClass={classes.empty}
        // While a month is loading, it is unknown whether it is empty.
        noEventsText={
          data === undefined || isPlaceholderData
            ? '…'
            : t(participantId === null ? 'agenda__empty' : 'agenda__empty_filtered')
        }
        // Called after every render, even if the month is unchanged.
        datesSet={({ start, end }) => {
          const [from, to] = [start.toISOString(), end.toISOString()]
          setMonth((known) => (known?.from === from && known.to === to ? known : { from, to }))
        }}
        events={shown.map((event) => ({
          id: event.id,
          title: `${whoseOf(event)} · ${event.title}${event.is_completed ? '' : ` · ${t('agenda__unfinished')}`}`,
          start: event.date,
          color: colours[event.kind],
          url: links.participant(event.participant.id),
        }))}
        eventClick={({ event, jsEvent }) => {
          if (jsEvent.ctrlKey || jsEvent.metaKey) return
          jsEvent.preventDefault()
          onLeave?.()
          void navigate(event.url)
        }}
      />
    </div>
  )
}

function whoseOf({ participant: { code, first_name, last_name } }: CalendarEvent): string {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return name === '' ? code : `${code} ${name}`
}
