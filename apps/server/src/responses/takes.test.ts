import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../testing/recordings.ts'
import { buildTestApp } from '../testing/test-app.ts'

const interrupted = JSON.stringify({ interrupted: true })

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const post = (url: string, file: Buffer, fields: Record<string, string> = {}) => {
    const form = formOf(file, fields)
    return demo.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
  }
  const readSession = async () => (await demo.app.inject({ url: started.sessionUrl, headers })).json()
  return { ...demo, ...started, headers, post, readSession }
}

test('an interrupted take is kept and answers nothing', async () => {
  const { app, headers, participant, items, itemUrl, post, readSession } = await prepare()
  const answer = await post(itemUrl(items[0]!), toneWav(0.5), { settings: interrupted })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { is_skipped: false, take: 1, takes: [{ take: 1, duration: 0.5, interrupted: true, superseded: false }] },
  ])
  for (const item of items.slice(1)) await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  expect((await readSession()).is_completed).toBe(false)
  const list = (await app.inject({ url: `/api/protocols/responses/${participant.id}/`, headers })).json()
  expect(list).toMatchObject([{ answered_count: 3, is_completed: false }])
  await post(itemUrl(items[0]!), toneWav(4), { take: '2' })
  expect((await readSession()).is_completed).toBe(true)
})

test('an interrupted take never outranks a whole one', async () => {
  const { app, headers, items, itemUrl, post } = await prepare()
  const url = itemUrl(items[0]!)
  const whole = toneWav(4)
  await post(url, whole)
  const answer = await post(url, toneWav(6), { take: '2', settings: interrupted })
  expect(answer.json()).toMatchObject({
    take: 1,
    duration: 4,
    takes: [
      { take: 1, interrupted: false, superseded: false },
      { take: 2, interrupted: true, superseded: true },
    ],
  })
  expect((await app.inject({ url: `${url}audio_src/`, headers })).rawPayload.equals(whole)).toBe(true)
})

test('a resumed item keeps its segments, with the gap between them, and their lengths add up', async () => {
  const { app, headers, items, itemUrl, post } = await prepare()
  const url = itemUrl(items[0]!)
  const [begun, resumed] = [toneWav(2.5), toneWav(0.75)]
  await post(url, begun, { settings: interrupted })
  expect((await post(url, resumed, { take: '2' })).json()).toEqual({ speech: ['too_short'] })
  const gaps = [{ at: 0, length: 7.5, pause: true }]
  const answer = await post(url, resumed, { take: '2', continues: '1', gaps: JSON.stringify(gaps) })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    {
      take: 2,
      capture: { gaps },
      takes: [
        { take: 2, continues: 1, interrupted: false, gaps, superseded: false },
        { take: 1, continues: null, interrupted: true, gaps: [], superseded: true },
      ],
    },
  ])
  for (const [take, file] of [
    [1, begun],
    [2, resumed],
  ] as const) {
    const source = await app.inject({ url: `${url}audio_src/?take=${take}`, headers })
    expect(source.rawPayload.equals(file)).toBe(true)
  }
  expect((await app.inject({ url: `${url}audio_src/?take=3`, headers })).statusCode).toBe(404)
})

test('an item that was interrupted may be skipped, and what was said stays', async () => {
  const { app, headers, items, itemUrl, post, readSession } = await prepare()
  const skippable = items.find((item) => item.skippable)!
  const url = itemUrl(skippable)
  const file = toneWav(1)
  await post(url, file, { settings: interrupted })
  const payload = { skipped_purpose: 'cansancio' }
  const skipped = await app.inject({ method: 'POST', url, headers, payload })
  expect([skipped.statusCode, skipped.json()]).toMatchObject([
    201,
    { is_skipped: true, take: null, duration: null, capture: null, takes: [{ take: 1, interrupted: true }] },
  ])
  // What was still on its way does not take the skip back.
  await post(url, toneWav(1.5), { take: '2', settings: interrupted })
  const [answer] = (await readSession()).responses
  expect(answer).toMatchObject({ is_skipped: true, skipped_purpose: 'cansancio', takes: [{ take: 2 }, { take: 1 }] })
  expect((await app.inject({ url: `${url}audio_src/`, headers })).statusCode).toBe(404)
  const kept = await app.inject({ url: `${url}audio_src/?take=1`, headers })
  expect(kept.rawPayload.equals(file)).toBe(true)
})

test('what was recorded within a day of the end is stored whenever it arrives', async () => {
  const { clock, signIn, app, items, itemUrl, post } = await prepare()
  for (const item of items) await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  const recorded_at = new Date(clock.now().getTime() + 3_600_000).toISOString()
  clock.advance(72 * 3600)
  const headers = await signIn('examiner@demo.example')
  const late = (fields: Record<string, string>) => {
    const form = formOf(toneWav(5), { take: '2', ...fields })
    const url = itemUrl(items[0]!)
    return app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
  }
  expect((await late({})).json()).toEqual({ code: 'response_completed' })
  expect((await late({ recorded_at })).statusCode).toBe(201)
})
