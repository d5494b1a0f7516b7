import type { Country } from '@fonema/contract'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../api/current-user.ts'
import { DateField } from '../ui/DateField.tsx'
import { dayIn } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { displayNames } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { besideDialCode, typedBesideDialCode } from './phone.ts'
import classes from './RegistrationForm.module.css'
import { type RegistrationFormState, useFieldProps } from './useFieldProps.ts'

type MoreFieldsProps = {
  form: RegistrationFormState
  countries: UseQueryResult<Country[]>
  /** The country of the phone number's dial code. */
  phoneCountry: string
  dialCode: string
}

export function MoreFields({ form, countries, phoneCountry, dialCode }: MoreFieldsProps) {
  const { t } = useTranslation()
  const field = useFieldProps(form)
  const today = dayIn(useUser().organization.time_zone, new Date())
  const named = useNamedCountries(countries.data)
  const { phone } = form.values
  const number = besideDialCode(dialCode, phone)
  const hasOwnCode = number.startsWith('+')
  const unset = { value: '', label: t('home__form__unset') }
  return (
    <>
      <DateField {...field('birthday')} value={form.values.birthday} max={today} />
      <NativeSelect
        {...field('sex')}
        data={[
          unset,
          { value: 'f', label: t('participants__sex__f') },
          { value: 'm', label: t('participants__sex__m') },
        ]}
      />
      <TextInput
        {...field('education_years')}
        description={t('participants__field__education_years_range')}
        inputMode="decimal"
        maxLength={8}
      />
      <TextInput {...field('occupation')} maxLength={150} />
      <Textarea {...field('diagnose')} maxLength={500} rows={2} />
      <DateField {...field('diagnose_date')} value={form.values.diagnose_date} max={today} />
      {countries.isError ? (
        <ErrorState error={countries.error} onRetry={() => void countries.refetch()} />
      ) : (
        <>
          <NativeSelect
            {...field('country')}
            data={[unset, ...named.map(({ code, name }) => ({ value: code, label: name }))]}
          />
          <NativeSelect
            {...field('phone_country')}
            value={phoneCountry}
            onChange={(event) => {
              form.setFieldValue('phone_country', event.currentTarget.value)
              form.setFieldValue('phone', number)
            }}
            data={named.map(({ code, name, dial_code }) => ({ value: code, label: `${name} (${dial_code})` }))}
          />
          <TextInput
            {...field('phone')}
            type="tel"
            inputMode="tel"
            maxLength={40}
            value={number}
            onChange={(event) =>
              form.setFieldValue('phone', typedBesideDialCode(dialCode, phone, event.currentTarget.value))
            }
            {...(!hasOwnCode && {
              leftSection: <span className={classes.dialCode}>{dialCode}</span>,
              leftSectionWidth: 64,
            })}
          />
        </>
      )}
    </>
  )
}

/** The countries, named in the user's language. */
function useNamedCountries(countries: readonly Country[] | undefined): Country[] {
  const language = currentLanguage()
  return useMemo(() => {
    const names = displayNames(language, { type: 'region' })
    const named = (countries ?? []).map((country) => ({ ...country, name: names.of(country.code) ?? country.name }))
    return named.sort((a, b) => a.name.localeCompare(b.name, language))
  }, [countries, language])
}
