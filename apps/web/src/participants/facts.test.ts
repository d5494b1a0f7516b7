import type { Participant, ParticipantId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { briefOf, factsOf } from './facts.ts'
import { emptyRegistration } from './registration.ts'

const known = {
  language: 'es',
  sexNames: { f: 'Femenino', m: 'Masculino' },
  locales: [{ id: 'l-1', code: 'es-AR' }],
}
const bruno: Participant = {
  id: 'p' as ParticipantId,
  code: 'DEMO-104',
  first_name: 'Bruno',
  last_name: 'Etcheverry',
  birthday: '1963-02-22',
  sex: 'm',
  education_years: 7.5,
  occupation: 'Carpintero',
  diagnose: 'Disartria',
  diagnose_date: '2020-01-05',
  locale: 'l-1',
  phone: '+541155500102',
  country: 'AR',
  active: true,
  created_at: '2026-11-20T10:00:00Z',
}

test('values that cannot be edited are text, in the order of the form', () => {
  const facts = factsOf(bruno, known)
  expect(Object.fromEntries(facts)).toEqual({
    code: 'DEMO-104',
    locale: 'Español (Argentina)',
    first_name: 'Bruno',
    last_name: 'Etcheverry',
    birthday: '22 de febrero de 1963',
    sex: 'Masculino',
    education_years: '7,5',
    occupation: 'Carpintero',
    diagnose: 'Disartria',
    diagnose_date: '5 de enero de 2020',
    country: 'Argentina',
    phone: '+541155500102',
  })
  const fields = Object.keys(emptyRegistration).filter((field) => field !== 'phone_country')
  expect(facts.map(([field]) => field)).toEqual(fields)
})

test('a missing value stays missing, but zero years of education are a value', () => {
  const empty = { ...bruno, birthday: null, sex: null, education_years: 0, country: null, locale: 'unknown' }
  const facts = Object.fromEntries(factsOf(empty, known))
  expect(facts).toMatchObject({ birthday: null, sex: null, education_years: '0', country: null, locale: null })
})

test('a header shows the age at the session, sex, diagnosis and language, where known', () => {
  const on = { day: '2026-02-21', ageText: (years: number) => `${years} años` }
  expect(briefOf(bruno, known, on)).toEqual(['62 años', 'Masculino', 'Disartria', 'Español (Argentina)'])
  const unknown = { ...bruno, birthday: null, sex: null, diagnose: '' }
  expect(briefOf(unknown, known, on)).toEqual(['Español (Argentina)'])
  expect(briefOf({ ...unknown, birthday: '2026-02-22' }, known, on)).toEqual(['Español (Argentina)'])
})
