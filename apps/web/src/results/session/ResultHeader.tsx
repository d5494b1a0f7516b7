import type { ProtocolResponse } from '@fonema/contract'
import { deviceDate } from '@fonema/contract/device-date'
import { ActionIcon, Badge, Button, Menu } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useAccess, useUser } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { dayIn, formatApiDate, formatDay } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { FileIcon, MicrophoneIcon, MoreIcon, PrintIcon } from '../../ui/icons.tsx'
import { links } from '../../ui/links.ts'
import { Settling } from '../../ui/Settling.tsx'
import { useLastComparable } from '../side-by-side/last-comparable.ts'
import classes from './ResultHeader.module.css'
import { SessionComment } from './SessionComment.tsx'

const ReportModal = lazy(() =>
  import('../report/ReportModal.tsx').then(({ ReportModal }) => ({ default: ReportModal })),
)

type Action = { text: string; icon?: ReactNode; to?: string; onClick?: () => void }

const dayText = (date: string) => formatDay(date, currentLanguage())

/** Identifies the session and links to continuing an unfinished one. */
export function ResultHeader({ session, participant }: { session: ProtocolResponse; participant: ReactNode }) {
  const { t } = useTranslation()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const mayTakeAway = useAccess({ feature: 'downloadProtocolRes' })
  const [isReporting, setReporting] = useState(false)
  const earlier = useLastComparable(session)
  const { protocol, active, is_completed, comment, examiner } = session
  const { time_zone } = useUser().organization
  const byDevice = deviceDate(session, (time) => dayIn(time_zone, time))
  const secondary: Action[] = [
    ...(mayTakeAway && !protocol.is_practice
      ? [{ text: t('responses__result__report'), icon: <PrintIcon />, onClick: () => setReporting(true) }]
      : []),
    ...(earlier
      ? [
          {
            text: t('responses__result__compare', { date: dayText(earlier.date_created) }),
            to: links.compareSessions(session.participant, earlier.id, session.id),
          },
        ]
      : []),
  ]
  return (
    <header className={classes.header}>
      <div className={classes.back}>
        <BackLink to={links.participant(session.participant)}>{t('responses__page__back')}</BackLink>
      </div>
      <div className={classes.identity}>
        <Settling
          until={[
            queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: session.participant } }),
          ]}
        />
        <p className={classes.participant}>{participant}</p>
        <div className={classes.session}>
          <h1 className={classes.protocol}>{protocol.name}</h1>
          <p className={classes.facts}>
            <time dateTime={session.date_created}>{formatApiDate(session.date_created, currentLanguage())}</time>
            {' · '}
            {t('responses__result__examiner', { name: `${examiner.first_name} ${examiner.last_name}` })}
          </p>
          {byDevice !== null && (
            <p className={classes.facts}>
              {t('responses__result__by_device', { date: formatApiDate(byDevice, currentLanguage()) })}
            </p>
          )}
          {protocol.is_practice && (
            <Badge color="gray" variant="light">
              {t('responses__list__practice')}
            </Badge>
          )}
          {!is_completed && (
            <Badge color="yellow" variant="light" className={classes.unfinished}>
              {t('responses__list__unfinished')}
            </Badge>
          )}
          {!active && (
            <Badge color="gray" variant="light">
              {t('responses__result__archived')}
            </Badge>
          )}
        </div>
        {comment !== null && comment !== '' && <SessionComment comment={comment} />}
      </div>
      <div className={classes.actions}>
        {secondary.map(({ text, icon, to, onClick }) =>
          to === undefined ? (
            <Button key={text} variant="default" visibleFrom="sm" leftSection={icon} onClick={onClick}>
              {text}
            </Button>
          ) : (
            <Button key={text} component={Link} to={to} variant="default" visibleFrom="sm" leftSection={icon}>
              {text}
            </Button>
          ),
        )}
        {is_completed && mayRecord && !protocol.is_practice && (
          <Button
            component={Link}
            to={links.reports(session.participant, session.id)}
            leftSection={<FileIcon />}
            className={classes.primary}
          >
            {t('responses__result__prepare')}
          </Button>
        )}
        {!is_completed && active && mayRecord && (
          <Button
            component={Link}
            to={links.resume(session.participant, session.id)}
            leftSection={<MicrophoneIcon />}
            className={classes.primary}
          >
            {t('responses__result__resume')}
          </Button>
        )}
        {secondary.length > 0 && <MoreActions actions={secondary} />}
      </div>
      {isReporting && (
        <Suspense>
          <ReportModal participantId={session.participant} sessionId={session.id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** On a phone, everything but the main action is in a menu: the findings begin higher. */
function MoreActions({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={46} hiddenFrom="sm" aria-label={t('responses__result__more_actions')}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown hiddenFrom="sm">
        {actions.map(({ text, icon, to, onClick }) =>
          to === undefined ? (
            <Menu.Item key={text} leftSection={icon} onClick={onClick}>
              {text}
            </Menu.Item>
          ) : (
            <Menu.Item key={text} component={Link} to={to} leftSection={icon}>
              {text}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
