import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDraft, signWith } from '../../apps/server/testing/clinical-report.ts'
import { buildChain, type Chain, enter, goThrough, openBrowser } from './chain.ts'
import { forgeries } from './forgeries.ts'
import { people } from './house.ts'

let browser: Browser
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

const withoutForceAuthn = { samlIDPMetaDataOptionsForceAuthn: 0 }
const patience = { timeout: 60_000 }

/** Messages of the bridge's pages. */
const refused = { answer: '51', signature: '57' }
const signedOut = '47'

async function signIn(chain: Chain, page: Awaited<ReturnType<typeof openBrowser>>) {
  const person = chain.visit()
  const way = await goThrough(page, chain, await person.begin(chain.provider.id, 'dora@demo.example'))
  return { ...way, person, answer: await person.finish(chain.provider.id, way.search) }
}

/** Asks for a confirmation until the bridge asks the house: just after a sign-in it does not. */
async function confirm(
  chain: Chain,
  page: Awaited<ReturnType<typeof openBrowser>>,
  person: ReturnType<Chain['visit']>,
) {
  let way: Awaited<ReturnType<typeof goThrough>> | undefined
  await expect
    .poll(async () => {
      chain.catchUp()
      const { address } = (await person.send('POST', '/user/provider/confirm/')).body
      way = await goThrough(page, chain, address)
      return way.requests.length
    }, patience)
    .toBe(1)
  const { wasAsked, requests, search } = way!
  const sent = { provider_id: chain.provider.id, query: search }
  const answer = await person.send('POST', '/user/provider/confirmed/', sent)
  return { wasAsked, request: requests[0]!, answer }
}

test('through the bridge, a group of the house makes an examiner, who signs a report after signing in again', async () => {
  const chain = await buildChain()
  const { demo, house, provider, visit } = chain
  const page = await openBrowser(browser)
  const { person, ...first } = await signIn(chain, page)
  expect([first.wasAsked, first.answer.status]).toEqual([true, 200])
  const { body } = await person.send('GET', '/user/user_info/')
  expect(body).toMatchObject({
    first_name: 'Dora',
    last_name: 'Médica',
    tags: ['speech'],
    roles: { is_examiner: true },
  })

  // The bridge has a session of its own, so another tab gets in without the house.
  const tab = await signIn(chain, page)
  expect([tab.wasAsked, tab.answer.status]).toEqual([false, 200])

  const confirmed = await confirm(chain, page, person)
  expect([confirmed.wasAsked, confirmed.answer.status]).toEqual([true, 200])
  expect(confirmed.request).toContain('ForceAuthn="true"')
  const { url } = await freshDraft(demo, person.headers)
  const proof = { password: undefined, provider: confirmed.answer.body.proof }
  expect((await signWith(demo, person.headers, url, proof)).statusCode).toBe(200)

  // Groups are those of the last time that the house was asked.
  house.setPeople({ ...people, dora: { ...people.dora, groups: ['staff'] } })
  const kept = await signIn(chain, page)
  expect([kept.wasAsked, kept.answer.status]).toEqual([false, 200])
  await page.context().clearCookies({ name: 'bridge' })
  const lost = await signIn(chain, page)
  expect([lost.wasAsked, lost.answer.body.reason]).toEqual([true, 'no_role'])

  const cook = visit()
  const other = await goThrough(await openBrowser(browser), chain, await cook.begin(provider.id), 'cora')
  expect(await cook.finish(provider.id, other.search)).toMatchObject({ status: 403, body: { reason: 'no_role' } })
})

test('without ForceAuthn, the bridge claims a new sign-in for which the house asked nobody', async () => {
  const chain = await buildChain({ idpOptions: withoutForceAuthn })
  const page = await openBrowser(browser)
  const { person } = await signIn(chain, page)
  const { wasAsked, request, answer } = await confirm(chain, page, person)
  expect([wasAsked, answer.status]).toEqual([false, 200])
  expect(request).not.toContain('ForceAuthn="true"')
})

