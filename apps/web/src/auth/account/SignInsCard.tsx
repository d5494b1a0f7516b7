import type { SignedInBrowser } from '@fonema/contract'
import { browserName } from '@fonema/contract/browser-name'
import { Badge, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './Account.module.css'

/** The browsers in which the user is signed in, each of which can be signed out from here. */
export function SignInsCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const list = useQuery(queryFor('GET /user/sign_ins/'))
  const end = useMutation({
    mutationFn: (ids: SignedInBrowser['id'][]) =>
      Promise.all(ids.map((sign_in_id) => call('DELETE /user/sign_ins/{sign_in_id}/', { params: { sign_in_id } }))),
    onSuccess: (_, { length }) => showSuccess(t('account__sign_ins__ended', { count: length })),
    onError: (error) => showError(ofFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf('GET /user/sign_ins/') }),
  })
  if (list.data === undefined)
    return (
      <Card title={t('account__sign_ins__title')}>
        {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <Loading />}
      </Card>
    )
  const browsers = list.data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  const others = browsers.filter(({ is_current }) => !is_current)
  return (
    <Card title={t('account__sign_ins__title')}>
      <p className={classes.text}>{t('account__sign_ins__help')}</p>
      <ul className={classes.list}>
        {browsers.map((browser) => {
          const name = browserName(browser.user_agent ?? '') ?? t('account__sign_ins__unknown')
          const since = formatApiDate(browser.created_at, currentLanguage())
          return (
            <li key={browser.id}>
              <span>
                {name}
                <small>{t('account__sign_ins__since', { date: since })}</small>
              </span>
              {browser.is_current ? (
                <Badge variant="light">{t('account__sign_ins__current')}</Badge>
              ) : (
                <Button
                  variant="default"
                  size="sm"
                  aria-label={t('account__sign_ins__end_label', { name, date: since })}
                  disabled={end.isPending}
                  onClick={() => end.mutate([browser.id])}
                >
                  {t('account__sign_ins__end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 1 && (
        <Button variant="default" disabled={end.isPending} onClick={() => end.mutate(others.map(({ id }) => id))}>
          {t('account__sign_ins__end_all')}
        </Button>
      )}
    </Card>
  )
}
