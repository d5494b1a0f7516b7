import type { Credentials, Tokens } from '@fonema/contract'
import { Alert, Button, TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import classes from './SignInPage.module.css'
import { signInFailureText } from './sign-in-failure.ts'

type CodeFormProps = { credentials: Credentials; onSignedIn: (tokens: Tokens) => void; onBack: () => void }

/** The second step of a sign-in: what the app shows, or one of the codes that were put away for the day without it. */
export function CodeForm({ credentials, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useTranslation()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure(null)
    setMissing(code.trim() === '')
    if (code.trim() === '') return input.current?.focus()
    setSending(true)
    try {
      onSignedIn(await call('POST /user/api/token/', { body: { ...credentials, code: code.trim() } }))
    } catch (error) {
      setFailure(error)
      setCode('')
      input.current?.focus()
    } finally {
      setSending(false)
    }
  }

  function switchKind() {
    setRecovery(!isRecovery)
    setCode('')
    setMissing(false)
    setFailure(null)
    input.current?.focus()
  }

  const kind = isRecovery
    ? ({ className: classes.recoveryCode, autoComplete: 'off', maxLength: 40, spellCheck: false } as const)
    : ({ className: classes.code, autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 7 } as const)
  return (
    <>
      <p className={classes.subtitle}>{t(isRecovery ? 'login__code__recovery_help' : 'login__code__help')}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" className={classes.failure}>
            {signInFailureText(t, failure, isRecovery)}
          </Alert>
        )}
        <TextInput
          {...kind}
          ref={input}
          name="code"
          label={t(isRecovery ? 'login__code__recovery_label' : 'login__code__label')}
          required
          withAsterisk={false}
          autoFocus
          value={code}
          error={isMissing && t('form_hook__field_error__required')}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <Button type="submit" fullWidth loading={isSending}>
          {t('login__form__submit')}
        </Button>
        <div className={classes.others}>
          <UnstyledButton className={classes.other} onClick={switchKind}>
            {t(isRecovery ? 'login__code__use_app' : 'login__code__use_recovery')}
          </UnstyledButton>
          <UnstyledButton className={classes.other} onClick={onBack}>
            {t('login__code__back')}
          </UnstyledButton>
        </div>
      </form>
    </>
  )
}
