import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const leaseUrl = `${started.sessionUrl}lease/`
  const hold = (holder: string, more: object = {}, as = headers) =>
    demo.app.inject({ method: 'POST', url: leaseUrl, headers: as, payload: { holder, ...more } })
  const release = (holder: string) => demo.app.inject({ method: 'DELETE', url: `${leaseUrl}${holder}/`, headers })
  const upload = (file: Buffer, fields: Record<string, string>) => {
    const form = formOf(file, fields)
    return demo.app.inject({
      method: 'POST',
      url: started.itemUrl(started.items[0]!),
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
  }
  return { ...demo, ...started, headers, hold, release, upload }
}

test('one page at a time holds a session; others get the holder’s name and start', async () => {
  const { clock, hold } = await prepare()
  const [first, second] = [randomUUID(), randomUUID()]
  const since = clock.now()
  const held = await hold(first)
  const until = new Date(since.getTime() + 45_000).toISOString()
  expect([held.statusCode, held.json()]).toEqual([200, { holder: first, expires_at: until }])
  clock.advance(30)
  const renewed = (await hold(first)).json()
  expect(renewed.expires_at).toBe(new Date(since.getTime() + 75_000).toISOString())
  const refused = await hold(second)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'recording_elsewhere',
      recorded_by: { first_name: 'examiner', last_name: 'Prueba' },
      since: since.toISOString(),
      expires_at: renewed.expires_at,
    },
  ])
})

test('another page gets the lease when it expires, is released or is taken over', async () => {
  const { clock, hold, release } = await prepare()
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  const statusOf = async (answer: ReturnType<typeof hold>) => (await answer).statusCode
  await hold(first)
  clock.advance(45)
  expect(await statusOf(hold(second))).toBe(200)
  expect(await statusOf(hold(first))).toBe(409)
  expect((await release(first)).statusCode).toBe(204)
  expect(await statusOf(hold(third))).toBe(409)
  expect((await release(second)).statusCode).toBe(204)
  expect(await statusOf(hold(third))).toBe(200)
  expect(await statusOf(hold(first))).toBe(409)
  expect(await statusOf(hold(first, { take_over: true }))).toBe(200)
  expect(await statusOf(hold(third))).toBe(409)
})

test('a page succeeds the page it names, and no other', async () => {
  const { hold } = await prepare()
  const [ended, elsewhere, next] = [randomUUID(), randomUUID(), randomUUID()]
  await hold(elsewhere)
  expect((await hold(next, { succeeds: ended })).json()).toMatchObject({ code: 'recording_elsewhere' })
  await hold(ended, { take_over: true })
  expect((await hold(next, { succeeds: ended })).statusCode).toBe(200)
  expect((await hold(ended)).json()).toMatchObject({ code: 'recording_elsewhere' })
})

test('exactly one of eight simultaneous requests for a lease succeeds', async () => {
  const { hold } = await prepare()
  const answers = await Promise.all(Array.from({ length: 8 }, () => hold(randomUUID())))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('a recording of a former holder gets its own number and does not count', async () => {
  const { app, hold, upload, items, itemUrl, headers } = await prepare()
  const [former, present] = [randomUUID(), randomUUID()]
  await hold(former)
  await hold(present, { take_over: true })
  const [late, counting] = [toneWav(5), toneWav(4)]
  expect((await upload(counting, { holder: present })).json()).toMatchObject({ take: 1, duration: 4 })
  const answer = await upload(late, { holder: former })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    {
      take: 1,
      duration: 4,
      takes: [
        { take: 1, superseded: false },
        { take: 2, duration: 5, superseded: true },
      ],
    },
  ])
  const again = await upload(late, { holder: former })
  expect([again.statusCode, again.json().takes.length]).toEqual([200, 2])
  const source = await app.inject({ url: `${itemUrl(items[0]!)}audio_src/?take=2`, headers })
  expect(source.rawPayload.equals(late)).toBe(true)
  // A page still cannot use one number for two recordings.
  expect((await upload(toneWav(6), { holder: present })).json()).toEqual({ code: 'already_answered' })
  expect((await upload(toneWav(6), { holder: present, take: '2' })).json()).toMatchObject({ take: 3, duration: 6 })
})

test('after a renewal of the lease the highest take number counts, in whatever order takes arrive', async () => {
  const { hold, upload } = await prepare()
  const holder = randomUUID()
  await hold(holder)
  expect((await upload(toneWav(4), { holder, take: '2' })).json()).toMatchObject({ take: 2, duration: 4 })
  await hold(holder)
  expect((await upload(toneWav(5), { holder, take: '1' })).json()).toMatchObject({ take: 2, duration: 4 })
  expect((await upload(toneWav(6), { holder, take: '3' })).json()).toMatchObject({ take: 3, duration: 6 })
})

test('refuses a lease of another examiner’s session and of an archived one', async () => {
  const { signIn, hold, app, sessionUrl, headers } = await prepare()
  for (const stranger of ['colleague@demo.example', 'examiner@other.example']) {
    const answer = await hold(randomUUID(), {}, await signIn(stranger))
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found' }])
  }
  expect((await hold('x')).json()).toEqual({ holder: ['invalid'] })
  await app.inject({ method: 'PATCH', url: `${sessionUrl}inactivate/`, headers })
  expect((await hold(randomUUID())).json()).toEqual({ code: 'response_archived' })
})
