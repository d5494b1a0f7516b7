import type { Country, FieldCode, NewParticipant, Participant, ParticipantChanges } from '@fonema/contract'
import { dateErrors } from '@fonema/contract/participant-dates'
import { ranges } from '@fonema/contract/ranges'
import { phoneOf } from './phone.ts'

/** A registration in the form of its controls' values. */
export type RegistrationValues = {
  code: string
  locale: string
  first_name: string
  last_name: string
  birthday: string
  sex: string
  education_years: string
  occupation: string
  diagnose: string
  diagnose_date: string
  country: string
  /** The country of the phone number's dial code. */
  phone_country: string
  phone: string
}
export type RegistrationField = keyof RegistrationValues

export const emptyRegistration: RegistrationValues = {
  code: '',
  locale: '',
  first_name: '',
  last_name: '',
  birthday: '',
  sex: '',
  education_years: '',
  occupation: '',
  diagnose: '',
  diagnose_date: '',
  country: '',
  phone_country: '',
  phone: '',
}

/** Always visible; the others are collapsed at first. */
export const shortFields: readonly RegistrationField[] = ['code', 'locale', 'first_name', 'last_name']

/** Preset for the user, so these do not count as input. */
const preset: readonly RegistrationField[] = ['locale', 'phone_country']

export const isEmptyRegistration = (values: RegistrationValues): boolean =>
  Object.entries(values).every(([field, value]) => preset.includes(field as RegistrationField) || value.trim() === '')

export type RegistrationErrors = Partial<Record<RegistrationField, FieldCode>>

/** Checks everything that needs no server. `today` is YYYY-MM-DD. */
export function checkRegistration(values: RegistrationValues, today: string, dialCode: string): RegistrationErrors {
  const errors: RegistrationErrors = dateErrors(values, today)
  for (const field of ['code', 'locale'] as const) if (values[field].trim() === '') errors[field] = 'required'
  if (values.education_years.trim() !== '') {
    const years = numberOf(values.education_years)
    if (years === null) errors.education_years = 'invalid'
    else if (years < ranges.education_years.min || years > ranges.education_years.max)
      errors.education_years = 'out_of_range'
  }
  const phone = phoneOf(dialCode, values.phone)
  if (phone !== null && 'error' in phone) errors.phone = phone.error
  return errors
}

/** Like `checkRegistration`, for an edit: a cleared code is allowed, and unchanged dates are not checked. */
export function checkEdit(
  values: RegistrationValues,
  before: RegistrationValues,
  today: string,
  dialCode: string,
): RegistrationErrors {
  const { code: _, locale: __, ...errors } = checkRegistration(values, today, dialCode)
  if (values.birthday !== before.birthday || values.diagnose_date !== before.diagnose_date) return errors
  const { birthday: ___, diagnose_date: ____, ...others } = errors
  return others
}

/** The request body for checked values; empty fields are left out. */
export function toNewParticipant(values: RegistrationValues, dialCode: string): NewParticipant {
  const phone = phoneOf(dialCode, values.phone)
  const years = numberOf(values.education_years)
  const sex = values.sex === 'f' || values.sex === 'm' ? values.sex : null
  const texts = ['first_name', 'last_name', 'birthday', 'occupation', 'diagnose', 'diagnose_date', 'country'] as const
  return {
    code: values.code.trim(),
    locale: values.locale,
    ...Object.fromEntries(texts.flatMap((field) => (values[field].trim() ? [[field, values[field].trim()]] : []))),
    ...(sex !== null && { sex }),
    ...(years !== null && { education_years: years }),
    ...(phone !== null && 'value' in phone && { phone: phone.value }),
  }
}

/** The registration fields of a draft. An older version of the page may have written it. */
export function fieldsOfDraft(draft: unknown): Partial<RegistrationValues> {
  const entries: [string, unknown][] = typeof draft === 'object' && draft !== null ? Object.entries(draft) : []
  return Object.fromEntries(entries.filter(([field, value]) => field in emptyRegistration && typeof value === 'string'))
}

/** The fields that differ. */
export const differing = (values: RegistrationValues, before: RegistrationValues): Partial<RegistrationValues> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== before[field as RegistrationField]))

/** A participant as control values of the form. */
export const toValues = (participant: Participant): RegistrationValues => ({
  ...emptyRegistration,
  ...Object.fromEntries(
    Object.keys(emptyRegistration).map((field) => [field, String(participant[field as keyof Participant] ?? '')]),
  ),
})

/** The changes of an edit to send: cleared fields become null, but a cleared code or locale keeps its value. */
export function toChanges(
  values: RegistrationValues,
  before: RegistrationValues,
  dialCode: string,
): ParticipantChanges {
  const changed = (Object.keys(values) as RegistrationField[]).filter(
    (field) => field !== 'phone_country' && values[field].trim() !== before[field].trim(),
  )
  const sent = toNewParticipant(values, dialCode)
  const entries = changed
    .filter((field) => (field !== 'code' && field !== 'locale') || values[field].trim() !== '')
    .map((field) => [field, field in sent ? sent[field as keyof NewParticipant] : null])
  return Object.fromEntries(entries)
}

/** Parses a number written in any of the four languages; null when it is not a number. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

const fallbackCountry = 'AR'

/**
 * The country of a phone number until the user chooses another: the participant's, else the user's. A number with its
 * own dial code gets a country with that code.
 */
export function phoneCountryOf(
  { phone_country, country, phone }: Pick<RegistrationValues, 'phone_country' | 'country' | 'phone'>,
  users: string,
  known: readonly Country[],
): string {
  const preferred = [phone_country, country, users, fallbackCountry].flatMap(
    (code) => known.find((one) => one.code === code) ?? [],
  )
  const fits = ({ dial_code }: Country) => phone.startsWith(dial_code)
  const ofNumber = phone.startsWith('+') ? (preferred.find(fits) ?? known.find(fits)) : undefined
  return (ofNumber ?? preferred[0])?.code ?? fallbackCountry
}
