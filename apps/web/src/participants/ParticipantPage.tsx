import type { Participant, ProtocolResponseSummary, Visit } from '@fonema/contract'
import { fullName } from '@fonema/contract/participant-search'
import { Badge, Button, Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { useParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { MicrophoneIcon, RepeatIcon, SurveyIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { Settling } from '../ui/Settling.tsx'
import { StatusPage } from '../ui/StatusPage.tsx'
import { settlingPart } from '../ui/settling-part.ts'
import { useTitle } from '../ui/useTitle.ts'
import { ArchivedResults } from './activity/ArchivedResults.tsx'
import { CommentModal } from './activity/CommentModal.tsx'
import type { Uploads } from './activity/ResultRow.tsx'
import { NextVisit } from './NextVisit.tsx'
import { ParticipantBrief } from './ParticipantBrief.tsx'
import { type ParticipantDialog, ParticipantMenu } from './ParticipantMenu.tsx'
import classes from './ParticipantPage.module.css'
import { Timeline } from './timeline/Timeline.tsx'
import { useLastProtocols } from './useLastProtocols.ts'
import { useLastSession } from './useLastSession.ts'
import { useOnlyThese } from './useOnlyThese.ts'
import { useSetActive } from './useSetActive.ts'

/** What other domains offer for a participant. Each part is loaded when opened. */
export type ParticipantParts = {
  Survey: ComponentType<{ participant: Participant; surveyId?: string | undefined; onClose: () => void }>
  SurveyResponse: ComponentType<{ participant: Participant; responseId: string; onClose: () => void }>
  ArchivedSurveys: ComponentType<{
    participant: Participant
    children: ReactNode
    onContinue: (surveyId: string) => void
    onClose: () => void
  }>
  Files: ComponentType<{ participant: Participant; onClose: () => void }>
  Evolution: ComponentType<{ participantId: string }>
  LastFindings: ComponentType<{ session: ProtocolResponseSummary }>
  /** A visit; without one, the form that plans another. */
  Visit: ComponentType<{ participantId: string; visit?: Visit | undefined; onClose: () => void }>
  Uploads: Uploads
  Report: ComponentType<{ participantId: string; onClose: () => void }>
}

type Opened =
  | { what: ParticipantDialog }
  | { what: 'survey'; surveyId?: string }
  | { what: 'response' | 'comment'; id: string }
  | { what: 'visit'; visit?: Visit }
  | null

export function ParticipantPage({ parts }: { parts: ParticipantParts }) {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const maySurvey = useAccess({ feature: 'recordSurvey' })
  const mayArchive = useAccess({ feature: 'archiveParticipant' })
  const mayReadResults = useAccess({ feature: 'readProtocolRes' })
  const [opened, setOpened] = useState<Opened>(null)
  const restore = useSetActive(() => {})
  const { data: participant, error, refetch } = useParticipant(participant_id)
  const last = useLastProtocols([{ id: participant_id }]).get(participant_id)
  const { options: ofThisOne } = useOnlyThese([{ id: participant_id }])
  const lastSession = useLastSession(participant_id)
  useTitle(participant?.code ?? t('participants__page__title'))

  if (participant === null) return <StatusPage status={404} />
  if (participant === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />

  const name = fullName(participant)
  const close = () => setOpened(null)
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
          <Settling
            until={[
              queryFor('GET /cms/locales/'),
              queryFor('GET /visits/{participant_id}/', { params: { participant_id } }),
              queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id } }),
              ...(mayRecord ? [queryFor('GET /protocols/last_recorded/', ...ofThisOne)] : []),
            ]}
          />
          {name !== null && <p className={classes.name}>{name}</p>}
          <p className={classes.brief}>
            <ParticipantBrief participant={participant} />
          </p>
          <NextVisit
            participant={participant}
            onPlan={() => setOpened({ what: 'visit' })}
            onOpen={(visit) => setOpened({ what: 'visit', visit })}
          />
        </div>
        <div className={classes.actions}>
          {mayRecord && participant.active && (
            <Button
              component={Link}
              to={links.protocol(participant.id)}
              className={classes.record}
              leftSection={<MicrophoneIcon />}
            >
              {t('participants__page__record')}
            </Button>
          )}
          {!participant.active && mayArchive && (
            <Button variant="default" onClick={() => restore.mutate({ participant, active: true })}>
              {t('participants__list__restore')}
            </Button>
          )}
          {mayRecord && participant.active && last !== undefined && (
            <Button
              component={Link}
              to={links.protocol(participant.id, last.protocol)}
              variant="default"
              leftSection={<RepeatIcon />}
            >
              {t('participants__list__repeat', { name: last.name })}
            </Button>
          )}
          {maySurvey && participant.active && (
            <Button variant="default" leftSection={<SurveyIcon />} onClick={() => setOpened({ what: 'survey' })}>
              {t('participants__page__survey')}
            </Button>
          )}
          <ParticipantMenu participant={participant} onOpen={(what) => setOpened({ what })} />
        </div>
      </header>
      {mayReadResults && lastSession !== undefined && (
        <div className={classes.findings}>
          <Suspense fallback={<Skeleton height={240} radius="lg" ref={settlingPart} />}>
            <parts.LastFindings session={lastSession} />
          </Suspense>
        </div>
      )}
      <Card title={t('timeline__title')}>
        <Timeline
          participant={participant}
          onOpenSurvey={(id) => setOpened({ what: 'response', id })}
          onComment={(id) => setOpened({ what: 'comment', id })}
          onOpenVisit={(visit) => setOpened({ what: 'visit', visit })}
          onOpenFiles={() => setOpened({ what: 'files' })}
          Uploads={parts.Uploads}
        />
      </Card>
      {mayReadResults && (
        <div className={classes.part}>
          <Suspense fallback={<Skeleton height={480} radius="lg" />}>
            <parts.Evolution participantId={participant.id} />
          </Suspense>
        </div>
      )}
      <Suspense>
        <OpenedDialog parts={parts} participant={participant} opened={opened} onOpen={setOpened} onClose={close} />
      </Suspense>
    </>
  )
}

type OpenedDialogProps = {
  parts: ParticipantParts
  participant: Participant
  opened: Opened
  onOpen: (next: Opened) => void
  onClose: () => void
}

function OpenedDialog({ parts, participant, opened, onOpen, onClose }: OpenedDialogProps) {
  const { t } = useTranslation()
  switch (opened?.what) {
    case 'survey':
      return <parts.Survey participant={participant} surveyId={opened.surveyId} onClose={onClose} />
    case 'response':
      return <parts.SurveyResponse participant={participant} responseId={opened.id} onClose={onClose} />
    case 'comment':
      return <CommentModal participantId={participant.id} sessionId={opened.id} onClose={onClose} />
    case 'visit':
      return <parts.Visit participantId={participant.id} visit={opened.visit} onClose={onClose} />
    case 'files':
      return <parts.Files participant={participant} onClose={onClose} />
    case 'report':
      return <parts.Report participantId={participant.id} onClose={onClose} />
    case 'archived_sessions':
      return (
        <Dialog opened size="lg" title={t('participants__menu__archived_sessions')} onClose={onClose}>
          <ArchivedResults participant={participant} kind="protocolres" />
        </Dialog>
      )
    case 'archived_surveys':
      return (
        <parts.ArchivedSurveys
          participant={participant}
          onContinue={(surveyId) => onOpen({ what: 'survey', surveyId })}
          onClose={onClose}
        >
          <ArchivedResults participant={participant} kind="surveyres" />
        </parts.ArchivedSurveys>
      )
    default:
      return null
  }
}
