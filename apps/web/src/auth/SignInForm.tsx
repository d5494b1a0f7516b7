import type { NamedProvider, Tokens } from '@fonema/contract'
import { Alert, Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { signInAt } from '../api/provider.ts'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import type { CodeRequest } from './CodeForm.tsx'
import classes from './SignInPage.module.css'
import { marksFields, signInFailureText } from './sign-in-failure.ts'
import { useProvider } from './useProvider.ts'

const empty = { email: '', password: '' }
type Field = keyof typeof empty

type SignInFormProps = {
  /** The page to go on with after a sign-in at a provider. */
  returnTo: string | null
  onSignedIn: (tokens: Tokens) => void
  /** The password is correct, but a second factor is required. */
  onCodeRequired: (codeRequest: CodeRequest) => void
}

export function SignInForm({ returnTo, onSignedIn, onCodeRequired }: SignInFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(empty)
  const [missing, setMissing] = useState<readonly Field[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const house = useProvider(values.email)

  /** Without a password, the address is enough where the house has a provider. */
  async function goWhereItLeads() {
    const provider = await house.found()
    if (provider !== null) await goToProvider(provider)
  }

  /** Leaves the page; the button stays busy until it is gone. */
  async function goToProvider(provider: NamedProvider) {
    setFailure(null)
    setSending(true)
    try {
      await signInAt(provider.id, house.email, returnTo)
    } catch (error) {
      setFailure(error)
      setSending(false)
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const empties = (['email', 'password'] as const).filter((field) => values[field].trim() === '')
    setMissing(empties)
    setFailure(null)
    if (empties[0] !== undefined) {
      const first = empties[0] === 'email' ? emailInput : passwordInput
      first.current?.focus()
      if (empties.join() === 'password') await goWhereItLeads()
      return
    }
    setSending(true)
    const credentials = { email: values.email.trim(), password: values.password }
    try {
      onSignedIn(await call('POST /user/api/token/', { body: credentials }))
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'second_factor_required')
        return onCodeRequired({
          failure: error,
          send: (proof) => call('POST /user/api/token/', { body: { ...credentials, ...proof } }),
        })
      setFailure(error)
      setValues(empty)
      emailInput.current?.focus()
    } finally {
      setSending(false)
    }
  }

  const field = (name: Field) => ({
    name,
    label: t(`login__form__${name}`),
    value: values[name],
    required: true,
    withAsterisk: false,
    error: missing.includes(name)
      ? t('form_hook__field_error__required')
      : marksFields(failure) && values[name] === '' && t('login__form__invalid'),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((others) => ({ ...others, [name]: value }))
      setMissing((fields) => fields.filter((other) => other !== name))
    },
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && (
        <Alert color="red" role="alert">
          {signInFailureText(t, failure)}
        </Alert>
      )}
      <TextInput
        {...field('email')}
        ref={emailInput}
        type="email"
        autoComplete="username"
        inputMode="email"
        onBlur={house.find}
      />
      {house.provider !== null && (
        <>
          <Button fullWidth loading={isSending} onClick={() => house.provider && void goToProvider(house.provider)}>
            {t('login__provider__continue', { name: house.provider.name })}
          </Button>
          <p className={classes.or}>{t('login__provider__or')}</p>
        </>
      )}
      <PasswordField
        {...field('password')}
        ref={passwordInput}
        autoComplete="current-password"
        showText={t('login__form__show_password')}
      />
      <a href={links.resetPassword} className={classes.reset}>
        {t('login__form__reset')}
      </a>
      <Button
        type="submit"
        fullWidth
        variant={house.provider === null ? 'filled' : 'default'}
        loading={isSending}
        className={classes.submit}
      >
        {t('login__form__submit')}
      </Button>
    </form>
  )
}
