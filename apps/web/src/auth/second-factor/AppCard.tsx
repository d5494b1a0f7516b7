import type { SecondFactor } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Returned } from '../../api/provider.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { IdentityDialog } from './IdentityDialog.tsx'
import classes from './SecondFactor.module.css'

type AppCardProps = {
  state: SecondFactor
  returned: Returned | null
  onBegun: (begun: { secret: string; uri: string }) => void
  onTurnedOff: () => void
}

export function AppCard({ state: { has_app, passkeys }, returned, onBegun, onTurnedOff }: AppCardProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(returned?.dialog === 'app')
  const onClose = () => setAsking(false)
  return (
    <Card title={t('second_factor__app__title')}>
      <p className={classes.text}>{t(has_app ? 'second_factor__app__on' : 'second_factor__app__what')}</p>
      <ButtonRow>
        <Button variant={has_app || passkeys.length > 0 ? 'default' : 'filled'} onClick={() => setAsking(true)}>
          {t(has_app ? 'second_factor__state__turn_off' : 'second_factor__app__turn_on')}
        </Button>
      </ButtonRow>
      {isAsking && has_app && (
        <IdentityDialog
          id="app"
          returned={returned}
          title={t('second_factor__app__title')}
          {...(passkeys.length === 0 && { text: t('second_factor__password__last') })}
          submit={t('second_factor__state__turn_off')}
          onClose={onClose}
          action={async (proof) => {
            await call('DELETE /user/mfa/totp/', { body: proof })
            showSuccess(t('second_factor__app__turned_off'))
            onTurnedOff()
          }}
        />
      )}
      {isAsking && !has_app && (
        <IdentityDialog
          id="app"
          returned={returned}
          title={t('second_factor__app__turn_on')}
          submit={t('second_factor__password__continue')}
          onClose={onClose}
          action={async (proof) => onBegun(await call('POST /user/mfa/totp/', { body: proof }))}
        />
      )}
    </Card>
  )
}
