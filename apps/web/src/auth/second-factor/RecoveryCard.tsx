import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Returned } from '../../api/provider.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { IdentityDialog } from './IdentityDialog.tsx'
import classes from './SecondFactor.module.css'

type RecoveryCardProps = { left: number; returned: Returned | null; onCodes: (codes: string[]) => void }

export function RecoveryCard({ left, returned, onCodes }: RecoveryCardProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(returned?.dialog === 'recovery')
  const areFew = left < 3
  return (
    <Card title={t('second_factor__recovery__title')}>
      <p className={classes.text} data-few={areFew}>
        {t('second_factor__state__codes', { count: left })}
      </p>
      <ButtonRow>
        <Button variant={areFew ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          {t('second_factor__state__renew')}
        </Button>
      </ButtonRow>
      {isAsking && (
        <IdentityDialog
          id="recovery"
          returned={returned}
          title={t('second_factor__state__renew')}
          text={t('second_factor__password__renew')}
          submit={t('second_factor__state__renew')}
          onClose={() => setAsking(false)}
          action={async (proof) => {
            onCodes((await call('POST /user/mfa/recovery_codes/', { body: proof })).recovery_codes)
          }}
        />
      )}
    </Card>
  )
}
