import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { useParticipant } from '../api/participants.ts'
import { formatApiDate, formatDay } from '../ui/dates.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { MicrophoneIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import classes from './Today.module.css'
import type { TodayCardProps } from './TodayCard.tsx'
import type { TodayRow } from './today-rows.ts'

type TodayItemProps = Pick<TodayCardProps, 'onSurvey'> & { row: TodayRow; today: string }

/** When or what kind, who and what, and one action. */
export function TodayItem({ row, today, onSurvey }: TodayItemProps) {
  const { t } = useTranslation()
  const known = useParticipant(row.kind === 'upload' ? row.participant.id : '').data
  const participant = row.kind === 'upload' ? known : row.participant
  const name = [participant?.first_name, participant?.last_name].filter(Boolean).join(' ')
  const isOverdue = row.kind === 'visit' && row.visit.state === 'overdue'
  return (
    <li className={classes.row}>
      <span
        className={classes.when}
        data-overdue={isOverdue || undefined}
        data-time={row.kind === 'visit' || undefined}
      >
        {row.kind !== 'visit' ? (
          t(`visits__today__kind_${row.kind}`)
        ) : isOverdue ? (
          <>
            {formatApiDate(row.visit.date, currentLanguage())} <span>{t('visits__state__overdue')}</span>
          </>
        ) : row.visit.date === today ? (
          row.visit.time
        ) : (
          formatApiDate(row.visit.date, currentLanguage())
        )}
      </span>
      <span className={classes.what}>
        <Link to={links.participant(row.participant.id)} className={classes.who} data-head>
          {name !== '' && <strong>{name}</strong>}{' '}
          <span className={classes.code}>{name === '' ? <strong>{participant?.code}</strong> : participant?.code}</span>
        </Link>
        <Detail row={row} />
      </span>
      <Action row={row} code={participant?.code ?? ''} onSurvey={onSurvey} />
    </li>
  )
}

function Detail({ row }: { row: TodayRow }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  switch (row.kind) {
    case 'visit': {
      const { protocol, survey, series, note } = row.visit
      const what = [protocol?.name, survey?.name].filter((one) => one !== undefined).join(' + ')
      const place = series && t('visits__what__series', { position: series.position, of: series.count })
      const parts = [what || t('visits__what__open'), place, note].filter(Boolean)
      return <span className={classes.detail}>{parts.join(' · ')}</span>
    }
    case 'upload':
      return <span className={classes.detail}>{t('visits__today__waiting', { count: row.waiting.count })}</span>
    case 'unfinished': {
      const { protocol, answered, items, started_at } = row.session
      const progress = t('visits__today__answered', { answered, items })
      return <span className={classes.detail}>{[protocol, progress, formatDay(started_at, language)].join(' · ')}</span>
    }
    case 'unread':
      return (
        <span className={classes.detail}>
          {[row.session.protocol, formatDay(row.session.started_at, language)].join(' · ')}
        </span>
      )
    default:
      return <span className={classes.detail}>{[row.draft.number, row.draft.protocol].join(' · ')}</span>
  }
}

type ActionProps = Pick<TodayCardProps, 'onSurvey'> & { row: TodayRow; code: string }

function Action({ row, code, onSurvey }: ActionProps) {
  const { t } = useTranslation()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const maySurvey = useAccess({ feature: 'recordSurvey' })
  const link = (to: string, text: string) => (
    <Button component={Link} to={to} variant="light" className={classes.action} aria-label={`${text}: ${code}`}>
      {text}
    </Button>
  )
  switch (row.kind) {
    case 'visit': {
      const { id, participant, protocol, survey } = row.visit
      if (survey !== null && protocol === null)
        return maySurvey ? (
          <Button
            variant="light"
            className={classes.action}
            aria-label={`${t('visits__row__survey')}: ${code}`}
            onClick={() => onSurvey({ participantId: participant.id, surveyId: survey.id, visitId: id })}
          >
            {t('visits__row__survey')}
          </Button>
        ) : null
      return mayRecord ? (
        <Button
          component={Link}
          to={links.protocol(participant.id, protocol?.id, id)}
          variant="light"
          className={classes.action}
          leftSection={<MicrophoneIcon size={18} />}
          aria-label={`${t('visits__row__record')}: ${code}`}
        >
          {t('visits__row__record')}
        </Button>
      ) : null
    }
    case 'upload':
      return link(links.participant(row.participant.id), t('visits__row__open'))
    case 'unfinished':
      return mayRecord ? link(links.resume(row.participant.id, row.session.session), t('visits__row__resume')) : null
    case 'unread':
      return link(links.protocolres(row.participant.id, row.session.session), t('visits__row__read'))
    default:
      return link(links.report(row.participant.id, row.draft.report), t('visits__row__continue'))
  }
}
