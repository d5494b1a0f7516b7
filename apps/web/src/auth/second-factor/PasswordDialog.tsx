import { Alert, Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import { isOfBrowser } from '../../api/passkey.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './SecondFactor.module.css'

type PasswordDialogProps = {
  title: string
  text: string
  submit: string
  action: (password: string) => Promise<void>
  onClose: () => void
  /** Fields before the password. */
  children?: ReactNode
}

/** Asks for the password again, and closes when the action has succeeded. */
export function PasswordDialog({ title, text, submit, action, onClose, children }: PasswordDialogProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = useMutation({ mutationFn: () => action(password), onSuccess: onClose })
  const isWrong = confirm.error instanceof ApiFailure && confirm.error.fields.password !== undefined

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !confirm.isPending) confirm.mutate()
  }

  return (
    <Dialog opened title={title} onClose={onClose} closeOnClickOutside={false}>
      <form className={classes.form} onSubmit={send} noValidate>
        <p className={classes.text}>{text}</p>
        {confirm.isError && !isWrong && (
          <Alert color="red" variant="light" role="alert">
            {isOfBrowser(confirm.error) ? t('second_factor__passkeys__left') : ofFailure(confirm.error)}
          </Alert>
        )}
        {children}
        <PasswordInput
          label={t('login__form__password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={children === undefined || undefined}
          maxLength={256}
          value={password}
          error={isMissing ? ofFieldCode('required') : isWrong && t('second_factor__password__wrong')}
          visibilityToggleButtonProps={{
            'aria-label': t('login__form__show_password'),
            tabIndex: 0,
            'aria-hidden': false,
          }}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setMissing(false)
            confirm.reset()
          }}
        />
        <DialogButtons cancel={{ text: t('second_factor__password__cancel'), onClick: onClose }}>
          <Button type="submit" loading={confirm.isPending}>
            {submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
