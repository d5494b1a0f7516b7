import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDraft } from '../../apps/server/testing/clinical-report.ts'
import { addProvider } from '../../apps/server/testing/house.ts'
import { organizationIds } from '../../apps/server/testing/template.ts'
import { buildTestApp } from '../../apps/server/testing/test-app.ts'
import { visitor } from '../../apps/server/testing/visitor.ts'
import { client, type Given, issuerOf, startBridge } from './bridge.ts'
import { unpackPrograms } from './debian-programs.ts'
import { housePassword, startHouse } from './house.ts'
import { freePort } from './program.ts'

let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

const people = {
  dora: { mail: 'dora@demo.example', givenName: 'Dora', sn: 'Médica', groups: ['staff', 'speech'] },
  cora: { mail: 'cora@demo.example', givenName: 'Cora', sn: 'Cocinera', groups: ['staff', 'kitchen'] },
}

/** The clinic, the bridge as its provider, and the house behind the bridge. */
async function buildChain(options: Pick<Given, 'idpOptions' | 'settings'> = {}) {
  const root = unpackPrograms(resolve('node_modules/.cache/saml'))
  const folder = await mkdtemp(join(tmpdir(), 'fonema-saml-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const demo = await buildTestApp({ SIGN_IN_DOMAINS: `demo.example=${organizationIds.demo}` })
  const port = await freePort()
  const settings = { issuer: issuerOf(port), clientId: client.id, clientSecret: client.secret }
  const owner = await demo.signIn('owner@demo.example')
  const provider = await addProvider(demo, owner, settings, { trusts_email: true })
  const house = await startHouse(root, join(folder, 'house'), await freePort(), people)
  onTestFinished(house.stop)
  const returns = { redirectUri: provider.redirect_uri, after: `${new URL(provider.redirect_uri).origin}/` }
  const bridge = await startBridge(root, join(folder, 'bridge'), port, { house: house.metadata, returns, ...options })
  onTestFinished(bridge.stop)
  house.trust(bridge.metadata)
  return { demo, provider, house, bridge, visit: () => visitor(demo), after: returns.after }
}
type Chain = Awaited<ReturnType<typeof buildChain>>

/** A browser, in which the addresses of the clinic show nothing. */
async function openBrowser({ provider }: Chain) {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  await context.route(`${new URL(provider.redirect_uri).origin}/**`, (route) => route.fulfill({ body: 'the clinic' }))
  return { context, page: await context.newPage() }
}

/** Goes to the bridge, and signs in at the house if it asks. @returns the query with which the browser comes back */
async function goThrough(page: Page, { provider }: Chain, address: string, name = 'dora') {
  const { origin } = new URL(provider.redirect_uri)
  await page.goto(address)
  const form = page.locator('input[name="username"]')
  const isThere = () => page.url().startsWith(origin)
  await expect.poll(async () => isThere() || (await form.isVisible()), { timeout: 20_000 }).toBe(true)
  const wasAsked = !isThere()
  if (wasAsked) {
    await form.fill(name)
    await page.locator('input[name="password"]').fill(housePassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/**`)
  }
  return { wasAsked, search: new URL(page.url()).search }
}

test('by a bridge, a person of a house with SAML signs in, signs a report and signs out', async () => {
  const chain = await buildChain()
  const { demo, provider, visit } = chain
  const { page } = await openBrowser(chain)
  const one = visit()
  const first = await goThrough(page, chain, await one.begin(provider.id, 'dora@demo.example'))
  expect(first.wasAsked).toBe(true)
  expect(await one.finish(provider.id, first.search)).toMatchObject({ status: 200 })
  const { body } = await one.send('GET', '/user/user_info/')
  expect(body).toMatchObject({ first_name: 'Dora', last_name: 'Médica', tags: ['speech'], roles: { is_examiner: true } })
})
