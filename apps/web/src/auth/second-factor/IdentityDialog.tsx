import type { NamedProvider, OwnProof } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import { isOfBrowser } from '../../api/passkey.ts'
import { confirmAtProvider, type Returned } from '../../api/provider.ts'
import { queryFor } from '../../api/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import classes from './SecondFactor.module.css'

type IdentityDialogProps = {
  /** Opened again when the person comes back from the provider. */
  id: string
  title: string
  /** What follows. */
  text?: string
  submit: string
  action: (proof: OwnProof) => Promise<void>
  onClose: () => void
  /** What the person brings back from the provider. */
  returned: Returned | null
  /** Fields of the action. */
  children?: ReactNode
}

/**
 * Asks again who it is, by the password or by a new sign-in at the provider of the session. Closes when the action has
 * succeeded.
 */
export function IdentityDialog(props: IdentityDialogProps) {
  const own = useQuery(queryFor('GET /user/provider/'))
  // The dialog opens with its field, so that the focus goes there.
  if (own.data === undefined && !own.isError) return null
  return (
    <Dialog opened title={props.title} onClose={props.onClose} closeOnClickOutside={false}>
      <IdentityForm {...props} provider={own.data?.provider ?? null} hasPassword={own.data?.has_password !== false} />
    </Dialog>
  )
}

type IdentityFormProps = IdentityDialogProps & { provider: NamedProvider | null; hasPassword: boolean }

function IdentityForm({
  id,
  text,
  submit,
  action,
  onClose,
  returned,
  children,
  provider,
  hasPassword,
}: IdentityFormProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [by, setBy] = useState<keyof OwnProof>(provider === null ? 'password' : 'provider')
  const [proof, setProof] = useState(returned?.dialog === id ? returned.proof : null)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const mustLeave = by === 'provider' && proof === null
  const confirm = useMutation({
    mutationFn: async () => {
      if (mustLeave) return confirmAtProvider({ purpose: 'second_factor' }, id)
      return action(by === 'provider' && proof !== null ? { provider: proof } : { password })
    },
    // The browser leaves for the provider.
    onSuccess: () => mustLeave || onClose(),
    onError: () => by === 'provider' && setProof(null),
  })
  const isWrong = confirm.error instanceof ApiFailure && confirm.error.fields[by] !== undefined
  const name = provider?.name ?? ''

  function send(event: FormEvent) {
    event.preventDefault()
    const lacks = by === 'password' && password === ''
    setMissing(lacks)
    // After a success the browser is on its way.
    if (!lacks && !confirm.isPending && !(mustLeave && confirm.isSuccess)) confirm.mutate()
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {confirm.isError && !(isWrong && by === 'password') && (
        <Alert color="red" role="alert">
          {isWrong
            ? t('second_factor__provider__wrong')
            : isOfBrowser(confirm.error)
              ? t('second_factor__passkeys__left')
              : ofFailure(confirm.error)}
        </Alert>
      )}
      {/* What is typed before the way to the provider would be lost on it. */}
      {!mustLeave && children}
      {by === 'provider' ? (
        <p className={classes.text}>
          {t(mustLeave ? 'second_factor__provider__ask' : 'second_factor__provider__done', { name })}
        </p>
      ) : (
        <>
          <p className={classes.text}>{t('second_factor__password__ask')}</p>
          <PasswordField
            label={t('login__form__password')}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus={children === undefined || undefined}
            maxLength={256}
            value={password}
            error={isMissing ? ofFieldCode('required') : isWrong && t('second_factor__password__wrong')}
            showText={t('login__form__show_password')}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setMissing(false)
              confirm.reset()
            }}
          />
        </>
      )}
      {provider !== null && hasPassword && (
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          onClick={() => {
            setBy(by === 'provider' ? 'password' : 'provider')
            confirm.reset()
          }}
        >
          {t(by === 'provider' ? 'second_factor__password__use' : 'second_factor__provider__use', { name })}
        </Button>
      )}
      <DialogButtons cancel={{ text: t('second_factor__password__cancel'), onClick: onClose }}>
        <Button
          type="submit"
          loading={confirm.isPending || (mustLeave && confirm.isSuccess)}
          data-autofocus={by === 'provider' || undefined}
        >
          {mustLeave ? t('second_factor__provider__go', { name }) : submit}
        </Button>
      </DialogButtons>
    </form>
  )
}
