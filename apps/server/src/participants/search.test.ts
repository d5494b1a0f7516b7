import type { ExaminerId, FoundParticipants, Participant, ParticipantId, UserId } from '@fonema/contract'
import { findParticipants, searchLetters } from '@fonema/contract/participant-search'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { searchParticipants } from './search.ts'

const url = '/api/user/participants/search/'

type Person = { code: string; first_name: string | null; last_name: string | null; active: boolean }

/** A clinic whose examiner may have any number of participants, the last one of a list being the newest. */
async function openClinic() {
  const demo: TestApp = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const user = (await demo.app.inject({ url: '/api/user/user_info/', headers })).json()
  const examinerId: ExaminerId = user.roles.examiner_id
  const userId: UserId = user.id
  const write = async (tx: Tx, people: readonly Person[]) => {
    const rows = people.map((person, place) => ({
      ...person,
      id: newId<ParticipantId>(demo.clock.now()),
      organization_id: demo.organizationId,
      examiner_id: examinerId,
      locale_id: demo.localeId('es-AR'),
      created_at: new Date(demo.clock.now().getTime() + place * 1000),
      created_by: userId,
    }))
    await tx.insertInto('participants').values(rows).execute()
    return rows.reverse()
  }
  const register = (people: readonly Person[]) => demo.database.tenant(demo.organizationId, (tx) => write(tx, people))
  const ask = async (query: string, as = headers) => {
    const answer = await demo.app.inject({ url: `${url}${query}`, headers: as })
    return { status: answer.statusCode, body: answer.json(), link: String(answer.headers.link ?? '') }
  }
  const codes = async (query: string) => ((await ask(query)).body as FoundParticipants).participants.map(codeOf)
  return { demo, headers, examinerId, write, register, ask, codes }
}

const codeOf = ({ code }: Pick<Participant, 'code'>) => code
const person = (code: string, last_name: string | null = null, active = true): Person => ({
  code,
  first_name: null,
  last_name,
  active,
})
const series = (count: number) => Array.from({ length: count }, (_, place) => person(`P-${place + 1}`))

test('pages of the active or archived participants have the number of all', async () => {
  const { register, ask, codes } = await openClinic()
  await register([...series(45), person('A-1', null, false), person('A-2', null, false)])
  expect((await ask('?active=true&limit=2')).body).toMatchObject({
    count: 45,
    participants: [{ code: 'P-45' }, { code: 'P-44' }],
  })
  expect(await codes('?active=true&skip=40&limit=20')).toEqual(['P-5', 'P-4', 'P-3', 'P-2', 'P-1'])
  expect((await ask('?active=true&skip=60')).body).toEqual({ count: 45, participants: [] })
  expect((await ask('?active=false')).body).toMatchObject({
    count: 2,
    participants: [{ code: 'A-2' }, { code: 'A-1' }],
  })
  expect((await ask('')).body.count).toBe(47)
  expect(await codes('')).toHaveLength(20)
})

