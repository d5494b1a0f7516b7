import { Alert, Button, UnstyledButton } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import classes from './SignInPage.module.css'
import { signInFailureText } from './sign-in-failure.ts'

type LinkFormProps = {
  email: string
  connect: (password: string) => Promise<void>
  ask: () => Promise<unknown>
}

/** Connects an existing account with the provider: by its password, or by a request to the owner. */
export function LinkForm({ email, connect, ask }: LinkFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(work: () => Promise<unknown>) {
    if (isSending) return
    setFailure(null)
    setSending(true)
    try {
      await work()
    } catch (error) {
      setFailure(error)
      setPassword('')
      input.current?.focus()
    } finally {
      setSending(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') return input.current?.focus()
    void send(() => connect(password))
  }

  if (hasAsked)
    return (
      <Alert color="teal" role="status">
        {t('login__link__asked')}
      </Alert>
    )
  return (
    <>
      <p className={classes.subtitle}>{t('login__link__text', { email })}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        {failure !== null && (
          <Alert color="red" role="alert">
            {signInFailureText(t, failure)}
          </Alert>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          ref={input}
          name="password"
          label={t('login__form__password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          error={isMissing && t('form_hook__field_error__required')}
          showText={t('login__form__show_password')}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value)
            setMissing(false)
          }}
        />
        <Button type="submit" fullWidth loading={isSending}>
          {t('login__link__connect')}
        </Button>
        <div className={classes.others}>
          <UnstyledButton
            className={classes.other}
            onClick={() =>
              void send(async () => {
                await ask()
                setAsked(true)
              })
            }
          >
            {t('login__link__ask')}
          </UnstyledButton>
        </div>
      </form>
    </>
  )
}
