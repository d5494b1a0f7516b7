import type { MailDelivery, MailFailure } from '@fonema/contract'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, type TextKey, useTranslation } from '../../ui/i18n.ts'

const reasons: Record<MailFailure, TextKey> = {
  unreachable: 'rooms__mail__unreachable',
  sign_in_refused: 'rooms__mail__sign_in_refused',
  insecure: 'rooms__mail__insecure',
  refused: 'rooms__mail__refused',
  account_inactive: 'rooms__mail__account_inactive',
  replaced: 'rooms__mail__replaced',
  unknown: 'rooms__mail__unknown',
}

/** What happened to a mail, and why it failed. */
export function MailFate({ mail: { state, reason, detail, changed_at } }: { mail: MailDelivery }) {
  const { t } = useTranslation()
  const time = formatApiDate(changed_at, currentLanguage())
  const texts = {
    queued: reason === null ? t('rooms__mail__queued') : t('rooms__mail__waits'),
    sent: t('rooms__mail__sent', { time }),
    written: t('rooms__mail__written', { time }),
    failed: t('rooms__mail__failed', { time }),
  }
  return (
    <>
      {texts[state]} {reason !== null && t(reasons[reason] as 'rooms__mail__unknown')}
      {detail !== null && (
        <>
          {' '}
          {t('rooms__mail__detail')} <q>{detail}</q>
        </>
      )}
    </>
  )
}
