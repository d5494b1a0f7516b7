import type { Locale } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor } from '../api/query.ts'
import { currentLanguage } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { type RegistrationFormState, SelectControl, TextControl, useFieldProps } from './useFieldProps.ts'

type ShortFieldsProps = {
  form: RegistrationFormState
  /** Offered until the other locales are loaded. */
  ownLocale?: Locale
  /** A new registration requires a code and a locale; an edit keeps the old value when one of them is cleared. */
  isNew?: boolean
}

/** The fields of a quick registration. */
export function ShortFields({ form, ownLocale, isNew = true }: ShortFieldsProps) {
  const field = useFieldProps(form)
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const language = currentLanguage()
  const choices = useMemo(
    () =>
      (locales.data ?? (ownLocale === undefined ? [] : [ownLocale])).map(({ id, code }) => ({
        value: id,
        label: localeName(code, language),
      })),
    [locales.data, ownLocale, language],
  )
  return (
    <>
      {/* In a dialog it has the focus first. */}
      <TextControl {...field('code')} required={isNew} maxLength={64} data-autofocus />
      <SelectControl {...field('locale')} required={isNew} data={choices} />
      <TextControl {...field('first_name')} maxLength={150} />
      <TextControl {...field('last_name')} maxLength={150} />
    </>
  )
}
