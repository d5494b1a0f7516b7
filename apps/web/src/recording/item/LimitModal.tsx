import { Button } from '@mantine/core'
import classes from '../../takes/RecordModal.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { useSettled } from '../useSettled.ts'

type LimitModalProps = { opened: boolean; seconds: number; onClose: () => void }

/**
 * Reports that recording stopped at the item's maximum duration. It lies at the lower edge, so that the stimulus can still
 * be seen; the verdict is in the card.
 */
export function LimitModal({ opened, seconds, onClose }: LimitModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('responses__record__limit_title')}
      // A last-moment click meant for *Stop* must not close the dialog unread.
      closeOnClickOutside={false}
      returnFocus={false}
      isLow
    >
      <p className={classes.text}>{t('responses__record__limit_text', { count: seconds })}</p>
      <DialogButtons>
        <Read onClose={onClose} />
      </DialogButtons>
    </Dialog>
  )
}

/** Neither must a press of the space bar: the button has the focus at once, and closes a moment later. */
function Read({ onClose }: Pick<LimitModalProps, 'onClose'>) {
  const { t } = useTranslation()
  const isSettled = useSettled()
  return (
    <Button data-autofocus aria-disabled={!isSettled} onClick={() => isSettled && onClose()}>
      {t('responses__record__limit_ok')}
    </Button>
  )
}
