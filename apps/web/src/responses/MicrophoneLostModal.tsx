import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../ui/Dialog.tsx'
import { links } from '../ui/links.ts'
import { problemTexts } from './MicrophoneProblem.tsx'
import classes from './RecordModal.module.css'
import { useUploads } from './uploads.tsx'
import type { RecordingFlow } from './useRecordingFlow.ts'

type MicrophoneLostModalProps = { opened: boolean; participantId: string; flow: RecordingFlow }

/** The microphone is gone in the middle of a session: go on with the same one, or leave. */
export function MicrophoneLostModal({ opened, participantId, flow }: MicrophoneLostModalProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { waiting, failing } = useUploads()
  const { recorder, recording, chooseMicrophone } = flow
  const [hasTried, setHasTried] = useState(false)
  // Without a connection it is safe on the device, and the work goes on.
  const isSyncing = waiting > 0 && !failing
  const problem = recording.status === 'blocked' ? recording.reason : 'device_lost'
  const isStorage = problem === 'storage_full' || problem === 'storage_unavailable'
  // The same one again: a microphone is never swapped without being asked for.
  const deviceId = useRef<string>(undefined)
  if ('microphone' in recording) deviceId.current = recording.microphone.deviceId

  async function resume() {
    await recorder.open(deviceId.current)
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
      <div className={classes.buttons}>
        <Button disabled={isSyncing} data-autofocus onClick={() => void resume()}>
          {t('responses__record__lost_resume')}
        </Button>
        <Button variant="default" disabled={isSyncing} onClick={() => void navigate(links.participant(participantId))}>
          {t('responses__record__lost_participant')}
        </Button>
        {hasTried && (
          <Button variant="subtle" onClick={chooseMicrophone}>
            {t('responses__record__lost_choose')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
