import { expect, test } from 'vitest'
import { type Browser, openBrowser, refresh, refreshed, storedTokens } from '../../testing/browser.ts'
import { userIdOf } from '../../testing/second-factor.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { insertGrants } from '../organization/examiners.ts'

const colleague = 'colleague@demo.example'
const refused = { status: 401, answer: { code: 'token_not_valid' } }

/** Signs in an examiner with a grant to work as the colleague. */
async function buildGranted() {
  const demo = await buildTestApp()
  const userId = await userIdOf(demo)
  const colleagueId = await userIdOf(demo, colleague)
  const examinerId = await demo.database.tenant(demo.organizationId, async (tx) => {
    const examiners = tx.selectFrom('examiners').select('id').where('user_id', '=', colleagueId)
    const { id } = await examiners.executeTakeFirstOrThrow()
    await insertGrants(tx, demo.organizationId, userId, [{ examiner_id: id, mode: 'full' }])
    return id
  })
  const browser = await openBrowser(demo)
  const call = async (path: string, headers: Record<string, string>) => {
    const response = await demo.app.inject({ method: 'POST', url: `/api/user/${path}`, headers })
    return { status: response.statusCode, answer: response.json() }
  }
  const start = ({ access }: Browser, cookie?: string) =>
    call(`impersonification/${examinerId}/full/`, headersOf(access, cookie))
  const end = ({ access }: Browser, cookie?: string) => call('desimpersonification', headersOf(access, cookie))
  const isActing = async ({ access }: Browser) =>
    (await demo.app.inject({ url: '/api/user/user_info/', headers: headersOf(access) })).json().is_impersonifing
  return { demo, browser, start, end, isActing }
}
const headersOf = (access: string, cookie?: string) => ({
  authorization: `Bearer ${access}`,
  ...(cookie !== undefined && { cookie }),
})

test('ending a missing impersonation answers 409 and issues no tokens', async () => {
  const { demo, browser, end } = await buildGranted()
  const before = await storedTokens(demo)
  for (let i = 0; i < 51; i++)
    expect(await end(browser, browser.cookie)).toEqual({ status: 409, answer: { code: 'conflict' } })
  expect(await storedTokens(demo)).toEqual(before)
})

test("starting and ending an impersonation rotate the session's refresh token", async () => {
  const { demo, browser, start, end, isActing } = await buildGranted()
  const started = await start(browser, browser.cookie)
  expect(started.status).toBe(200)
  // A tab that refreshes at the same moment gets the same successor.
  expect((await refreshed(demo, browser)).refresh).toBe(started.answer.refresh)
  const acting = { ...browser, ...started.answer }
  expect(await isActing(acting)).toBe(true)
  const ended = { ...browser, ...(await end(acting, browser.cookie)).answer }
  expect(await isActing(ended)).toBe(false)
  const chain = await storedTokens(demo)
  expect(chain.map(({ rotated_at }) => rotated_at !== null).sort()).toEqual([false, true, true])
  expect((await refresh(demo, ended)).statusCode).toBe(200)
  // All tokens form one chain, so the use of a stolen first token is detected.
  demo.clock.advance(31)
  expect((await refresh(demo, browser)).statusCode).toBe(401)
  expect(await end(ended, browser.cookie)).toEqual(refused)
})

test('an access token without the cookie can neither start nor end an impersonation', async () => {
  const { demo, browser, start, end, isActing } = await buildGranted()
  const other = await openBrowser(demo, colleague)
  const before = await storedTokens(demo)
  for (const cookie of [undefined, other.cookie]) expect(await start(browser, cookie)).toEqual(refused)
  expect([await isActing(browser), await storedTokens(demo)]).toEqual([false, before])
  const acting = { ...browser, ...(await start(browser, browser.cookie)).answer }
  for (const cookie of [undefined, other.cookie]) expect(await end(acting, cookie)).toEqual(refused)
  expect(await isActing(acting)).toBe(true)
})

test('exactly one of several concurrent starts or ends succeeds', async () => {
  const { browser, start, end } = await buildGranted()
  const times = Array.from({ length: 5 })
  const starts = await Promise.all(times.map(() => start(browser, browser.cookie)))
  expect(starts.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
  const ends = await Promise.all(times.map(() => end(browser, browser.cookie)))
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

test('lists the granted examiners with their modes, until the examiner is deactivated', async () => {
  const { demo, browser } = await buildGranted()
  const list = async () => {
    const { statusCode, body } = await demo.app.inject({
      url: '/api/user/impersonification',
      headers: headersOf(browser.access),
    })
    return { statusCode, offers: JSON.parse(body) }
  }
  expect(await list()).toMatchObject({ statusCode: 200, offers: [{ mode: 'full' }] })
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx.updateTable('users').set({ is_active: false }).where('email', '=', colleague).execute(),
  )
  expect(await list()).toEqual({ statusCode: 200, offers: [] })
})
