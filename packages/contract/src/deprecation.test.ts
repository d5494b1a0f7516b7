import { expect, test } from 'vitest'
import { deprecationHeaders, isPromiseKept } from './deprecation.ts'
import { contract } from './index.ts'
import type { Route } from './route.ts'

test('a call that ends says since when, until when, and what to call instead', () => {
  expect(deprecationHeaders({ since: '2027-01-01', sunset: '2029-01-01', successor: '/user/people/' })).toEqual({
    deprecation: '@1798761600',
    sunset: 'Mon, 01 Jan 2029 00:00:00 GMT',
    link: '</api/docs>; rel="deprecation", </api/v1/user/people/>; rel="successor-version"',
  })
  expect(deprecationHeaders(undefined)).toEqual({})
})

test('a call is kept for 24 months at least', () => {
  expect(isPromiseKept({ since: '2027-01-31', sunset: '2029-01-31' })).toBe(true)
  expect(isPromiseKept({ since: '2027-01-31', sunset: '2029-01-30' })).toBe(false)
  const ending = (Object.entries(contract) as [string, Route][]).flatMap(([key, { deprecated }]) =>
    deprecated === undefined || isPromiseKept(deprecated) ? [] : [key],
  )
  expect(ending).toEqual([])
})
