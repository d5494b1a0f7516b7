import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './RecordModal.module.css'
import { type TakeJudgement, TakeVerdict } from './TakeVerdict.tsx'

type LimitModalProps = { opened: boolean; seconds: number; judgement: TakeJudgement; onClose: () => void }

/** Says that the recording has ended by itself at the item's maximum duration, and whether it can be used. */
export function LimitModal({ opened, seconds, judgement, onClose }: LimitModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('responses__record__limit_title')} returnFocus={false}>
      <p className={classes.text}>{t('responses__record__limit_text', { count: seconds })}</p>
      <TakeVerdict judgement={judgement} />
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('responses__record__limit_ok')}
        </Button>
      </div>
    </Dialog>
  )
}
