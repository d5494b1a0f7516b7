import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { showError } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import classes from './PasswordPage.module.css'

/** Sets a password with the token of a mailed link. Removes the token from the address at once. */
export function SetPasswordPage() {
  const { t } = useTranslation()
  const params = useParams()
  const [token] = useState(params.token ?? '')
  const isReset = params.is_welcome === 'false'
  const title = t(isReset ? 'login__set__title' : 'login__welcome__title')
  useTitle(title)
  const validation = useQuery({
    queryKey: ['password token', token],
    queryFn: () => call('POST /user/password_reset/validate_token/', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isInvalid = validation.error instanceof ApiFailure && validation.error.status === 400
  useEffect(() => {
    // A link left in the history would open the account to anyone who finds it there.
    history.replaceState(history.state, '', links.resetPassword)
  }, [])
  useEffect(() => {
    if (isInvalid) showError('INVALID TOKEN')
  }, [isInvalid])

  if (isInvalid) return null
  if (validation.error !== null)
    return <ErrorState error={validation.error} onRetry={() => void validation.refetch()} />
  if (validation.data === undefined) return <Loading />
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <Card title={t(isReset ? 'login__set__subtitle' : 'login__welcome__subtitle')}>
        <SetPasswordForm token={token} />
      </Card>
    </div>
  )
}

function SetPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const save = useMutation({
    mutationFn: () => call('POST /user/password_reset/confirm/', { body: { token, password } }),
    onError: (error) => setRefused(error instanceof ApiFailure ? (error.fields.password ?? []) : []),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending && password !== '' && password === repeated) save.mutate()
  }

  if (save.isSuccess)
    return (
      <>
        <Alert color="teal" role="status" mb="md">
          {t('login__set__done')}
        </Alert>
        <Button component="a" href={links.signIn}>
          {t('login__form__submit')}
        </Button>
      </>
    )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError && (
        <Alert color="red" role="alert">
          {t('login__set__failed')}
        </Alert>
      )}
      <NewPasswordFields
        password={password}
        repeated={repeated}
        refused={refused}
        onPassword={(typed) => {
          setPassword(typed)
          setRefused([])
        }}
        onRepeated={setRepeated}
      />
      <Button type="submit" loading={save.isPending} disabled={password === '' || password !== repeated}>
        {t('login__set__submit')}
      </Button>
    </form>
  )
}
