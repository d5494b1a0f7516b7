import { SecondOpinion, type TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { impersonate } from '../../../testing/access-actors.ts'
import { formOf, startTestSession, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { insertTranscript, renewWords } from '../transcripts.ts'

type Headers = { authorization: string }
const word = (text: string, start: number, more: object = {}) => ({ text, start, end: start + 0.4, ...more })
const recognised = [word('hola', 0.5), word('mundo', 1)]
/** Words that nobody else writes. */
const corrected = [word('hola', 0.5), word('zarigüeya', 1), word('verde', 1.5, { marks: ['name'] })]

/** A sentence of which a recogniser and then the examiner wrote the words, and three people who may see it. */
async function prepare() {
  const demo = await buildTestApp()
  const first = await demo.signIn('examiner@demo.example')
  const second = (await impersonate(demo, 'second', 'full')).headers
  const third = (await impersonate(demo, 'third', 'full')).headers
  const { participant, items, itemUrl, sessionUrl } = await startTestSession(demo, first)
  const url = itemUrl(items[2]!)
  const form = formOf(toneWav(4))
  await demo.app.inject({ method: 'POST', url, headers: { ...first, ...form.headers }, payload: form.payload })
  const inTenant = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const takeId: TakeId = await inTenant(async (tx) => {
    const { id } = await tx.selectFrom('takes').select('id').executeTakeFirstOrThrow()
    await insertTranscript(tx, {
      id: crypto.randomUUID(),
      organization_id: demo.organizationId,
      take_id: id,
      version: 1,
      text: 'hola mundo',
      words: JSON.stringify(recognised),
      segments: '[]',
      engine: 'sherpa',
      model: 'x',
      model_words: null,
      is_calibrated: false,
      settings: '{}',
      author_id: null,
      based_on: null,
      speech_span_s: null,
      phonation_s: null,
      created_at: demo.clock.now(),
    })
    return id
  })
  await inTenant((tx) => renewWords(tx, demo.catalogue, takeId, demo.clock.now()))
  const ask = (headers: Headers, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    demo.app.inject({ method, url: path, headers, ...(payload && { payload }) })
  const correct = (headers: Headers, words: object[], based_on: number) =>
    ask(headers, 'POST', `${url}transcript/`, { words, based_on })
  expect((await correct(first, corrected, 1)).statusCode).toBe(201)
  const opinion = async (headers: Headers) =>
    SecondOpinion.parse((await ask(headers, 'GET', `${url}second_opinion/`)).json())
  return { demo, first, second, third, participant, url, sessionUrl, inTenant, ask, correct, opinion }
}

test('until the second person has finished, no call returns the words of the first to them', async () => {
  const { first, second, participant, url, sessionUrl, ask, correct, opinion } = await prepare()
  const reads = [
    sessionUrl,
    `${sessionUrl}summary/`,
    `${url}transcript/`,
    `${url}transcript/file/?as=json`,
    `${url}transcript/hidden/`,
    `${url}second_opinion/`,
    `/api/protocols/responses/${participant.id}/evolution/`,
  ]
  const answers = async (headers: Headers) =>
    (await Promise.all(reads.map((each) => ask(headers, 'GET', each)))).map(({ payload }) => payload).join()
  expect(await answers(second)).toContain('zarigüeya')

  expect(await opinion(second)).toEqual({ state: 'none', may_start: true })
  expect((await ask(second, 'POST', `${url}second_opinion/`, {})).statusCode).toBe(201)
  expect(await opinion(second)).toMatchObject({ state: 'open', words: recognised })
  expect(await answers(second)).not.toMatch(/zarigüeya|verde/)
  expect(await answers(first)).toContain('zarigüeya')
  expect(await opinion(first)).toMatchObject({ state: 'waiting', second: { last_name: expect.any(String) } })
  // What they may see says that they are not to change the words that count.
  const versions = (await ask(second, 'GET', `${url}transcript/`)).json()
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([1])
  for (const basedOn of [1, 2]) expect((await correct(second, recognised, basedOn)).statusCode).toBe(409)
  expect((await ask(second, 'POST', `${url}second_opinion/settle/`, { choices: [], based_on: 2 })).statusCode).toBe(409)
  // The first one goes on correcting.
  expect((await correct(first, corrected, 2)).statusCode).toBe(201)
  expect(await answers(second)).not.toMatch(/zarigüeya|verde/)

  const words = [word('hola', 0.52), word('zarigüeya', 1), word('azul', 1.5)]
  const finished = await ask(second, 'PATCH', `${url}second_opinion/`, { words })
  expect(SecondOpinion.parse(finished.json())).toMatchObject({
    state: 'finished',
    first: { version: 2 },
    newest_version: 3,
    agreement: { first_words: 3, second_words: 3, same_words: 2, word_error_rate_pct: expect.closeTo(100 / 3, 9) },
    differences: [{ first: { text: 'verde' }, second: { text: 'azul' }, about: ['words'] }],
    settled: null,
  })
  expect(await answers(second)).toContain('zarigüeya')
  expect(await opinion(first)).toEqual(finished.json())
})

test('a third person settles the differences into the version that counts', async () => {
  const { first, second, third, url, ask, correct, opinion } = await prepare()
  // Whoever wrote the words cannot be blind, and nobody begins a second one meanwhile.
  expect((await ask(first, 'POST', `${url}second_opinion/`, {})).statusCode).toBe(409)
  await ask(second, 'POST', `${url}second_opinion/`, {})
  for (const who of [second, third]) expect((await ask(who, 'POST', `${url}second_opinion/`, {})).statusCode).toBe(409)
  expect((await ask(third, 'PATCH', `${url}second_opinion/`, { words: [] })).statusCode).toBe(409)
  const beyond = { words: [word('hola', 90)] }
  expect((await ask(second, 'PATCH', `${url}second_opinion/`, beyond)).statusCode).toBe(400)
  const words = [word('hola', 0.5), word('liebre', 1), word('verde', 1.5)]
  await ask(second, 'PATCH', `${url}second_opinion/`, { words })
  expect((await ask(second, 'PATCH', `${url}second_opinion/`, { words })).statusCode).toBe(409)

  const settle = (choices: string[], based_on: number) =>
    ask(third, 'POST', `${url}second_opinion/settle/`, { choices, based_on })
  expect((await settle(['first'], 2)).statusCode).toBe(400)
  expect((await settle(['second', 'first'], 1)).statusCode).toBe(409)
  const settled = await settle(['second', 'first'], 2)
  expect(settled.json()).toMatchObject({ version: 3, based_on: 2, text: 'hola liebre verde' })
  expect(settled.json().words[2]).toEqual(corrected[2])
  expect(await opinion(first)).toMatchObject({
    state: 'finished',
    settled: { version: 3, by: { id: settled.json().author.id } },
  })
  expect((await settle(['second', 'first'], 3)).statusCode).toBe(409)
  // Afterwards the words are corrected as always.
  expect((await correct(second, corrected, 3)).statusCode).toBe(201)
})

test('the audit log has no words of the first person for the second one meanwhile', async () => {
  const { second, url, ask, inTenant } = await prepare()
  await ask(second, 'POST', `${url}second_opinion/`, {})
  const textsFor = (actor: object | null) =>
    inTenant(async (tx) => {
      await sql`select set_config('app.actor', ${actor === null ? '' : JSON.stringify(actor)}, true)`.execute(tx)
      const rows = await tx.selectFrom('audit_entries').select('new').execute()
      return JSON.stringify(rows)
    })
  const { user_id } = await inTenant((tx) =>
    tx.selectFrom('second_opinions').select('user_id').executeTakeFirstOrThrow(),
  )
  expect(await textsFor(null)).toContain('zarigüeya')
  expect(await textsFor({ user_id })).not.toContain('zarigüeya')
})
