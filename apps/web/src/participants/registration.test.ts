import { NewParticipant } from '@fonema/contract'
import { expect, test } from 'vitest'
import {
  checkEdit,
  checkRegistration,
  emptyRegistration,
  isEmptyRegistration,
  phoneCountryOf,
  type RegistrationValues,
  toChanges,
  toNewParticipant,
} from './registration.ts'

const locale = '0198f3a0-0000-7000-8000-000000000001'
const short = { ...emptyRegistration, code: ' P-1 ', locale }
const full = {
  ...short,
  first_name: 'Lucía ',
  last_name: 'Ibáñez',
  birthday: '1950-03-02',
  sex: 'f',
  education_years: '12,5',
  occupation: 'Docente',
  diagnose: 'Disartria',
  diagnose_date: '2026-11-20',
  country: 'AR',
  phone_country: 'AR',
  phone: '11 5550-0102',
}
const check = (values: Partial<typeof full>) => checkRegistration({ ...full, ...values }, '2026-11-20', '+54')

test('code and language are required; blanks do not count', () => {
  expect(check({ code: '  ', locale: '' })).toEqual({ code: 'required', locale: 'required' })
  expect(checkRegistration(short, '2026-11-20', '+54')).toEqual({})
  expect(check({})).toEqual({})
})

test('a day after today is refused, today is not', () => {
  expect(check({ birthday: '2026-11-20', diagnose_date: '2026-11-20' })).toEqual({})
  expect(check({ birthday: '2026-11-21' })).toEqual({ birthday: 'in_future' })
  expect(check({ diagnose_date: '2027-01-01' })).toEqual({ diagnose_date: 'in_future' })
})

test('a diagnosis before the birth is refused, one on the day of the birth is not', () => {
  expect(check({ diagnose_date: '1950-03-02' })).toEqual({})
  expect(check({ diagnose_date: '1950-03-01' })).toEqual({ diagnose_date: 'before_birthday' })
  expect(check({ birthday: '', diagnose_date: '1950-03-01' })).toEqual({})
})

test('a year before 1900 is out of range', () => {
  expect(check({ birthday: '0195-03-02' })).toEqual({ birthday: 'out_of_range' })
})

test('an edit of another field does not check stored invalid dates', () => {
  const before = { ...full, diagnose_date: '1949-01-01' }
  expect(checkEdit({ ...before, first_name: 'Lucy' }, before, '2026-11-20', '+54')).toEqual({})
  expect(checkEdit({ ...before, birthday: '1950-03-03' }, before, '2026-11-20', '+54')).toEqual({
    diagnose_date: 'before_birthday',
  })
})

test('years of education are a number from 0 to 100', () => {
  for (const good of ['0', '100', '12.5', '']) expect(check({ education_years: good }), good).toEqual({})
  for (const bad of ['-1', '100.1', '101'])
    expect(check({ education_years: bad }), bad).toEqual({ education_years: 'out_of_range' })
  for (const bad of ['twelve', '1e2', '0x10', '1,2,3', '12 years'])
    expect(check({ education_years: bad }), bad).toEqual({ education_years: 'invalid' })
})

test('an invalid phone number is refused', () => {
  expect(check({ phone: 'none' })).toEqual({ phone: 'invalid' })
})

test("sends the filled-in fields in the contract's form", () => {
  const body = toNewParticipant(full, '+54')
  expect(body).toEqual({
    code: 'P-1',
    locale,
    first_name: 'Lucía',
    last_name: 'Ibáñez',
    birthday: '1950-03-02',
    sex: 'f',
    education_years: 12.5,
    occupation: 'Docente',
    diagnose: 'Disartria',
    diagnose_date: '2026-11-20',
    country: 'AR',
    phone: '+541155500102',
  })
  expect(NewParticipant.parse(body)).toEqual(body)
  expect(toNewParticipant(short, '+54')).toEqual({ code: 'P-1', locale })
})

test('zero years of education are a value', () => {
  expect(toNewParticipant({ ...short, education_years: '0' }, '+54')).toMatchObject({ education_years: 0 })
})

test('a form with only preset choices is empty', () => {
  expect(isEmptyRegistration({ ...emptyRegistration, locale, phone_country: 'MX' })).toBe(true)
  expect(isEmptyRegistration({ ...emptyRegistration, locale, diagnose: 'x' })).toBe(false)
})

test('the dial code comes from the choice, else the country, else the user, else Argentina', () => {
  const known = ['AR', 'ES', 'MX', 'US'].map((code) => ({ code, name: code, dial_code: '+1' }))
  const of = (phone_country: string, country: string, users: string) =>
    phoneCountryOf({ phone_country, country, phone: '' }, users, known)
  expect(of('US', 'ES', 'MX')).toBe('US')
  expect(of('', 'ES', 'MX')).toBe('ES')
  expect(of('', '', 'MX')).toBe('MX')
  expect(of('', '', '')).toBe('AR')
  expect(of('', '', '??')).toBe('AR')
  expect(phoneCountryOf({ phone_country: '', country: '', phone: '' }, '', [])).toBe('AR')
})

test('a number with a dial code belongs to a country with that code', () => {
  const codes = { AR: '+54', CA: '+1', ES: '+34', US: '+1' }
  const known = Object.entries(codes).map(([code, dial_code]) => ({ code, name: code, dial_code }))
  const of = (phone: string, country = '') => phoneCountryOf({ phone_country: '', country, phone }, 'AR', known)
  expect(of('+34911234567')).toBe('ES')
  expect(of('+34911234567', 'US')).toBe('ES')
  expect(of('+12025550104', 'US')).toBe('US')
  expect(of('+12025550104')).toBe('CA')
  expect(of('+999')).toBe('AR')
})

test('an edit sends what changed: cleared fields as null, a cleared code or locale not at all', () => {
  const before = { ...emptyRegistration, code: 'P-1', locale: 'l', first_name: 'Ana', phone: '+5411555', sex: 'f' }
  const change = (values: Partial<RegistrationValues>) => toChanges({ ...before, ...values }, before, '+54')
  expect(change({})).toEqual({})
  expect(change({ first_name: ' Ana ', phone_country: 'ES' })).toEqual({})
  expect(change({ code: '', locale: '' })).toEqual({})
  expect(change({ code: 'P-2', first_name: '', sex: '', phone: '' })).toEqual({
    code: 'P-2',
    first_name: null,
    sex: null,
    phone: null,
  })
  expect(change({ education_years: '7,5', phone: '11 444' })).toEqual({ education_years: 7.5, phone: '+5411444' })
})
