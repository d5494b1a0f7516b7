import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDraft, signWith } from '../../apps/server/testing/clinical-report.ts'
import { buildChain, enter, goThrough, openBrowser } from './chain.ts'
import { forgeries } from './forgeries.ts'

let chromiumBrowser: Browser
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  chromiumBrowser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => chromiumBrowser.close())

test('through the bridge, a group of the house makes an examiner, who signs a report after signing in again', async () => {
  const chain = await buildChain()
  const { demo, provider, visit, catchUp } = chain
  const page = await openBrowser(chromiumBrowser)
  const one = visit()
  const first = await goThrough(page, chain, await one.begin(provider.id, 'dora@demo.example'))
  expect(first.wasAsked).toBe(true)
  expect(await one.finish(provider.id, first.search)).toMatchObject({ status: 200 })
  const { body } = await one.send('GET', '/user/user_info/')
  expect(body).toMatchObject({ first_name: 'Dora', last_name: 'Médica', tags: ['speech'], roles: { is_examiner: true } })

  // The bridge has a session of its own, so another tab gets in without the house.
  const tab = visit()
  const again = await goThrough(page, chain, await tab.begin(provider.id))
  expect([again.wasAsked, (await tab.finish(provider.id, again.search)).status]).toEqual([false, 200])

  // Just after a sign-in the bridge does not ask again.
  let confirmed = again
  await expect
    .poll(async () => {
      catchUp()
      const { address } = (await one.send('POST', '/user/provider/confirm/')).body
      confirmed = await goThrough(page, chain, address)
      return confirmed.wasAsked
    }, { timeout: 20_000 })
    .toBe(true)
  expect(confirmed.requests).toEqual([expect.stringContaining('ForceAuthn="true"')])
  const sent = { provider_id: provider.id, query: confirmed.search }
  const { proof } = (await one.send('POST', '/user/provider/confirmed/', sent)).body
  const { url } = await freshDraft(demo, one.headers)
  const signed = await signWith(demo, one.headers, url, { password: undefined, provider: proof })
  expect(signed.statusCode).toBe(200)

  // Somebody of another group.
  const other = visit()
  const cook = await goThrough(await openBrowser(chromiumBrowser), chain, await other.begin(provider.id), 'cora')
  expect(await other.finish(provider.id, cook.search)).toMatchObject({ status: 403, body: { reason: 'no_role' } })
})

test('without ForceAuthn, the bridge claims a new sign-in that the house never asked for', async () => {
  const chain = await buildChain({
    idpOptions: { samlIDPMetaDataOptionsForceAuthn: 0 },
  })
  const { provider, visit, catchUp } = chain
  const page = await openBrowser(chromiumBrowser)
  const one = visit()
  await one.finish(provider.id, (await goThrough(page, chain, await one.begin(provider.id))).search)
  let requests: string[] = []
  await expect
    .poll(async () => {
      catchUp()
      const { address } = (await one.send('POST', '/user/provider/confirm/')).body
      const confirmed = await goThrough(page, chain, address)
      expect(confirmed.wasAsked).toBe(false)
      requests = confirmed.requests
      const sent = { provider_id: provider.id, query: confirmed.search }
      expect((await one.send('POST', '/user/provider/confirmed/', sent)).status).toBe(200)
      return requests.length
    }, { timeout: 20_000 })
    .toBe(1)
  expect(requests[0]).not.toContain('ForceAuthn="true"')
})

test('signing out of the clinic signs out of the bridge and of the house; signing out of the house not of the clinic', async () => {
  const chain = await buildChain({ idpOptions: { samlIDPMetaDataOptionsForceAuthn: 0 } })
  const { url, provider, house, bridge, visit } = chain
  const page = await openBrowser(chromiumBrowser)
  const one = visit()
  await one.finish(provider.id, (await goThrough(page, chain, await one.begin(provider.id))).search)
  // Without the bridge's session, the house's is enough.
  await page.context().clearCookies({ name: 'bridge' })
  const two = visit()
  const again = await goThrough(page, chain, await two.begin(provider.id))
  expect([again.wasAsked, again.requests.length]).toEqual([false, 1])
  await two.finish(provider.id, again.search)

  const { address } = (await two.send('GET', '/user/provider/logout/')).body
  await page.goto(address)
  await page.waitForURL(`${url}/`, { timeout: 6000 }).catch(async (e) => { console.log(page.url(), await page.content()); throw e })
  const three = visit()
  const anew = await goThrough(page, chain, await three.begin(provider.id))
  expect(anew.wasAsked).toBe(true)
  await three.finish(provider.id, anew.search)

  await page.goto(`${house.url}saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(house.url)}`)
  await page.waitForURL(house.url)
  const last = await goThrough(page, chain, await visit().begin(provider.id))
  expect(last.wasAsked).toBe(true)
  expect((await three.send('GET', '/user/user_info/')).status).toBe(200)
  expect(bridge.issuer).toContain('127.0.0.1')
})

test('the bridge refuses forged answers of the house', async () => {
  const chain = await buildChain()
  const { url, provider, bridge, visit } = chain
  for (const [name, forge] of forgeries) {
    const page = await openBrowser(chromiumBrowser)
    await page.context().route(`${bridge.issuer}saml/proxySingleSignOnPost`, async (route) => {
      const form = new URLSearchParams(route.request().postData()!)
      const xml = Buffer.from(form.get('SAMLResponse')!, 'base64').toString()
      form.set('SAMLResponse', Buffer.from(forge(xml)).toString('base64'))
      await route.continue({ postData: form.toString() })
    })
    await page.goto(await visit().begin(provider.id))
    const answer = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().startsWith(bridge.issuer))
    await enter(page, 'cora')
    console.log(name, (await answer).status(), page.url())
    await page.waitForLoadState()
    console.log(page.url(), await page.locator('[trmsg]').first().getAttribute('trmsg').catch(() => 'none'))
    expect(page.url().startsWith(url), name).toBe(false)
  }
})
