import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './RecordModal.module.css'

type LimitModalProps = { opened: boolean; seconds: number; onClose: () => void }

/** Says that the recording has ended by itself at the item's maximum duration. */
export function LimitModal({ opened, seconds, onClose }: LimitModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('responses__record__limit_title')}
      closeButtonProps={{ 'aria-label': t('responses__record__close') }}
      returnFocus={false}
      centered
    >
      <p className={classes.text}>{t('responses__record__limit_text', { count: seconds })}</p>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('responses__record__limit_ok')}
        </Button>
      </div>
    </Modal>
  )
}
