import { NativeSelect, TextInput } from '@mantine/core'
import { memo, useMemo } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { emptyRegistration, type RegistrationField, type RegistrationValues } from './registration.ts'

/** The part of the library's form that the fields need. */
export type RegistrationFormState = {
  values: RegistrationValues
  errors: Partial<Record<string, React.ReactNode>>
  setFieldValue: (field: RegistrationField, value: string) => void
}

export type Typed = { currentTarget: { value: string } }

// A letter draws only its own field again: on a slow tablet all of them together take a tenth of a second.
export const TextControl = memo(TextInput)
export const SelectControl = memo(NativeSelect)

/** The common props of every control of the form: value, error, name and label. They change with their own field only. */
export function useFieldProps({ values, errors, setFieldValue }: RegistrationFormState) {
  const { t } = useTranslation()
  const changes = useMemo(() => {
    const names = Object.keys(emptyRegistration) as RegistrationField[]
    const change =
      (name: RegistrationField) =>
      ({ currentTarget: { value } }: Typed) =>
        setFieldValue(name, value)
    return Object.fromEntries(names.map((name) => [name, change(name)])) as Record<
      RegistrationField,
      (event: Typed) => void
    >
  }, [setFieldValue])
  return (name: RegistrationField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: changes[name],
    label: t(`participants__field__${name}`),
  })
}
