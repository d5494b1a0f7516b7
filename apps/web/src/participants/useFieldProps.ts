import { useTranslation } from '../ui/i18n.ts'
import type { RegistrationField, RegistrationValues } from './registration.ts'

/** The part of the library's form that the fields need. */
export type RegistrationFormState = {
  values: RegistrationValues
  getInputProps: (field: RegistrationField) => object
  setFieldValue: (field: RegistrationField, value: string) => void
}

/** The common props of every control of the form: value, error, name and label. */
export function useFieldProps(form: RegistrationFormState) {
  const { t } = useTranslation()
  return (name: RegistrationField) => ({
    ...form.getInputProps(name),
    name,
    label: t(`participants__field__${name}`),
  })
}
