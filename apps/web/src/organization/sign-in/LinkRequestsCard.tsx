import type { LinkRequest } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from './SignIn.module.css'

/** People at the provider who ask for an account that has a password. Without requests there is no card. */
export function LinkRequestsCard() {
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  return isOwner ? <Requests /> : null
}

function Requests() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const requests = useQuery(queryFor('GET /organizations/provider_links/'))
  const users = useQuery(queryFor('GET /organizations/user/'))
  const decide = useMutation({
    mutationFn: ({ id, agrees }: { id: LinkRequest['id']; agrees: boolean }) =>
      agrees
        ? call('POST /organizations/provider_links/{link_id}/approve/', { params: { link_id: id } })
        : call('DELETE /organizations/provider_links/{link_id}/', { params: { link_id: id } }),
    onSuccess: () =>
      Promise.all(
        (
          [
            'GET /organizations/provider_links/',
            'GET /organizations/providers/',
            'GET /organizations/sign_in_policy/',
          ] as const
        ).map((key) => client.invalidateQueries({ queryKey: queryKeyOf(key) })),
      ),
    onError: (error) => showError(ofFailure(error)),
  })
  if (requests.isError) return <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />
  if ((requests.data ?? []).length === 0) return null
  return (
    <Card title={t('sign_in__requests__title')}>
      <p className={classes.facts}>{t('sign_in__requests__help')}</p>
      <ul className={classes.list}>
        {requests.data?.map(({ id, user_id, created_at }) => {
          const user = users.data?.find((each) => each.id === user_id)
          const name = user === undefined ? '' : `${user.first_name} ${user.last_name} (${user.email})`
          return (
            <li key={id} className={classes.request}>
              <span>
                {name} · {formatApiDate(created_at, currentLanguage())}
              </span>
              <span className={classes.buttons}>
                <Button
                  size="sm"
                  loading={decide.isPending}
                  aria-label={t('sign_in__requests__approve_label', { name })}
                  onClick={() => decide.mutate({ id, agrees: true })}
                >
                  {t('sign_in__requests__approve')}
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={t('sign_in__requests__refuse_label', { name })}
                  onClick={() => decide.mutate({ id, agrees: false })}
                >
                  {t('sign_in__requests__refuse')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
