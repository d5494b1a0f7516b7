import type { Protocol, ProtocolResponse, SessionId } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { findBegun } from '../api/begun-sessions.ts'
import { useWorksOffline } from '../api/current-user.ts'
import { isAway, useIsAway } from '../api/device-answers.ts'
import { ApiFailure } from '../api/http.ts'
import { useParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { NeedsNetwork } from '../ui/NeedsNetwork.tsx'
import { StatusPage } from '../ui/StatusPage.tsx'
import { useTitle } from '../ui/useTitle.ts'
import { inDrawnOrder, inOrder } from './item-order.ts'
import { ProtocolPicker } from './picker/ProtocolPicker.tsx'
import { RecordingSession } from './RecordingSession.tsx'
import classes from './RecordPage.module.css'
import { RefusedUploads } from './RefusedUploads.tsx'
import type { SessionBody } from './recorder/upload.ts'
import { uploadQueue, useUploadSurroundings } from './uploads.tsx'
import { sessionQuery } from './useKeptSession.ts'

/** Records a protocol with a participant: a new session or the rest of an earlier one. */
export function RecordPage({ identity }: { identity: (participantId: string) => ReactNode }) {
  const { t } = useTranslation()
  const { participant_id = '', protocolres_id } = useParams()
  const { data: participant, error, refetch } = useParticipant(participant_id)
  const isReady = useUploadSurroundings()
  useTitle(t('responses__record__title'))

  if (participant === undefined || !isReady)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (participant === null) return <StatusPage status={404} />
  return (
    <Frame participantId={participant_id} code={participant.code} identity={identity(participant_id)}>
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

type FrameProps = { participantId: string; code: string; identity: ReactNode; children: ReactNode }

/** Who is recorded, above every step: the examiner sees at once that it is the right person. */
function Frame({ participantId, code, identity, children }: FrameProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <BackLink to={links.participant(participantId)}>{t('responses__record__back', { code })}</BackLink>
        <p className={classes.identity}>{identity}</p>
      </div>
      <RefusedUploads />
      {children}
    </div>
  )
}

type NewSessionProps = { participantId: string; locale: string | null }

/** Records a protocol chosen here, or the one in the address, which the participant repeats. */
function NewSession({ participantId, locale }: NewSessionProps) {
  const [params, setParams] = useSearchParams()
  const [protocol, setProtocol] = useState<Protocol | null>(null)
  const repeated = params.get('protocol')
  const visitId = params.get('visit')
  if (protocol === null)
    return repeated === null ? (
      <ProtocolPicker participantId={participantId} locale={locale} onChoose={setProtocol} />
    ) : (
      <Repeated
        participantId={participantId}
        locale={locale}
        protocolId={repeated}
        isVisit={visitId !== null}
        onChoose={setProtocol}
      />
    )
  return (
    <RecordingSession
      participantId={participantId}
      protocol={protocol}
      session={null}
      visitId={visitId}
      isRepeated={protocol.id === repeated && visitId === null}
      onOtherProtocol={() => {
        setParams(visitId === null ? {} : { visit: visitId }, { replace: true })
        setProtocol(null)
      }}
    />
  )
}

/** The state of an address: the session that is resumed there repeats a protocol. */
const repeating = { isRepeated: true } as const

type RepeatedProps = NewSessionProps & { protocolId: string; isVisit: boolean; onChoose: (protocol: Protocol) => void }

/** Finds the protocol to repeat. One that is no longer assigned leaves the choice to the examiner. */
function Repeated({ participantId, locale, protocolId, isVisit, onChoose }: RepeatedProps) {
  const protocols = useQuery(queryFor('GET /protocols/examiner/'))
  const sessions = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/', { params: { participant_id: participantId } }),
  )
  const found = protocols.data?.find(({ id }) => id === protocolId)
  const isKnown = !protocols.isPending && !sessions.isPending
  // Left before the first answer: that session is used, instead of starting another one.
  // A planned visit is fulfilled by a new one.
  // Without a network, another one is begun here.
  const isStale = useIsAway()
  const empty = sessions.data?.find(
    ({ active, is_completed, answered_count, protocol }) =>
      !isStale && !isVisit && active && !is_completed && answered_count === 0 && protocol.id === protocolId,
  )
  const isNew = isKnown && found !== undefined && empty === undefined
  useEffect(() => {
    if (isNew) onChoose(found)
  }, [isNew, found, onChoose])
  if (!isKnown || isNew) return <Loading />
  if (empty !== undefined) return <Navigate to={links.resume(participantId, empty.id)} state={repeating} replace />
  return <ProtocolPicker participantId={participantId} locale={locale} onChoose={onChoose} />
}

type ResumedProps = { participantId: string; responseId: string }

/** A session that the server does not have yet is resumed from the outbox. */
function ResumedSession(props: ResumedProps) {
  const [begunHere] = useState(() =>
    uploadQueue()
      .getSnapshot()
      .uploads.find((upload) => upload.kind === 'session' && upload.responseId === props.responseId),
  )
  return begunHere?.kind === 'session' ? (
    <SessionBegunHere participantId={props.participantId} body={begunHere.body} />
  ) : (
    <StoredSession {...props} />
  )
}

function SessionBegunHere({ participantId, body }: { participantId: string; body: SessionBody }) {
  const protocols = useQuery(queryFor('GET /protocols/examiner/'))
  const found = protocols.data?.find(({ id }) => id === body.protocol_id)
  const [first, setFirst] = useState<Protocol | null>(null)
  // Once it is known, it must not change under the recording.
  if (first === null && found !== undefined) setFirst(inBegunOrder(found, body))
  if (first !== null)
    return (
      <RecordingSession
        participantId={participantId}
        protocol={first}
        session={{ id: body.id as SessionId, responses: [], comment: null }}
      />
    )
  if (protocols.isPending) return <Loading />
  return protocols.error === null ? (
    <StatusPage status={404} />
  ) : (
    <ErrorState error={protocols.error} onRetry={() => void protocols.refetch()} />
  )
}

/** The protocol with its items as the session has shown them. */
function inBegunOrder(protocol: Protocol, { item_order = [] }: SessionBody): Protocol {
  const items = inDrawnOrder(inOrder(protocol.items), item_order)
  return { ...protocol, items: items.map((item, index) => ({ ...item, order: index + 1 })) }
}

function StoredSession({ participantId, responseId }: ResumedProps) {
  const { t } = useTranslation()
  const state: Partial<typeof repeating> | null = useLocation().state
  const session = useQuery({
    ...sessionQuery(participantId, responseId),
    // Loads the server's state once; after that, the recording keeps its own state and must not be refetched.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isServerAway = session.data === undefined && isAway(session.error)
  const kept = useQuery({
    queryKey: ['a session begun', responseId],
    queryFn: () => findBegun(responseId),
    enabled: isServerAway,
    // The recording adds to it.
    staleTime: 0,
    gcTime: 0,
  })
  /** Once it is resumed from this device, the server's answer must not replace it under the recording. */
  const [resumed, setResumed] = useState<ProtocolResponse | null>(null)
  if (resumed === null && isServerAway && kept.data) setResumed(kept.data)
  const isMissing = session.error instanceof ApiFailure && session.error.status === 404
  if (isMissing) return <StatusPage status={404} />
  const begun = resumed ?? (session.isFetchedAfterMount ? session.data : undefined)
  if (begun === undefined) {
    if (session.error === null || (isServerAway && kept.isPending)) return <Loading />
    return isServerAway ? (
      <NotHere participantId={participantId} onReturn={() => void session.refetch()} />
    ) : (
      <ErrorState error={session.error} onRetry={() => void session.refetch()} />
    )
  }
  if (!begun.active) return <EmptyState text={t('base__failure__response_archived')} />
  return (
    <RecordingSession
      participantId={participantId}
      protocol={begun.protocol}
      session={begun}
      isRepeated={state?.isRepeated === true}
    />
  )
}

/** A session that only the server has. Without a network another one can be begun, where the clinic allows it. */
function NotHere({ participantId, onReturn }: { participantId: string; onReturn: () => void }) {
  const { t } = useTranslation()
  const worksOffline = useWorksOffline()
  return (
    <>
      <h1 className={classes.title}>{t('responses__record__title')}</h1>
      <NeedsNetwork text={t('responses__record__not_here')} onReturn={onReturn}>
        {worksOffline && (
          <Button size="lg" component={Link} to={links.protocol(participantId)}>
            {t('responses__record__begin_another')}
          </Button>
        )}
      </NeedsNetwork>
    </>
  )
}
