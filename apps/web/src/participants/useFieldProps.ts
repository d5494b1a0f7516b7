import { useTranslation } from 'react-i18next'
import type { RegistrationField, RegistrationValues } from './registration.ts'

/** The part of the library's form that the fields use. */
export type RegistrationFormState = {
  values: RegistrationValues
  getInputProps: (field: RegistrationField) => object
  setFieldValue: (field: RegistrationField, value: string) => void
}

/** What every control of the form takes: its value, its error, its name and its label. */
export function useFieldProps(form: RegistrationFormState) {
  const { t } = useTranslation()
  return (name: RegistrationField) => ({
    ...form.getInputProps(name),
    name,
    label: t(`participants__field__${name}`),
  })
}
