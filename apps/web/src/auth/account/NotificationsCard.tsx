import type { Reminders } from '@fonema/contract'
import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { useTimeZone, useUser } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { localeName } from '../../ui/locale-name.ts'
import classes from './Account.module.css'

const kinds = ['visits_today', 'visits_overdue'] as const
/** Mails lead to it. */
const anchor = 'notifications'

/** Which mails about visits the user gets. Each switch takes effect at once. */
export function NotificationsCard() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { email, locale } = useUser()
  const zone = useTimeZone()
  const query = queryFor('GET /user/reminders/')
  const { data, error, refetch } = useQuery(query)
  const place = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const isMeant = hash === `#${anchor}` && data !== undefined
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  const choose = useMutation({
    mutationFn: (body: Partial<Reminders>) => call('PATCH /user/reminders/', { body }),
    onSuccess: (stored) => client.setQueryData(query.queryKey, stored),
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <div id={anchor} ref={place}>
      <Card title={t('account__notifications__title')}>
        <p className={classes.text}>
          {t('account__notifications__help', { email, zone, locale: localeName(locale.code, currentLanguage()) })}
        </p>
        {data !== undefined ? (
          <div className={classes.switches}>
            {kinds.map((kind) => (
              <Switch
                key={kind}
                label={t(`account__notifications__${kind}`)}
                description={t(`account__notifications__${kind}_help`)}
                checked={choose.isPending ? (choose.variables[kind] ?? data[kind]) : data[kind]}
                disabled={choose.isPending}
                onChange={(event) => choose.mutate({ [kind]: event.currentTarget.checked })}
              />
            ))}
          </div>
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </div>
  )
}
