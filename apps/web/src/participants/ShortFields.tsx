import type { Locale } from '@fonema/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { currentLanguage } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { type RegistrationFormState, useFieldProps } from './useFieldProps.ts'

type ShortFieldsProps = {
  form: RegistrationFormState
  /** Offered until the others are known. */
  ownLocale?: Locale
  /** A registration must have a code and a locale; an edit leaves what is emptied as it was. */
  isNew?: boolean
}

/** What a quick registration asks. */
export function ShortFields({ form, ownLocale, isNew = true }: ShortFieldsProps) {
  const field = useFieldProps(form)
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  return (
    <>
      <TextInput {...field('code')} required={isNew} maxLength={64} />
      <NativeSelect
        {...field('locale')}
        required={isNew}
        data={(locales.data ?? (ownLocale === undefined ? [] : [ownLocale])).map(({ id, code }) => ({
          value: id,
          label: localeName(code, currentLanguage()),
        }))}
      />
      <TextInput {...field('first_name')} maxLength={150} />
      <TextInput {...field('last_name')} maxLength={150} />
    </>
  )
}