test('with its session at the answer of the house, the bridge asks to sign in without end', async () => {
  const chain = await buildChain({ keepsSession: true })
  const page = await openBrowser(browser)
  const { person } = await signIn(chain, page)
  const form = page.locator('input[name="username"]')
  await expect
    .poll(async () => {
      await page.goto((await person.send('POST', '/user/provider/confirm/')).body.address)
      return page.url().startsWith(chain.url)
    }, patience)
    .toBe(false)
  await form.waitFor()
  for (let time = 0; time < 2; time++) {
    const again = page.waitForRequest((request) =>
      request.url().startsWith(`${chain.house.url}saml2/idp/SSOService.php`),
    )
    await enter(page, 'dora')
    await again
    await form.waitFor()
  }
})

test('signing out of the clinic ends all sessions; signing out of the house not the one of the clinic', async () => {
  const chain = await buildChain({ idpOptions: withoutForceAuthn })
  const { demo, house, provider } = chain
  const headers = await demo.signIn('owner@demo.example')
  const url = `/api/organizations/providers/${provider.id}/test/`
  const tested = (await demo.app.inject({ method: 'POST', url, headers })).json()
  expect(tested).toMatchObject({ problem: null, can_log_out: true, can_log_out_from_there: false })
  const page = await openBrowser(browser)
  await signIn(chain, page)
  // Without the bridge's session, the house's is enough.
  await page.context().clearCookies({ name: 'bridge' })
  const again = await signIn(chain, page)
  expect([again.wasAsked, again.requests.length, again.answer.status]).toEqual([false, 1, 200])

  // The person stays on a page of the bridge.
  await page.goto((await again.person.send('GET', '/user/provider/logout/')).body.address)
  await page.locator(`[trmsg="${signedOut}"]`).waitFor()
  const anew = await signIn(chain, page)
  expect([anew.wasAsked, anew.answer.status]).toEqual([true, 200])

  await page.goto(`${house.url}saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(house.url)}`)
  await page.waitForURL((url) => url.pathname !== '/saml2/idp/SingleLogoutService.php')
  expect((await anew.person.send('GET', '/user/user_info/')).status).toBe(200)
  const last = await signIn(chain, page)
  expect([last.wasAsked, last.requests.length]).toEqual([true, 1])
})

test('the bridge refuses forged answers of the house, and answers that were used', async () => {
  const chain = await buildChain()
  const { bridge, provider, visit } = chain
  const door = `${bridge.issuer}saml/proxySingleSignOnPost`
  const ask = async (forge: (xml: string) => string) => {
    const page = await openBrowser(browser)
    let used = ''
    await page.route(door, async (route) => {
      const form = new URLSearchParams(route.request().postData()!)
      const forged = forge(Buffer.from(form.get('SAMLResponse')!, 'base64').toString())
      form.set('SAMLResponse', Buffer.from(forged).toString('base64'))
      used = form.toString()
      await route.continue({ postData: used })
    })
    await page.goto(await visit().begin(provider.id))
    await enter(page, 'cora')
    await page.waitForURL((url) => !url.href.startsWith(chain.house.url))
    await page.waitForLoadState()
    return { page, used }
  }
  const session = expect.objectContaining({ name: 'bridge' })
  const honest = await ask((xml) => xml)
  expect(honest.page.url()).toContain(`${provider.redirect_uri}?`)
  expect(await honest.page.context().cookies(bridge.issuer)).toContainEqual(session)

  for (const [name, forge] of Object.entries(forgeries)) {
    const { page } = await ask(forge)
    expect(page.url(), name).toBe(door)
    const message = await page.locator('[trmsg]').first().getAttribute('trmsg')
    expect(Object.values(refused), name).toContain(message)
    expect(await page.context().cookies(bridge.issuer), name).not.toContainEqual(session)
  }

  // Another browser posts the honest answer again.
  const sent = { method: 'POST', body: new URLSearchParams(honest.used), redirect: 'manual' } as const
  const replayed = await fetch(door, sent)
  expect([replayed.status, replayed.headers.getSetCookie()]).toEqual([302, []])
})
