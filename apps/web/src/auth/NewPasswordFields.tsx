import { Alert, PasswordInput } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'
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
  const toggle = { 'aria-label': t('login__form__show_password'), tabIndex: 0, 'aria-hidden': false }
  return (
    <>
      <PasswordInput
        label={t('login__set__password')}
        name="new_password"
        autoComplete="new-password"
        maxLength={256}
        value={password}
        visibilityToggleButtonProps={toggle}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
      <PasswordRules password={password} refused={refused} />
      <PasswordInput
        label={t('login__set__repeat')}
        name="repeated_password"
        autoComplete="new-password"
        maxLength={256}
        value={repeated}
        visibilityToggleButtonProps={toggle}
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
