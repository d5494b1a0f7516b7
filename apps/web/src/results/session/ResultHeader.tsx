import type { ProtocolResponse } from '@fonema/contract'
import { Badge, Button, Spoiler } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { MicrophoneIcon, PrintIcon } from '../../ui/icons.tsx'
import { links } from '../../ui/links.ts'
import classes from './ResultHeader.module.css'

const ReportModal = lazy(() =>
  import('../report/ReportModal.tsx').then(({ ReportModal }) => ({ default: ReportModal })),
)

/** Identifies the session and links to continuing an unfinished one. */
export function ResultHeader({ session, participant }: { session: ProtocolResponse; participant: ReactNode }) {
  const { t } = useTranslation()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const mayTakeAway = useAccess({ feature: 'downloadProtocolRes' })
  const [isReporting, setReporting] = useState(false)
  const { protocol, active, is_completed, comment } = session
  return (
    <header className={classes.header}>
      <div className={classes.identity}>
        <h1 className={classes.protocol}>
          {protocol.name}
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
        </h1>
        <p className={classes.facts}>
          <span className={classes.participant}>{participant}</span>
          <time dateTime={session.date_created}>{formatApiDate(session.date_created, currentLanguage())}</time>
        </p>
        {comment !== null && comment !== '' && (
          <Spoiler
            maxHeight={78}
            className={classes.comment}
            showLabel={t('responses__result__comment_more')}
            hideLabel={t('responses__result__comment_less')}
          >
            <span className={classes.label}>{t('responses__result__comment')}</span> {comment}
          </Spoiler>
        )}
      </div>
      <div className={classes.actions}>
        {mayTakeAway && !protocol.is_practice && (
          <Button variant="default" leftSection={<PrintIcon />} onClick={() => setReporting(true)}>
            {t('responses__result__report')}
          </Button>
        )}
        {!is_completed && active && mayRecord && (
          <Button component={Link} to={links.resume(session.participant, session.id)} leftSection={<MicrophoneIcon />}>
            {t('responses__result__resume')}
          </Button>
        )}
      </div>
      {isReporting && (
        <Suspense>
          <ReportModal participantId={session.participant} sessionId={session.id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </header>
  )
}
