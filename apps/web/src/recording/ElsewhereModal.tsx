import { dateLocale } from '@fonema/contract/date-locale'
import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import classes from '../takes/RecordModal.module.css'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { dateFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import type { Elsewhere } from './useLease.ts'

type ElsewhereModalProps = {
  elsewhere: Elsewhere | null
  /** Names of colleagues are nothing for the participant. */
  isSeenByParticipant: boolean
  isHeldBack: boolean
  participantId: string
  onTakeOver: () => void
}

/** Shown when another page records this session: only one page may record it. */
export function ElsewhereModal({
  elsewhere,
  isSeenByParticipant,
  isHeldBack,
  participantId,
  onTakeOver,
}: ElsewhereModalProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { recorded_by, since } = elsewhere ?? {}
  const time = dateFormat(dateLocale(currentLanguage()), { timeStyle: 'short' })
  return (
    <Dialog
      opened={elsewhere !== null && !isHeldBack}
      title={t('responses__record__elsewhere_title')}
      returnFocus={false}
    >
      <p className={classes.text}>
        {!isSeenByParticipant &&
          recorded_by !== undefined &&
          since !== undefined &&
          t('responses__record__elsewhere_who', {
            name: `${recorded_by.first_name} ${recorded_by.last_name}`,
            since: time.format(new Date(since)),
          })}{' '}
        {t('responses__record__elsewhere_text')}
      </p>
      <DialogButtons
        cancel={{
          text: t('responses__record__lost_participant'),
          onClick: () => void navigate(links.participant(participantId)),
          isFocused: true,
        }}
      >
        <Button onClick={onTakeOver}>{t('responses__record__elsewhere_take_over')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
