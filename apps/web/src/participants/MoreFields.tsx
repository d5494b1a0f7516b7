import type { Country } from '@fonema/contract'
import { Textarea } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { useUser } from '../api/current-user.ts'
import { DateField } from '../ui/DateField.tsx'
import { dayIn } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { displayNames } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { type RegistrationFormState, SelectControl, TextControl, useFieldProps } from './useFieldProps.ts'
import { usePhoneProps } from './usePhoneProps.tsx'

const AreaControl = memo(Textarea)
const DateControl = memo(DateField)

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
  const choices = useChoices(countries.data)
  const phone = usePhoneProps(form, dialCode)
  return (
    <>
      <DateControl {...field('birthday')} max={today} />
      <SelectControl {...field('sex')} data={choices.sexes} />
      <TextControl
        {...field('education_years')}
        description={t('participants__field__education_years_range')}
        inputMode="decimal"
        maxLength={8}
      />
      <TextControl {...field('occupation')} maxLength={150} />
      <AreaControl {...field('diagnose')} maxLength={500} rows={2} />
      <DateControl {...field('diagnose_date')} max={today} />
      {countries.isError ? (
        <ErrorState error={countries.error} onRetry={() => void countries.refetch()} />
      ) : (
        <>
          <SelectControl {...field('country')} data={choices.countries} />
          <SelectControl {...field('phone_country')} {...phone.country} value={phoneCountry} data={choices.dialCodes} />
          <TextControl {...field('phone')} {...phone.number} type="tel" inputMode="tel" maxLength={40} />
        </>
      )}
    </>
  )
}

/** What the selections offer, in the user's language. */
function useChoices(countries: readonly Country[] | undefined) {
  const { t } = useTranslation()
  const language = currentLanguage()
  return useMemo(() => {
    const names = displayNames(language, { type: 'region' })
    const named = (countries ?? [])
      .map((country) => ({ ...country, name: names.of(country.code) ?? country.name }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
    const unset = { value: '', label: t('home__form__unset') }
    return {
      sexes: [
        unset,
        { value: 'f', label: t('participants__sex__f') },
        { value: 'm', label: t('participants__sex__m') },
      ],
      countries: [unset, ...named.map(({ code, name }) => ({ value: code, label: name }))],
      dialCodes: named.map(({ code, name, dial_code }) => ({ value: code, label: `${name} (${dial_code})` })),
    }
  }, [countries, language, t])
}
