import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../../takes/RecordModal.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { type TakeJudgement, TakeVerdict } from '../decide/TakeVerdict.tsx'

type LimitModalProps = { opened: boolean; seconds: number; judgement: TakeJudgement; onClose: () => void }

/** Reports that recording stopped at the item's maximum duration, and whether the take can be used. */
export function LimitModal({ opened, seconds, judgement, onClose }: LimitModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('responses__record__limit_title')}
      // A last-moment click meant for *Stop* must not close the dialog unread.
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <p className={classes.text}>{t('responses__record__limit_text', { count: seconds })}</p>
      <TakeVerdict judgement={judgement} />
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          {t('responses__record__limit_ok')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