test('a cursor leads through the pages, and belongs to its filter', async () => {
  const { demo, register, ask, headers } = await openClinic()
  await register(series(5))
  const seen: string[] = []
  let next: string | undefined = `${url}?active=true&limit=2`
  while (next !== undefined) {
    const answer: LightMyRequestResponse = await demo.app.inject({ url: next, headers })
    seen.push(...answer.json().participants.map(codeOf))
    next = /<(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
  }
  expect(seen).toEqual(['P-5', 'P-4', 'P-3', 'P-2', 'P-1'])
  const cursor = /cursor=([^&>]+)/.exec((await ask('?active=true&limit=2')).link)![1]
  const refused = { status: 400, body: { cursor: ['invalid'] } }
  for (const query of [
    `?cursor=${cursor}`,
    `?active=false&cursor=${cursor}`,
    '?active=true&cursor=x',
    '?search=p&cursor=x',
  ])
    expect(await ask(query), query).toMatchObject(refused)
})

test('a search finds letters in order in code and name, whole words first, and archived participants too', async () => {
  const { register, codes, ask } = await openClinic()
  await register([
    person('X-1', 'Anaya'),
    person('X-2', 'Mañana, Ana'),
    person('X-3', 'Ana', false),
    person('A-NA', 'Bo'),
  ])
  expect(await codes('?search=ANA')).toEqual(['X-3', 'X-2', 'X-1', 'A-NA'])
  expect(await codes('?search=ana%201')).toEqual(['X-1'])
  expect((await ask('?search=ana&limit=1')).body).toMatchObject({ count: 4, participants: [{ code: 'X-3' }] })
  expect(await codes('?search=ana&active=true')).toEqual(['X-2', 'X-1', 'A-NA'])
  expect((await ask('?search=zz')).body).toEqual({ count: 0, participants: [] })
})

test('a search is limited to the examiner, and malformed ones are refused by field', async () => {
  const { demo, register, ask } = await openClinic()
  await register(series(1))
  for (const other of ['colleague@demo.example', 'examiner@other.example'])
    expect((await ask('?search=p', await demo.signIn(other))).body).toEqual({ count: 0, participants: [] })
  for (const [query, body] of [
    ['?limit=201', { limit: ['out_of_range'] }],
    ['?skip=-1', { skip: ['out_of_range'] }],
    ['?skip=x', { skip: ['invalid'] }],
    ['?active=yes', { active: ['invalid'] }],
    ['?search=%00', { search: ['invalid'] }],
    [`?search=${'a'.repeat(201)}`, { search: ['too_long'] }],
  ] as const)
    expect(await ask(query), query).toMatchObject({ status: 400, body })
})

const letter = fc.constantFrom(
  ..."aáàäeénñoöuüsßiİıIkKK\u212bçzZ019 ,.-%_\\'æœдДя漢".split(''),
  'e\u0301',
  'n\u0303',
  '😀',
)
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(''))
const name = fc.option(text(12), { nil: null })
const list = fc
  .array(fc.record({ code: text(5), first_name: name, last_name: name, active: fc.boolean() }), { maxLength: 12 })
  .map((people) => people.map((one, place) => ({ ...one, code: `${one.code}·${place}` })))

test('a search on the server finds and orders what the browser finds, in 1,000 random lists', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { demo, examinerId, write } = await openClinic()
  const rollback = new Error('as it was')
  let found = 0
  await fc.assert(
    fc.asyncProperty(list, fc.array(text(4), { minLength: 4, maxLength: 4 }), async (people, queries) => {
      const work = demo.database.tenant(demo.organizationId, async (tx) => {
        const all = people.length === 0 ? [] : await write(tx, people)
        // Letters of somebody in the list are found more often than any letters.
        const own = all.map(({ code, last_name }) =>
          [...`${last_name ?? ''}${code}`].filter((_, at) => at % 2 === 0).join(''),
        )
        for (const letters of [...queries, ...own].map(searchLetters).filter((one) => one !== '')) {
          const browser = findParticipants(letters, all).map(codeOf)
          const server = await searchParticipants(tx, { examinerId }, letters, { skip: 0, limit: 200 })
          expect([letters, server.participants.map(codeOf)]).toEqual([letters, browser])
          expect(server.count).toBe(browser.length)
          found += browser.length
        }
        throw rollback
      })
      await expect(work).rejects.toBe(rollback)
    }),
    { numRuns: 1000 },
  )
  expect(found).toBeGreaterThan(5000)
})

test('an examiner with more participants than a browser reads at once is told so', async () => {
  const { demo, headers, register } = await openClinic()
  const isTold = async () =>
    (await demo.app.inject({ url: '/api/user/user_info/', headers })).json().has_many_participants
  await register(series(1000))
  expect(await isTold()).toBe(false)
  await register([person('one more')])
  expect(await isTold()).toBe(true)
})
