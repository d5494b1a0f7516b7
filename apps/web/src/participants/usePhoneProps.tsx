import { useCallback, useMemo } from 'react'
import { besideDialCode, typedBesideDialCode } from './phone.ts'
import classes from './RegistrationForm.module.css'
import type { RegistrationFormState, Typed } from './useFieldProps.ts'

/** What the phone's country and number have beside the common props. It changes with them only, as their list is long. */
export function usePhoneProps({ values, setFieldValue }: RegistrationFormState, dialCode: string) {
  const { phone } = values
  const number = besideDialCode(dialCode, phone)
  const changeCountry = useCallback(
    ({ currentTarget: { value } }: Typed) => {
      setFieldValue('phone_country', value)
      setFieldValue('phone', number)
    },
    [setFieldValue, number],
  )
  const changeNumber = useCallback(
    ({ currentTarget: { value } }: Typed) => setFieldValue('phone', typedBesideDialCode(dialCode, phone, value)),
    [setFieldValue, dialCode, phone],
  )
  const code = useMemo(() => <span className={classes.dialCode}>{dialCode}</span>, [dialCode])
  const hasOwnCode = number.startsWith('+')
  return {
    country: { onChange: changeCountry },
    number: {
      value: number,
      onChange: changeNumber,
      ...(!hasOwnCode && { leftSection: code, leftSectionWidth: 64 }),
    },
  }
}
