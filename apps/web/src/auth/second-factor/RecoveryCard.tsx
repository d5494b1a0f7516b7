import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import classes from './SecondFactor.module.css'

export function RecoveryCard({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const areFew = left < 3
  return (
    <Card title={t('second_factor__recovery__title')}>
      <p className={classes.text} data-few={areFew}>
        {t('second_factor__state__codes', { count: left })}
      </p>
      <div className={classes.actions}>
        <Button variant={areFew ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          {t('second_factor__state__renew')}
        </Button>
      </div>
      {isAsking && (
        <PasswordDialog
          title={t('second_factor__state__renew')}
          text={t('second_factor__password__renew')}
          submit={t('second_factor__state__renew')}
          onClose={() => setAsking(false)}
          action={async (password) => {
            onCodes((await call('POST /user/mfa/recovery_codes/', { body: { password } })).recovery_codes)
          }}
        />
      )}
    </Card>
  )
}
