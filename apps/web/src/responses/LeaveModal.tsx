import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Blocker } from 'react-router'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './RecordModal.module.css'

/** Asks before the page is left with a recording that runs or has not arrived yet. */
export function LeaveModal({ blocker, isRecording }: { blocker: Blocker; isRecording: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('responses__record__leave_title')}
    >
      <p className={classes.text}>
        {t(isRecording ? 'responses__record__leave_recording' : 'responses__record__leave_unsent')}
      </p>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t('responses__record__leave_stay')}
        </Button>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('responses__record__leave_go')}
        </Button>
      </div>
    </Dialog>
  )
}
