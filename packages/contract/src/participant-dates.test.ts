import { expect, test } from 'vitest'
import { dateErrors } from './participant-dates.ts'

const today = '2026-03-04'

test.each([
  [{}, {}],
  [{ birthday: null, diagnose_date: '' }, {}],
  [{ birthday: '1900-01-01', diagnose_date: today }, {}],
  [{ birthday: today, diagnose_date: today }, {}],
  [{ birthday: '2026-03-05' }, { birthday: 'in_future' }],
  [{ diagnose_date: '2026-03-05' }, { diagnose_date: 'in_future' }],
  [{ birthday: '1899-12-31' }, { birthday: 'out_of_range' }],
  [{ birthday: '0195-06-01', diagnose_date: '2020-01-01' }, { birthday: 'out_of_range' }],
  [{ birthday: '1980-01-02', diagnose_date: '1980-01-01' }, { diagnose_date: 'before_birthday' }],
  // At most one error per date; a wrong birthday causes no error in the other date, and vice versa.
  [{ birthday: '2027-01-01', diagnose_date: '2026-01-01' }, { birthday: 'in_future' }],
  [{ birthday: '1980-01-02', diagnose_date: '1800-01-01' }, { diagnose_date: 'out_of_range' }],
])('%o has %o', (dates, errors) => {
  expect(dateErrors(dates, today)).toEqual(errors)
})
