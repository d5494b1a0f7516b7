import type { Protocol } from '@fonema/contract'
import { Anchor, Badge, Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { SkipModal } from '../takes/SkipModal.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { preloadLeaveDialog, useIsLeaving } from '../ui/LeaveGuard.tsx'
import { links } from '../ui/links.ts'
import { useUnsaved } from '../ui/Unsaved.tsx'
import { ElsewhereModal } from './ElsewhereModal.tsx'
import { EndModal } from './end/EndModal.tsx'
import { summarise } from './end/session-summary.ts'
import { ItemStep } from './item/ItemStep.tsx'
import { LimitModal } from './item/LimitModal.tsx'
import { MicrophoneLostModal } from './microphone/MicrophoneLostModal.tsx'
import { MicrophoneStep } from './microphone/MicrophoneStep.tsx'
import { PrepareStep } from './PrepareStep.tsx'
import { isOnlyStimulus } from './participant-screen/patient-mode.ts'
import { ScreenHelp } from './participant-screen/ScreenHelp.tsx'
import { useParticipantScreen } from './participant-screen/useParticipantScreen.ts'
import classes from './RecordPage.module.css'
import { announceOnceSent } from './uploads.tsx'
import { useKeptSession } from './useKeptSession.ts'
import { useLease } from './useLease.ts'
import { type BegunSession, useRecordingFlow } from './useRecordingFlow.ts'

type RecordingSessionProps = {
  participantId: string
  protocol: Protocol
  /** The session as of the first render; null for a new one. */
  session: BegunSession | null
  /** The participant has done this protocol before, so a microphone that passed its check today is not checked again. */
  isRepeated?: boolean
  /** The planned visit that a new session fulfils. */
  visitId?: string | null
  onOtherProtocol?: () => void
}

/** A session from the microphone step to its end. */
export function RecordingSession({
  participantId,
  protocol,
  session,
  isRepeated = false,
  visitId = null,
  onOtherProtocol,
}: RecordingSessionProps) {
  const { t } = useTranslation()
  const flow = useRecordingFlow(participantId, protocol, session)
  const { step, recorder, recording, responseId, item, leaving } = flow
  const screen = useParticipantScreen(participantId)
  const mayRead = useAccess({ feature: 'readProtocolRes' })
  const isAsked = () => !['safe', 'nothing'].includes(leaving())
  useUnsaved(isAsked, null, () => {
    const what = leaving()
    return {
      title: t('responses__record__leave_title'),
      text: t(
        what === 'recording'
          ? 'responses__record__leave_recording'
          : what === 'unstored'
            ? 'responses__record__leave_unstored'
            : 'responses__record__leave_unsent',
      ),
      stay: t('responses__record__leave_stay'),
      leave: t('responses__record__leave_go'),
    }
  })
  const isLeaving = useIsLeaving()
  useEffect(preloadLeaveDialog, [])
  useKeptSession(participantId, responseId)
  const { elsewhere, takeOver } = useLease(participantId, step === 'complete' ? null : responseId)
  useEffect(
    () => () => {
      if (responseId !== null && leaving() !== 'nothing') announceOnceSent(responseId)
    },
    [responseId, leaving],
  )

  const isPatientMode = isOnlyStimulus(screen, flow)
  const isLost = step === 'items' && recording.status === 'blocked'
  return (
    <>
      <h1 className={classes.title} lang={protocol.locale.code}>
        {protocol.name}
        {protocol.is_practice && (
          <Badge color="yellow" variant="light" className={classes.practice}>
            {t('responses__record__practice')}
          </Badge>
        )}
      </h1>
      {step === 'complete' && (
        <EmptyState text={t('responses__record__already_complete')}>
          {session !== null && mayRead && (
            <Button component={Link} to={links.protocolres(participantId, session.id)}>
              {t('responses__record__see_result')}
            </Button>
          )}
        </EmptyState>
      )}
      {step === 'microphone' && (
        <MicrophoneStep
          recorder={recorder}
          mayHaveExaminer
          goesOn={isRepeated}
          onReady={flow.microphoneReady}
          onOtherProtocol={onOtherProtocol}
        />
      )}
      {step === 'preparing' && (
        <PrepareStep
          participantId={participantId}
          protocol={protocol}
          visitId={visitId}
          responseId={responseId}
          onReady={flow.begin}
        />
      )}
      {step === 'items' && item !== null && (
        <ItemStep
          key={item.id}
          flow={flow}
          screen={screen}
          item={item}
          lang={protocol.locale.code}
          isBehind={flow.dialog !== null || isLost || isLeaving || elsewhere !== null || screen.isHelpOpen}
        />
      )}
      {responseId !== null && (step === 'complete' || step === 'items') && !isPatientMode && (
        // Below the item, whose height fits the window: nothing that is pressed may move.
        <p className={classes.whole} data-hidden={(step === 'items' && recording.status !== 'ready') || undefined}>
          <Anchor component={Link} to={links.sessionRecordings(participantId, responseId)} data-head>
            {t('responses__record__whole_session')}
          </Anchor>
        </p>
      )}
      <LimitModal
        opened={flow.dialog === 'limit' && !isPatientMode}
        seconds={item?.max_duration ?? 0}
        onClose={() => flow.setDialog(null)}
      />
      <SkipModal
        opened={flow.dialog === 'skip'}
        isRequired={item?.skippable === false}
        onSkip={flow.skip}
        onClose={() => flow.setDialog(null)}
      />
      {responseId !== null && (
        <EndModal
          opened={flow.dialog === 'end' && !isLost && !isPatientMode}
          participantId={participantId}
          responseId={responseId}
          isPractice={protocol.is_practice}
          items={summarise(flow.items, flow.done, flow.judged)}
          lang={protocol.locale.code}
          comment={session?.comment ?? ''}
          onRecord={flow.recordAgain}
          onClose={() => flow.setDialog(null)}
        />
      )}
      <ScreenHelp screen={screen} />
      <MicrophoneLostModal opened={isLost} participantId={participantId} flow={flow} />
      <ElsewhereModal
        elsewhere={elsewhere}
        isSeenByParticipant={isPatientMode}
        // Do not interrupt the participant's speech.
        isHeldBack={isLeaving || recording.status === 'recording' || recording.status === 'stopping'}
        participantId={participantId}
        onTakeOver={takeOver}
      />
    </>
  )
}
