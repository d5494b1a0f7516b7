import type { User } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useAccess } from '../api/current-user.ts'
import { queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { formatApiDate } from '../ui/dates.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import classes from './AdminPage.module.css'

/** Unlocks an account that is locked after failed sign-ins, whoever made them. */
export function LockField({ user, lockedUntil }: { user: User; lockedUntil: string }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isOwner = useAccess({ role: 'owner' })
  const unlock = useMutation({
    mutationFn: () => call('POST /organizations/user/{user_id}/unlock/', { params: { user_id: user.id } }),
    onSuccess: () => {
      showSuccess(t('organization__lock__done', { name: `${user.first_name} ${user.last_name}`.trim() }))
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/user/') })
    },
    onError: (error) => showError(ofFailure(error)),
  })
  if (unlock.isSuccess) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('organization__lock__title')}</legend>
      <div className={classes.confirm}>
        <span>{t('organization__lock__until', { time: formatApiDate(lockedUntil, currentLanguage()) })}</span>
        {isOwner ? (
          <Button variant="default" loading={unlock.isPending} onClick={() => unlock.mutate()}>
            {t('organization__lock__end')}
          </Button>
        ) : (
          <span>{t('organization__lock__owner')}</span>
        )}
      </div>
    </fieldset>
  )
}
