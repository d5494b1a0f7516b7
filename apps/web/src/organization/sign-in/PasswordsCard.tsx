import type { SignInPolicy, User, UserId } from '@fonema/contract'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess, useUser } from '../../api/current-user.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { AskedButton } from '../../ui/AskedButton.tsx'
import { showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './SignIn.module.css'

/** Whether passwords are off, whose password still works, and when it was used. */
export function PasswordsCard() {
  const { t } = useTranslation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const policy = useQuery(queryFor('GET /organizations/sign_in_policy/'))
  const users = useQuery(queryFor('GET /organizations/user/'))
  const failed = [policy, users].find(({ isError, data }) => isError && data === undefined)
  return (
    <Card title={t('sign_in__passwords__title')}>
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : policy.data === undefined || users.data === undefined ? (
        <Loading />
      ) : (
        <>
          <State policy={policy.data} users={users.data} />
          {isOwner && <Decision policy={policy.data} users={users.data} />}
        </>
      )}
    </Card>
  )
}

type Shown = { policy: SignInPolicy; users: readonly User[] }

const nameOf = (user: User | undefined) =>
  user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim() || user.email

function State({ policy, users }: Shown) {
  const { t } = useTranslation()
  const date = (at: string) => formatApiDate(at, currentLanguage())
  const holder = nameOf(users.find(({ id }) => id === policy.break_glass_user_id))
  return (
    <>
      <p>
        {policy.passwords_off_at === null
          ? t('sign_in__passwords__on')
          : t('sign_in__passwords__off', { date: date(policy.passwords_off_at), name: holder })}
      </p>
      {policy.break_glass_uses.length > 0 && (
        <Alert color="yellow" title={t('sign_in__passwords__uses')}>
          <ul className={classes.uses}>
            {policy.break_glass_uses.map((at) => (
              <li key={at}>{date(at)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function Decision({ policy, users }: Shown) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const own = useUser()
  const isOff = policy.passwords_off_at !== null
  const holders = users.filter(({ roles, is_active, state }) => roles.is_manager && is_active && state === 'active')
  const [chosen, setChosen] = useState<string>(policy.break_glass_user_id ?? own.id)
  const providers = useQuery(queryFor('GET /organizations/providers/')).data
  const change = useMutation({
    mutationFn: (break_glass_user_id: UserId | null) =>
      call('PATCH /organizations/sign_in_policy/', { body: { break_glass_user_id } }),
    onSuccess: async () => {
      showSuccess(t('sign_in__passwords__saved'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/sign_in_policy/') })
    },
  })
  // Without another way in, the server refuses to turn them off.
  if (!isOff && providers !== undefined && !providers.some(({ is_on, domains }) => is_on && domains.length > 0))
    return <p className={classes.facts}>{t('sign_in__passwords__needs_provider')}</p>
  return (
    <div className={classes.form}>
      {!isOff && <p className={classes.facts}>{t('sign_in__passwords__unconnected', { count: policy.unconnected })}</p>}
      {change.error !== null && (
        <Alert color="red" role="alert">
          {change.error instanceof ApiFailure && change.error.code === 'conflict'
            ? t('sign_in__passwords__needs_provider')
            : ofFailure(change.error)}
        </Alert>
      )}
      <NativeSelect
        label={t('sign_in__passwords__holder')}
        description={t('sign_in__passwords__holder_help')}
        value={chosen}
        data={holders.map((user) => ({ value: user.id, label: `${nameOf(user)} (${user.email})` }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <ButtonRow>
        {!isOff && (
          <AskedButton
            color="red"
            label={t('sign_in__passwords__turn_off')}
            text={t('sign_in__passwords__turn_off_text', { name: nameOf(holders.find(({ id }) => id === chosen)) })}
            // A refusal stays on the card.
            action={() => change.mutateAsync(chosen as UserId).catch(() => undefined)}
          />
        )}
        {isOff && (
          <Button
            loading={change.isPending}
            disabled={chosen === policy.break_glass_user_id}
            onClick={() => change.mutate(chosen as UserId)}
          >
            {t('sign_in__passwords__change')}
          </Button>
        )}
        {isOff && (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate(null)}>
            {t('sign_in__passwords__turn_on')}
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}
