import type { ContentUnitResult } from '@fonema/contract'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

type Result = {
  feature_extraction_func: { entry: string }
  status: string
  error: string | null
  scores: Record<string, number>
  missing: Record<string, string>
  data: { units?: ContentUnitResult[]; provisional?: boolean; transcript_version?: number }
}

async function prepare() {
  const demo = await buildTestApp()
  const examiner = await demo.signIn('examiner@demo.example')
  const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: object = examiner) =>
    demo.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) })
  /** A session of the short protocol whose picture is described with the words. */
  const describe = async (text: string, code = 'P-1') => {
    const { items, itemUrl: urlOf, sessionUrl } = await startTestSession(demo, examiner, code)
    const itemUrl = urlOf(items[1]!)
    const form = formOf(toneWav(10))
    const headers = { ...examiner, ...form.headers }
    await demo.app.inject({ method: 'POST', url: itemUrl, headers, payload: form.payload })
    expect((await ask('POST', `${itemUrl}transcript/`, { text, based_on: 0 })).statusCode).toBe(201)
    const result = async (): Promise<Result> => {
      const session = (await ask('GET', sessionUrl)).json()
      return session.responses[0].feature_extraction_res.find(
        (one: Result) => one.feature_extraction_func.entry === 'content_units',
      )
    }
    const decide = (unit: string, choice: string) => ask('PATCH', `${itemUrl}content_units/`, { unit, choice })
    return { itemUrl, result, decide }
  }
  return { ...demo, ask, describe }
}

const unitOf = (result: Result, unit: string) => result.data.units?.find((one) => one.unit === unit)

test('the units of a picture are counted in confirmed words, with the words that say them', async () => {
  const { describe } = await prepare()
  const { result } = await describe('En una cocina hay una taza. No hay vapor.')
  const found = await result()
  expect(found).toMatchObject({
    status: 'ready',
    scores: { content_units: 2, undecided_units: 0 },
    data: { provisional: false, transcript_version: 1 },
  })
  expect(found.scores.content_units_pct).toBeCloseTo(100 / 7)
  expect(unitOf(found, 'una cocina')).toEqual({
    unit: 'una cocina',
    found: 'said',
    words: ['una', 'cocina'].map((text) => ({ text, start: null, end: null })),
    choice: null,
  })
  expect(unitOf(found, 'vapor')).toMatchObject({ found: 'not_said', words: [] })
})

test('what the examiner decides counts instead of the list, and stays with a new transcript', async () => {
  const { describe, ask } = await prepare()
  const { result, decide, itemUrl } = await describe('una taza')
  expect((await decide('vapor', 'said')).statusCode).toBe(204)
  expect((await decide('una taza', 'not_said')).statusCode).toBe(204)
  expect((await decide('delantal', 'said')).statusCode).toBe(204)
  // The same call again changes nothing.
  expect((await decide('delantal', 'said')).statusCode).toBe(204)
  expect((await result()).scores).toMatchObject({ content_units: 2 })
  await ask('POST', `${itemUrl}transcript/`, { text: 'una taza y una cocina', based_on: 1 })
  const after = await result()
  expect(after.scores).toMatchObject({ content_units: 3 })
  expect(unitOf(after, 'una taza')).toMatchObject({ found: 'said', choice: 'not_said' })
})

test('refuses a unit that the item does not have, and other choices', async () => {
  const { describe } = await prepare()
  const { decide } = await describe('una taza')
  expect((await decide('un avión', 'said')).statusCode).toBe(409)
  expect((await decide('vapor', 'maybe')).statusCode).toBe(400)
  expect((await decide('', 'said')).statusCode).toBe(400)
})

test('units that no list has are a checklist: nothing is counted before the examiner has decided about each', async () => {
  const test = await prepare()
  await withClient(test.url, (client) =>
    client.query(`update protocol_items set information_units = '["un avión", "una taza"]'
      where information_units is not null`),
  )
  const { result, decide } = await test.describe('una taza y un avión')
  expect(await result()).toMatchObject({
    scores: { undecided_units: 2 },
    missing: { content_units: 'undecided_units' },
    data: { provisional: true, units: [{ found: 'no_list', words: [] }, { found: 'no_list' }] },
  })
  await decide('un avión', 'said')
  await decide('una taza', 'not_said')
  expect(await result()).toMatchObject({
    scores: { content_units: 1, content_units_pct: 50, undecided_units: 0 },
    data: { provisional: false },
  })
})

test('a picture without units has no result of them', async () => {
  const test = await prepare()
  await withClient(test.url, (client) => client.query('update protocol_items set information_units = null'))
  const { result, decide } = await test.describe('una taza')
  expect(await result()).toMatchObject({ status: 'failed', error: 'no_units' })
  expect((await decide('una taza', 'said')).statusCode).toBe(409)
})

test('what the examiner, another person or a paraphasia says counts nowhere', async () => {
  const test = await prepare()
  const { result, itemUrl } = await test.describe('taza delantal vapor cocina')
  const words = [
    { text: 'taza', start: 1, end: 1.5, speaker: 'participant' },
    { text: 'delantal', start: 2, end: 2.5, speaker: 'examiner' },
    { text: 'vapor', start: 3, end: 3.5, marks: ['paraphasia'] },
    { text: 'cocina', start: 4, end: 4.5, doubt: 'no_voice' },
  ]
  await withClient(test.url, (client) => client.query('update transcripts set words = $1', [JSON.stringify(words)]))
  expect((await test.ask('PATCH', `${itemUrl}content_units/`, { unit: 'vapor', choice: 'not_said' })).statusCode).toBe(
    204,
  )
  const found = await result()
  expect(found.scores).toMatchObject({ content_units: 1 })
  expect(unitOf(found, 'una taza')!.words).toEqual([{ text: 'taza', start: 1, end: 1.5 }])
})
