import type { ProtocolResponse } from '@fonema/contract'
import { Anchor, Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { MicrophoneIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { useUnsaved } from '../../ui/Unsaved.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { ElsewhereModal } from '../ElsewhereModal.tsx'
import { inOrder } from '../item-order.ts'
import { useKey } from '../keys.ts'
import { MicrophoneProblem } from '../microphone/MicrophoneProblem.tsx'
import { MicrophoneStep } from '../microphone/MicrophoneStep.tsx'
import { PrimaryButton } from '../PrimaryButton.tsx'
import recordPage from '../RecordPage.module.css'
import { RefusedUploads } from '../RefusedUploads.tsx'
import { useUploadSurroundings } from '../uploads.tsx'
import { useLease } from '../useLease.ts'
import { RunningRecording } from './RunningRecording.tsx'
import classes from './SessionRecording.module.css'
import { StoredRecordings } from './StoredRecordings.tsx'
import { useSessionRecording } from './useSessionRecording.ts'

/** Records a whole session without stopping, and makes takes of its parts. */
export function SessionRecordingsPage({ identity }: { identity: (participantId: string) => ReactNode }) {
  const { t } = useTranslation()
  const { participant_id = '', protocolres_id = '' } = useParams()
  const isReady = useUploadSurroundings()
  const session = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
      params: { participant_id, protocol_res_id: protocolres_id },
      query: { distributions: 'false' },
    }),
    refetchOnWindowFocus: false,
  })
  useTitle(t('recordings__page__title'))
  if (session.data === undefined || !isReady)
    return session.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={session.error} onRetry={() => void session.refetch()} />
    )
  return (
    <div className={recordPage.page}>
      <div className={recordPage.top}>
        <BackLink to={links.resume(participant_id, protocolres_id)}>{t('recordings__page__back')}</BackLink>
        <p className={recordPage.identity}>{identity(participant_id)}</p>
      </div>
      <RefusedUploads />
      <h1 className={recordPage.title}>{t('recordings__page__title')}</h1>
      {session.data.active ? (
        <SessionRecordings participantId={participant_id} session={session.data} />
      ) : (
        <EmptyState text={t('base__failure__response_archived')} />
      )}
    </div>
  )
}

function SessionRecordings({ participantId, session }: { participantId: string; session: ProtocolResponse }) {
  const { t } = useTranslation()
  const { protocol, id: responseId } = session
  const items = inOrder(protocol.items)
  const flow = useSessionRecording(participantId, responseId, items)
  // Whoever only cuts keeps nobody from recording.
  const isOffering = flow.step === 'offer' && !flow.isRunning
  const { elsewhere, takeOver } = useLease(participantId, isOffering ? null : responseId)
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  useUnsaved(flow.isDirty, null, () => ({
    title: t('responses__record__leave_title'),
    text: t('responses__record__leave_recording'),
    stay: t('responses__record__leave_stay'),
    leave: t('responses__record__leave_go'),
  }))
  const canStart = flow.step === 'ready' && flow.state.status === 'ready' && elsewhere === null
  useKey('toggle', canStart, (press) => void flow.start(press), 'record')
  return (
    <div className={classes.sections}>
      {flow.isUnstored && (
        <MicrophoneProblem
          problem="storage_unavailable"
          onRetry={() => void flow.start({ timeStamp: performance.now() })}
        />
      )}
      {flow.isRunning ? (
        <RunningRecording flow={flow} lang={protocol.locale.code} />
      ) : flow.step === 'offer' ? (
        <Start onStart={() => flow.setStep('microphone')} />
      ) : flow.step === 'ready' && flow.state.status === 'ready' ? (
        <Card title={t('recordings__start__title')}>
          <p className={classes.hint}>{t('recordings__start__keys')}</p>
          <div className={classes.buttons}>
            <PrimaryButton
              disabled={!canStart}
              color="red"
              leftSection={<MicrophoneIcon />}
              rightSection={<Kbd>{t('recordings__start__space')}</Kbd>}
              onClick={(event) => void flow.start(event)}
            >
              {t('recordings__start__button')}
            </PrimaryButton>
          </div>
        </Card>
      ) : (
        <MicrophoneStep
          recorder={flow.recorder}
          mayHaveExaminer={false}
          goesOn={false}
          onReady={() => flow.setStep('ready')}
          onOtherProtocol={undefined}
        />
      )}
      {!flow.isRunning && (
        <StoredRecordings
          participantId={participantId}
          responseId={responseId}
          items={items}
          lang={protocol.locale.code}
        />
      )}
      {mayRead && !flow.isRunning && (
        <p>
          <Anchor component={Link} to={links.protocolres(participantId, responseId)} data-head>
            {t('recordings__page__results')}
          </Anchor>
        </p>
      )}
      <ElsewhereModal
        elsewhere={elsewhere}
        isSeenByParticipant={false}
        isHeldBack={flow.isRunning}
        participantId={participantId}
        onTakeOver={takeOver}
      />
    </div>
  )
}

function Start({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation()
  return (
    <Card title={t('recordings__start__title')}>
      <p className={classes.hint}>{t('recordings__start__text')}</p>
      <Button size="lg" leftSection={<MicrophoneIcon />} onClick={onStart}>
        {t('recordings__start__prepare')}
      </Button>
    </Card>
  )
}
