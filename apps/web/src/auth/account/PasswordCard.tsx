import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import classes from './Account.module.css'

/** Changes the password, for which the present one is asked again. */
export function PasswordCard() {
  const { t } = useTranslation()
  // A new key empties the form.
  const [times, setTimes] = useState(0)
  return (
    <Card title={t('account__password__title')}>
      <Fold title={t('account__password__open')} key={times}>
        <PasswordForm
          onChanged={() => {
            showSuccess(t('account__password__done'))
            setTimes(times + 1)
          }}
        />
      </Fold>
    </Card>
  )
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const [present, setPresent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const change = useMutation({
    mutationFn: () => call('POST /user/password/', { body: { password: present, new_password: password } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeyOf('GET /user/sign_ins/') })
      onChanged()
    },
  })
  const refused = change.error instanceof ApiFailure ? change.error.fields : {}
  const isOfField = refused.password !== undefined || refused.new_password !== undefined
  const isReady = present !== '' && password !== '' && password === repeated

  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady && !change.isPending) change.mutate()
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <Unsaved when={!change.isSuccess && (present !== '' || password !== '' || repeated !== '')} />
      <p className={classes.text}>{t('account__password__help')}</p>
      {change.isError && !isOfField && (
        <Alert color="red" role="alert">
          {ofFailure(change.error)}
        </Alert>
      )}
      <PasswordField
        label={t('account__password__present')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={present}
        error={refused.password !== undefined && t('account__password__wrong')}
        showText={t('login__form__show_password')}
        onChange={(event) => {
          setPresent(event.currentTarget.value)
          change.reset()
        }}
      />
      <NewPasswordFields
        password={password}
        repeated={repeated}
        refused={refused.new_password ?? []}
        onPassword={(typed) => {
          setPassword(typed)
          change.reset()
        }}
        onRepeated={setRepeated}
      />
      <div>
        <Button type="submit" loading={change.isPending} disabled={!isReady}>
          {t('account__password__submit')}
        </Button>
      </div>
    </form>
  )
}
