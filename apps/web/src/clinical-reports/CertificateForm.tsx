import { Button, FileInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { useTranslation } from '../ui/i18n.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './Reports.module.css'

/** A PKCS#12 file is a few kB. The server refuses larger ones. */
const maxBytes = 64 * 1024

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Uploads a certificate with its key. */
export function CertificateForm({ onStored }: { onStored: () => Promise<void> }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const store = useMutation({
    mutationFn: async (chosen: File) =>
      call('PATCH /organizations/certificate/', { body: { p12: await base64Of(chosen), password } }),
    onSuccess: async () => {
      showSuccess(t('clinical_reports__certificate__stored'))
      setPassword('')
      await onStored()
    },
    onError: (failure) => {
      const isWrong = failure instanceof ApiFailure && failure.fields.password !== undefined
      setErrors(
        isWrong
          ? { password: t('clinical_reports__certificate__wrong_password') }
          : fieldErrorsOf(failure, ['p12', 'password'], texts),
      )
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    const refusal = file === null ? 'required' : file.size > maxBytes ? 'unreadable' : null
    setErrors(refusal === null ? {} : { p12: texts.ofFieldCode(refusal) })
    if (file !== null && refusal === null && !store.isPending) store.mutate(file)
  }
  return (
    <form className={classes.upload} onSubmit={send} noValidate>
      <Unsaved when={(file !== null || password !== '') && !store.isSuccess} />
      <FileInput
        label={t('clinical_reports__certificate__file')}
        placeholder={t('clinical_reports__certificate__choose')}
        accept=".p12,.pfx,application/x-pkcs12"
        value={file}
        error={errors.p12}
        onChange={(chosen) => {
          setFile(chosen)
          setErrors({})
        }}
      />
      <PasswordField
        label={t('clinical_reports__certificate__password')}
        autoComplete="off"
        maxLength={256}
        value={password}
        error={errors.password}
        showText={t('clinical_reports__sign__show')}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          setErrors({})
        }}
      />
      <div>
        <Button type="submit" loading={store.isPending}>
          {t('clinical_reports__certificate__store')}
        </Button>
      </div>
    </form>
  )
}
