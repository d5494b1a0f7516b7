import type { SecondFactor } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import classes from './SecondFactor.module.css'

type FactorStateProps = {
  state: SecondFactor
  onBegun: (begun: { secret: string; uri: string }) => void
  onCodes: (codes: string[]) => void
  onTurnedOff: () => void
}

/** Whether the factor is on, and what can be done about it; each of it wants the password. */
export function FactorState({ state, onBegun, onCodes, onTurnedOff }: FactorStateProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'turn_on' | 'renew' | 'turn_off' | null>(null)
  const { turned_on_at, recovery_codes_left: left } = state
  const isOn = turned_on_at !== null
  const isShort = left < 3
  const dialog = { onClose: () => setAsked(null) }
  return (
    <Card
      title={t('second_factor__state__title')}
      aside={
        <Badge size="lg" variant="light" color={isOn ? 'teal' : 'gray'}>
          {t(isOn ? 'second_factor__state__on' : 'second_factor__state__off')}
        </Badge>
      }
    >
      {isOn ? (
        <>
          <p className={classes.text}>
            {t('second_factor__state__since', { date: formatApiDate(turned_on_at, currentLanguage(), 'long') })}
          </p>
          <p className={classes.text} data-few={isShort}>
            {t('second_factor__state__codes', { count: left })}
          </p>
          <div className={classes.actions}>
            <Button variant={isShort ? 'filled' : 'default'} onClick={() => setAsked('renew')}>
              {t('second_factor__state__renew')}
            </Button>
            <Button variant="default" onClick={() => setAsked('turn_off')}>
              {t('second_factor__state__turn_off')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.text}>{t('second_factor__state__what')}</p>
          <p className={classes.text}>{t('second_factor__state__app')}</p>
          <div className={classes.actions}>
            <Button onClick={() => setAsked('turn_on')}>{t('second_factor__state__turn_on')}</Button>
          </div>
        </>
      )}
      {asked === 'turn_on' && (
        <PasswordDialog
          {...dialog}
          title={t('second_factor__state__turn_on')}
          text={t('second_factor__password__turn_on')}
          submit={t('second_factor__password__continue')}
          action={async (password) => onBegun(await call('POST /user/mfa/totp/', { body: { password } }))}
        />
      )}
      {asked === 'renew' && (
        <PasswordDialog
          {...dialog}
          title={t('second_factor__state__renew')}
          text={t('second_factor__password__renew')}
          submit={t('second_factor__state__renew')}
          action={async (password) => {
            onCodes((await call('POST /user/mfa/recovery_codes/', { body: { password } })).recovery_codes)
          }}
        />
      )}
      {asked === 'turn_off' && (
        <PasswordDialog
          {...dialog}
          title={t('second_factor__state__turn_off')}
          text={t('second_factor__password__turn_off')}
          submit={t('second_factor__state__turn_off')}
          action={async (password) => {
            await call('DELETE /user/mfa/totp/', { body: { password } })
            showSuccess(t('second_factor__state__turned_off'))
            onTurnedOff()
          }}
        />
      )}
    </Card>
  )
}
