import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import classes from '../../takes/RecordModal.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import type { MicrophoneInfo } from '../recorder/types.ts'
import { useUploads } from '../uploads.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { problemTexts } from './MicrophoneProblem.tsx'

type MicrophoneLostModalProps = { opened: boolean; participantId: string; flow: RecordingFlow }

/** The microphone was lost during a session: continue with the same one, or leave. */
export function MicrophoneLostModal({ opened, participantId, flow }: MicrophoneLostModalProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { waiting, failing } = useUploads()
  const { recorder, recording, chooseMicrophone } = flow
  const [hasTried, setHasTried] = useState(false)
  // Offline, the recording is safe on the device and work can continue.
  const isSyncing = waiting > 0 && !failing
  const problem = recording.status === 'blocked' ? recording.reason : 'device_lost'
  const isStorage = problem === 'storage_full' || problem === 'storage_unavailable'
  // Reopens the same device, with the same channels: a microphone is never swapped without being asked for.
  const [last, setLast] = useState<MicrophoneInfo>()
  if ('microphone' in recording && recording.microphone !== last) setLast(recording.microphone)

  async function resume() {
    await recorder.open(last?.deviceId, last?.hasExaminer)
    setHasTried(recorder.getSnapshot().status === 'blocked')
  }

  return (
    <Dialog
      opened={opened}
      title={t(isStorage ? problemTexts[problem].title : 'responses__record__lost_title')}
      returnFocus={false}
    >
      {!isStorage && (
        <p className={classes.text}>
          {t(flow.recorded === 'interrupted' ? 'responses__record__lost_kept' : 'responses__record__lost_text')}
        </p>
      )}
      {(hasTried || isStorage) && <p className={classes.text}>{t(problemTexts[problem].text)}</p>}
      <p className={classes.sending} role="status">
        {isSyncing && t('responses__record__lost_syncing')}
      </p>
      <DialogButtons
        cancel={{
          text: t('responses__record__lost_participant'),
          disabled: isSyncing,
          onClick: () => void navigate(links.participant(participantId)),
        }}
      >
        {hasTried && (
          <Button variant="subtle" onClick={chooseMicrophone}>
            {t('responses__record__lost_choose')}
          </Button>
        )}
        <Button disabled={isSyncing} data-autofocus onClick={() => void resume()}>
          {t('responses__record__lost_resume')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
