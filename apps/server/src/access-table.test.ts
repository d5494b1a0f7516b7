import { contract, type Route, type RouteKey } from '@fonema/contract'
import { expect, test } from 'vitest'
import { requestOf } from '../testing/access-call.ts'
import { type AccessRow, accessTable } from '../testing/access-table.ts'

const routes = Object.entries(contract) as [RouteKey, Route][]

/** What the contract must declare. A row with its own refusal is checked in the domain, and needs only a token. */
function expectedAccess({ to, feature, also, refusal }: AccessRow): Route['access'] {
  if (to === 'everybody') return 'public'
  const isRole = to !== 'signed in' && to !== 'whoever was granted it' && refusal === undefined
  return { ...(isRole && { role: to }), ...(feature && { feature }), ...(also && { also }) }
}

test('the table has a row for every call of the contract, and no others', () => {
  expect(Object.keys(accessTable).sort()).toEqual(Object.keys(contract).sort())
})

test.each(routes)('%s declares the role and the feature of its row', (key, { access }) => {
  expect(access).toEqual(expectedAccess(accessTable[key]!))
})

/** Texts of the right form. Nothing looks for these objects here. */
const anyIds: Record<string, string> = new Proxy(
  { new: 'new', mode: 'full', locale: 'es-AR', text_language: 'es', chart_name: 'density', visit_date: '2026-12-01' },
  { get: (texts, name) => Reflect.get(texts, name) ?? '01a1998e-4405-7765-9f28-afbace48a381' },
)

test('the contract accepts the path, the query and the body of each row that the server accepts', () => {
  const accepted = routes.filter(([key]) => accessTable[key]!.reached !== 400)
  expect(accepted.length).toBeGreaterThan(90)
  for (const [key, { params, query, body }] of accepted) {
    const { url, payload } = requestOf(key, anyIds, accessTable[key]!)
    const inPath = Object.keys(params?.shape ?? {}).map((name) => [name, anyIds[name]])
    const refused = [
      params?.safeParse(Object.fromEntries(inPath)),
      query?.safeParse(Object.fromEntries(new URL(url, 'http://localhost').searchParams)),
      body?.safeParse(payload),
    ]
    expect([key, refused.flatMap((parsed) => parsed?.error?.issues ?? [])]).toEqual([key, []])
  }
})
