import { Alert } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'

type NewPasswordFieldsProps = {
  password: string
  repeated: string
  /** The rules that the server found violated. */
  refused: readonly string[]
  onPassword: (typed: string) => void
  onRepeated: (typed: string) => void
}

/** A new password, typed twice, with its rules. */
export function NewPasswordFields({ password, repeated, refused, onPassword, onRepeated }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={t('login__set__password')}
        name="new_password"
        autoComplete="new-password"
        maxLength={256}
        value={password}
        showText={t('login__form__show_password')}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
      <PasswordRules password={password} refused={refused} />
      <PasswordField
        label={t('login__set__repeat')}
        name="repeated_password"
        autoComplete="new-password"
        maxLength={256}
        value={repeated}
        showText={t('login__form__show_password')}
        onChange={(event) => onRepeated(event.currentTarget.value)}
      />
      {repeated !== '' && password !== repeated && (
        <Alert color="red" role="alert">
          {t('login__set__differ')}
        </Alert>
      )}
    </>
  )
}
