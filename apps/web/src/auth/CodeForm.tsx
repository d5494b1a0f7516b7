import type { Credentials, Tokens } from '@fonema/contract'
import { Alert, Button, TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiFailure } from '../api/http.ts'
import { type PasskeyRequest, signWithPasskey, usableHere, wasLeft } from '../api/passkey.ts'
import { type TextKey, useTranslation } from '../ui/i18n.ts'
import classes from './SignInPage.module.css'
import { signInFailureText } from './sign-in-failure.ts'

type Proof = Pick<Credentials, 'code' | 'passkey'>
/** What the server requests after a correct password or a sign-in at the provider, and the call that goes on. */
export type CodeRequest = { send: (proof: Proof) => Promise<Tokens>; failure: ApiFailure }
type Method = 'passkey' | 'totp' | 'recovery_code'

const texts: Record<Method, { help: TextKey; use: TextKey }> = {
  passkey: { help: 'login__code__passkey_help', use: 'login__code__use_passkey' },
  totp: { help: 'login__code__help', use: 'login__code__use_app' },
  recovery_code: { help: 'login__code__recovery_help', use: 'login__code__use_recovery' },
}

/** The methods that work in this browser, the easiest first. */
function methodsOf(failure: ApiFailure): Method[] {
  const { methods } = failure.members as { methods: string[] }
  const offered = (['passkey', 'totp', 'recovery_code'] as const).filter((method) => methods.includes(method))
  return offered.filter((method) => method !== 'passkey' || usableHere(requestOf(failure)).length > 0)
}
const requestOf = ({ members }: ApiFailure) => members as unknown as PasskeyRequest

type CodeFormProps = { codeRequest: CodeRequest; onSignedIn: (tokens: Tokens) => void; onBack: () => void }

/** The second step of a sign-in: a passkey, a code of the app, or a recovery code. */
export function CodeForm({ codeRequest: { send, failure: offer }, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useTranslation()
  const methods = methodsOf(offer)
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery_code')
  const [request, setRequest] = useState(() => requestOf(offer))
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure(null)
    const lacksCode = method !== 'passkey' && code.trim() === ''
    setMissing(lacksCode)
    if (lacksCode) return input.current?.focus()
    setSending(true)
    try {
      const proof = method === 'passkey' ? { passkey: await signWithPasskey(request) } : { code: code.trim() }
      onSignedIn(await send(proof))
    } catch (error) {
      if (!wasLeft(error)) setFailure(error)
      setCode('')
      input.current?.focus()
      if (method === 'passkey' && error instanceof ApiFailure) await askAnew()
    } finally {
      setSending(false)
    }
  }

  /** A passkey challenge can be used only once. */
  async function askAnew() {
    await send({}).catch((error) => {
      if (error instanceof ApiFailure && error.code === 'second_factor_required') setRequest(requestOf(error))
    })
  }

  function turnTo(next: Method) {
    setMethod(next)
    setCode('')
    setMissing(false)
    setFailure(null)
  }

  return (
    <>
      <p className={classes.subtitle}>{t(texts[method].help)}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        {failure !== null && (
          <Alert color="red" role="alert">
            {signInFailureText(t, failure, method)}
          </Alert>
        )}
        {method !== 'passkey' && (
          <TextInput
            {...(method === 'totp'
              ? { className: classes.code, autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 7 }
              : { className: classes.recoveryCode, autoComplete: 'off', maxLength: 40, spellCheck: false })}
            key={method}
            ref={input}
            name="code"
            label={t(method === 'totp' ? 'login__code__label' : 'login__code__recovery_label')}
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
        )}
        <Button type="submit" fullWidth loading={isSending} autoFocus={method === 'passkey'}>
          {t(method === 'passkey' ? 'login__code__use_passkey' : 'login__form__submit')}
        </Button>
        <div className={classes.others}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <UnstyledButton key={other} className={classes.other} onClick={() => turnTo(other)}>
                {t(texts[other].use)}
              </UnstyledButton>
            ))}
          <UnstyledButton className={classes.other} onClick={onBack}>
            {t('login__code__back')}
          </UnstyledButton>
        </div>
      </form>
    </>
  )
}
