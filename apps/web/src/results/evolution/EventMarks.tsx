import { Link } from 'react-router'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import classes from './Evolution.module.css'
import type { ChartEvent } from './events.ts'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

type EventMarksProps = {
  participantId: string
  events: readonly ChartEvent[]
  xOf: (date: string) => number
  y: number
  /** Called with the event under the pointer or the focus. */
  onEvent: ((event: ChartEvent | null) => void) | undefined
}

/** Comments and surveys on the time axis. */
export function EventMarks({ participantId, events, xOf, y, onEvent }: EventMarksProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  return events.map((event) => (
    <Link
      key={event.id}
      to={event.kind === 'comment' ? links.protocolres(participantId, event.id) : links.participant(participantId)}
      className={classes.event}
      aria-label={t('analysis__event__name', {
        kind: t(`analysis__event__${event.kind}`),
        date: texts.dayOf(event.date),
        text: event.text,
      })}
      onFocus={() => onEvent?.(event)}
      onBlur={() => onEvent?.(null)}
      onPointerEnter={() => onEvent?.(event)}
      onPointerLeave={() => onEvent?.(null)}
      data-event={event.kind}
    >
      <g transform={`translate(${xOf(event.date)} ${y})`}>
        <circle r={12} className={classes.target} />
        {event.kind === 'comment' ? (
          <path d="M -6 -6 h 12 v 8 h -7 l -3 4 v -4 h -2 z" />
        ) : (
          <path d="M -5 -6 h 10 v 12 h -10 z" />
        )}
      </g>
    </Link>
  ))
}
