import type { Protocol } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiFailure } from '../api/http.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { StatusPage } from '../ui/StatusPage.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { ProtocolPicker } from './picker/ProtocolPicker.tsx'
import { RecordingSession } from './RecordingSession.tsx'
import classes from './RecordPage.module.css'
import { RefusedUploads } from './RefusedUploads.tsx'
import { useUploadSurroundings } from './uploads.tsx'

/** Records a protocol with a participant: a new session or the rest of an earlier one. */
export function RecordPage() {
  const { t } = useTranslation()
  const { participant_id = '', protocolres_id } = useParams()
  const participants = useQuery(queryFor('GET /user/participants/'))
  const isReady = useUploadSurroundings()
  useTitle(t('responses__record__title'))

  const participant = participants.data?.find(({ id }) => id === participant_id)
  if (participants.data === undefined || !isReady)
    return participants.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={participants.error} onRetry={() => void participants.refetch()} />
    )
  if (participant === undefined) return <StatusPage status={404} />
  return (
    <Frame participantId={participant_id} code={participant.code}>
      {!participant.active ? (
        <EmptyState text={t('base__failure__participant_archived')} />
      ) : protocolres_id === undefined ? (
        <NewSession participantId={participant_id} locale={participant.locale} />
      ) : (
        <ResumedSession participantId={participant_id} responseId={protocolres_id} />
      )}
    </Frame>
  )
}

function Frame({ participantId, code, children }: { participantId: string; code: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <BackLink to={links.participant(participantId)}>{t('responses__record__back', { code })}</BackLink>
      </div>
      <RefusedUploads />
      {children}
    </div>
  )
}

function NewSession({ participantId, locale }: { participantId: string; locale: string | null }) {
  const [protocol, setProtocol] = useState<Protocol | null>(null)
  if (protocol === null) return <ProtocolPicker locale={locale} onChoose={setProtocol} />
  return (
    <RecordingSession
      participantId={participantId}
      protocol={protocol}
      session={null}
      onOtherProtocol={() => setProtocol(null)}
    />
  )
}

function ResumedSession({ participantId, responseId }: { participantId: string; responseId: string }) {
  const { t } = useTranslation()
  const session = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params: { participant_id: participantId, protocol_res_id: responseId },
      query: { distributions: 'false' },
    }),
    // Loads the server's state once; after that, the recording keeps its own state and must not be refetched.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isMissing = session.error instanceof ApiFailure && session.error.status === 404
  if (isMissing) return <StatusPage status={404} />
  if (session.data === undefined || !session.isFetchedAfterMount)
    return session.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={session.error} onRetry={() => void session.refetch()} />
    )
  if (!session.data.active) return <EmptyState text={t('base__failure__response_archived')} />
  return <RecordingSession participantId={participantId} protocol={session.data.protocol} session={session.data} />
}
