import type { Locale, Participant } from '@fonema/contract'
import { formatApiDate, yearsBetween } from '../ui/dates.ts'
import { displayNames, numberFormat } from '../ui/formats.ts'
import { localeName } from '../ui/locale-name.ts'
import type { RegistrationField } from './registration.ts'

type FactContext = {
  language: string
  sexNames: Record<'f' | 'm', string>
  locales: readonly Pick<Locale, 'id' | 'code'>[]
}

/** A participant's values as text, in the order of the form; null for a missing value. */
export function factsOf(
  participant: Participant,
  { language, sexNames, locales }: FactContext,
): [Exclude<RegistrationField, 'phone_country'>, string | null][] {
  const { birthday, sex, education_years, diagnose_date, country } = participant
  const localeCode = locales.find(({ id }) => id === participant.locale)?.code
  const dayOf = (day: string | null) => day && formatApiDate(day, language, 'long')
  return [
    ['code', participant.code],
    ['locale', localeCode === undefined ? null : localeName(localeCode, language)],
    ['first_name', participant.first_name],
    ['last_name', participant.last_name],
    ['birthday', dayOf(birthday)],
    ['sex', sex && sexNames[sex]],
    ['education_years', education_years === null ? null : numberFormat(language).format(education_years)],
    ['occupation', participant.occupation],
    ['diagnose', participant.diagnose],
    ['diagnose_date', dayOf(diagnose_date)],
    ['country', country && (displayNames(language, { type: 'region' }).of(country) ?? country)],
    ['phone', participant.phone],
  ]
}

type Day = {
  /** YYYY-MM-DD */
  day: string
  ageText: (years: number) => string
}

/** A short summary: age on a day, sex, diagnosis and language, where known. */
export function briefOf(participant: Participant, known: FactContext, { day, ageText }: Day): string[] {
  const { sex, diagnose, locale } = Object.fromEntries(factsOf(participant, known))
  const years = participant.birthday === null ? null : yearsBetween(participant.birthday, day)
  return [years === null ? null : ageText(years), sex, diagnose, locale].flatMap((fact) => fact || [])
}
