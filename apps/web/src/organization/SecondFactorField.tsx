import type { User } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './AdminPage.module.css'

/** Removes the second factor of a user who has lost both the app and the recovery codes. */
export function SecondFactorField({ user }: { user: User }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const turnOff = useMutation({
    mutationFn: () => call('DELETE /organizations/user/{user_id}/mfa/', { params: { user_id: user.id } }),
    onSuccess: () => {
      showSuccess(t('organization__factor__done', { name: `${user.first_name} ${user.last_name}`.trim() }))
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/user/') })
    },
    onError: (error) => showError(ofFailure(error)),
    onSettled: () => setAsking(false),
  })
  if (turnOff.isSuccess) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('organization__factor__title')}</legend>
      <div className={classes.confirm} aria-live="polite">
        <span>{t(isAsking ? 'organization__factor__ask' : 'organization__factor__on')}</span>
        <Button
          variant={isAsking ? 'filled' : 'default'}
          loading={turnOff.isPending}
          onClick={() => (isAsking ? turnOff.mutate() : setAsking(true))}
        >
          {t(isAsking ? 'organization__factor__confirm' : 'organization__factor__start')}
        </Button>
      </div>
    </fieldset>
  )
}
