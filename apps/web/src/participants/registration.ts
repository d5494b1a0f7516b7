import type { Country, FieldCode, NewParticipant, Participant, ParticipantChanges } from '@fonema/contract'
import { dateErrors } from '@fonema/contract/participant-dates'
import { phoneOf } from './phone.ts'

/** A registration as its controls hold it. */
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
  /** The country whose dial code precedes the number. */
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

/** Drawn at once; the others unfold. */
export const shortFields: readonly RegistrationField[] = ['code', 'locale', 'first_name', 'last_name']

/** What was chosen for the user beforehand says nothing. */
const preset: readonly RegistrationField[] = ['locale', 'phone_country']

export const isEmptyRegistration = (values: RegistrationValues): boolean =>
  Object.entries(values).every(([field, value]) => preset.includes(field as RegistrationField) || value.trim() === '')

export type RegistrationErrors = Partial<Record<RegistrationField, FieldCode>>

/** What can be known before the server is asked. `today` is YYYY-MM-DD. */
export function checkRegistration(values: RegistrationValues, today: string, dialCode: string): RegistrationErrors {
  const errors: RegistrationErrors = dateErrors(values, today)
  for (const field of ['code', 'locale'] as const) if (values[field].trim() === '') errors[field] = 'required'
  if (values.education_years.trim() !== '') {
    const years = numberOf(values.education_years)
    if (years === null) errors.education_years = 'invalid'
    else if (years < 0 || years > 100) errors.education_years = 'out_of_range'
  }
  const phone = phoneOf(dialCode, values.phone)
  if (phone !== null && 'error' in phone) errors.phone = phone.error
  return errors
}

/** Like `checkRegistration`, for an edit: an emptied code is allowed, and unchanged dates are not checked. */
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

/** The body to send for values that were checked: what was not filled in is left out. */
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

/** What a draft holds of a registration; an older version of the page may have written it. */
export function fieldsOfDraft(draft: unknown): Partial<RegistrationValues> {
  const entries: [string, unknown][] = typeof draft === 'object' && draft !== null ? Object.entries(draft) : []
  return Object.fromEntries(entries.filter(([field, value]) => field in emptyRegistration && typeof value === 'string'))
}

/** The fields that differ. */
export const differing = (values: RegistrationValues, before: RegistrationValues): Partial<RegistrationValues> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== before[field as RegistrationField]))

/** A participant as the controls of its form hold it. */
export const toValues = (participant: Participant): RegistrationValues => ({
  ...emptyRegistration,
  ...Object.fromEntries(
    Object.keys(emptyRegistration).map((field) => [field, String(participant[field as keyof Participant] ?? '')]),
  ),
})

/** What an edit changed, to be sent: emptied fields are cleared, but an emptied code or locale stays as it was. */
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

/** A number as it is written in any of the four languages; null when it is none. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

const fallbackCountry = 'AR'

/**
 * The country of a phone number until another is chosen: the participant's, else the user's. A number with a dial code
 * of its own is of a country that has this code.
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
