import { Badge, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { MicrophoneIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { StatusPage } from '../ui/StatusPage.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { fullName } from './full-name.ts'
import classes from './ParticipantPage.module.css'
import { useParticipant } from './useParticipants.ts'

/** `sessions` draws what another domain knows of the participant. */
export function ParticipantPage({ sessions }: { sessions: (participantId: string) => ReactNode }) {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const { data: participant, error, refetch } = useParticipant(participant_id)
  useTitle(participant?.code ?? t('participants__page__title'))

  if (participant === null) return <StatusPage status={404} />
  if (participant === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />

  const name = fullName(participant)
  return (
    <>
      <BackLink to={links.dashboard}>{t('participants__page__back')}</BackLink>
      <header className={classes.header}>
        <div className={classes.identity}>
          <h1 className={classes.code}>
            {participant.code}
            {!participant.active && (
              <Badge color="gray" variant="light">
                {t('participants__list__archived')}
              </Badge>
            )}
          </h1>
          {name !== null && <p className={classes.name}>{name}</p>}
        </div>
        {mayRecord && participant.active && (
          <Button component={Link} to={links.protocol(participant.id)} leftSection={<MicrophoneIcon />}>
            {t('participants__page__record')}
          </Button>
        )}
      </header>
      <Card title={t('participants__page__sessions')}>{sessions(participant.id)}</Card>
    </>
  )
}
