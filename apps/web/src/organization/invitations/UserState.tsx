import type { UserState as State, User } from '@fonema/contract'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, type TextKey, useTranslation } from '../../ui/i18n.ts'
import classes from './UserState.module.css'

const texts: Record<State, TextKey> = {
  invited: 'rooms__state__invited',
  opened: 'rooms__state__opened',
  active: 'rooms__state__active',
  locked: 'rooms__state__locked',
  deactivated: 'rooms__state__deactivated',
}

/** The state of an account, with the last sign-in or what went wrong with the invitation. */
export function UserState({ user }: { user: User }) {
  const { t } = useTranslation()
  const { state, last_sign_in, invitation_mail } = user
  const isOpen = state === 'invited' || state === 'opened'
  return (
    <span className={classes.state}>
      <span className={classes.name} data-state={state}>
        {t(texts[state] as 'rooms__state__active')}
      </span>
      {isOpen && (invitation_mail?.state === 'failed' || invitation_mail?.state === 'written') ? (
        <span className={classes.failed}>{t('rooms__state__mail_failed')}</span>
      ) : (
        !isOpen && (
          <span className={classes.more}>
            {last_sign_in === null
              ? t('rooms__state__never')
              : t('rooms__state__last', { time: formatApiDate(last_sign_in, currentLanguage()) })}
          </span>
        )
      )}
    </span>
  )
}
