import { isEmail } from '@fonema/contract/email'
import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import classes from './PasswordPage.module.css'

/** Requests a link by mail. The answer is the same for every address. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [email, setEmail] = useState('')
  const [error, setError] = useState('')
  useTitle(t('login__reset__title'))
  const request = useMutation({
    mutationFn: () => call('POST /user/password_reset/', { body: { email: email.trim() } }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong =
      email.trim() === '' ? ofFieldCode('required') : isEmail(email.trim()) ? '' : t('login__reset__no_address')
    setError(wrong)
    if (wrong === '' && !request.isPending) request.mutate()
  }

  return (
    <div className={classes.page}>
      <h1>{t('login__reset__title')}</h1>
      <Card title={t('login__reset__by_mail')}>
        {request.isSuccess ? (
          <Alert color="accent" role="status">
            {t('login__reset__sent')}
          </Alert>
        ) : (
          <form className={classes.form} onSubmit={submit} noValidate>
            {request.isError && (
              <Alert color="red" role="alert">
                {ofFailure(request.error)}
              </Alert>
            )}
            <TextInput
              label={t('login__form__email')}
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              required
              withAsterisk={false}
              value={email}
              error={error}
              onChange={(event) => {
                setEmail(event.currentTarget.value)
                setError('')
              }}
            />
            <Button type="submit" loading={request.isPending}>
              {t('login__reset__send')}
            </Button>
          </form>
        )}
      </Card>
      <a className={classes.back} href={links.signIn}>
        {t('login__reset__back')}
      </a>
    </div>
  )
}
