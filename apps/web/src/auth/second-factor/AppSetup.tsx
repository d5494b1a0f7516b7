import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { QrCode } from './QrCode.tsx'
import classes from './SecondFactor.module.css'

type AppSetupProps = {
  secret: string
  uri: string
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** The QR code for the app, the same secret as text, and a field for the confirming code. */
export function AppSetup({ secret, uri, onConfirmed, onCancel }: AppSetupProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = useMutation({
    mutationFn: () => call('POST /user/mfa/totp/confirm/', { body: { code } }),
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  })
  const isWrong = confirm.error instanceof ApiFailure && confirm.error.fields.code !== undefined

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '' && !confirm.isPending) confirm.mutate()
  }

  return (
    <ol className={classes.steps}>
      <li>
        <div>
          <p>{t('second_factor__setup__scan')}</p>
          <div className={classes.picture}>
            <QrCode text={uri} label={t('second_factor__setup__picture')} />
            <div>
              <p className={classes.note}>{t('second_factor__setup__by_hand')}</p>
              <code className={classes.key}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
              <p className={classes.onPhone}>
                <a href={uri}>{t('second_factor__setup__open')}</a>
              </p>
            </div>
          </div>
        </div>
      </li>
      <li>
        <form className={classes.form} onSubmit={send} noValidate>
          <p>{t('second_factor__setup__type')}</p>
          {confirm.isError && !isWrong && (
            <Alert color="red" role="alert">
              {ofFailure(confirm.error)}
            </Alert>
          )}
          <TextInput
            className={classes.code}
            label={t('second_factor__setup__code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            required
            withAsterisk={false}
            value={code}
            error={isMissing ? ofFieldCode('required') : isWrong && t('second_factor__setup__wrong')}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setMissing(false)
              confirm.reset()
            }}
          />
          <ButtonRow>
            <Button type="submit" loading={confirm.isPending}>
              {t('second_factor__setup__confirm')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('second_factor__password__cancel')}
            </Button>
          </ButtonRow>
        </form>
      </li>
    </ol>
  )
}
