import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { PackageId } from '@fonema/contract'
import type { Browser, Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { addProvider, houseRules } from '../../apps/server/testing/house.ts'
import { organizationIds } from '../../apps/server/testing/template.ts'
import { buildTestApp, type TestApp } from '../../apps/server/testing/test-app.ts'
import { visitor } from '../../apps/server/testing/visitor.ts'
import { freePort } from '../../scripts/cluster/proxy.ts'
import { client, type Given, issuerOf, startBridge } from './bridge.ts'
import { unpackPrograms } from './debian-programs.ts'
import { housePassword, type Name, startHouse } from './house.ts'

/** The address of the clinic for browsers. The tests do what its pages would do. */
async function startPages(): Promise<string> {
  const server = createServer((_request, response) => response.end('the clinic'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** With every protocol, so that an examiner can work. */
async function makePackage({ app }: TestApp, headers: { authorization: string }): Promise<PackageId> {
  const { available_protocols } = (await app.inject({ url: '/api/organizations/', headers })).json()
  const protocols = available_protocols.map(({ id }: { id: string }) => id)
  const payload = { name: 'Voz', surveys: [], protocols }
  return (await app.inject({ method: 'POST', url: '/api/organizations/packages/', headers, payload })).json().id
}

/** The clinic, the bridge as its provider, and the house behind the bridge. */
export async function buildChain(options: Pick<Given, 'idpOptions' | 'keepsSession'> = {}) {
  const programs = unpackPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'fonema-saml-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const url = await startPages()
  const demo = await buildTestApp({ SIGN_IN_DOMAINS: `demo.example=${organizationIds.demo}`, PUBLIC_URL: url })
  const port = await freePort()
  const settings = { issuer: issuerOf(port), clientId: client.id, clientSecret: client.secret }
  const owner = await demo.signIn('owner@demo.example')
  const rule = { ...houseRules[1]!, packages: [await makePackage(demo, owner)] }
  // SAML has no `email_verified`: the house assigns the addresses.
  const provider = await addProvider(demo, owner, settings, { trusts_email: true, rules: [rule] })
  const house = await startHouse(programs, join(folder, 'house'), await freePort())
  onTestFinished(house.stop)
  const returns = { redirectUri: provider.redirect_uri, after: `${url}/` }
  const bridge = await startBridge(programs, join(folder, 'bridge'), port, {
    house: house.metadata,
    returns,
    ...options,
  })
  onTestFinished(bridge.stop)
  house.trust(bridge.metadata)
  /** Providers write the real time into their tokens. */
  const catchUp = () => demo.clock.advance((Date.now() - demo.clock.now().getTime()) / 1000)
  return { demo, url, provider, house, bridge, catchUp, visit: () => visitor(demo) }
}
export type Chain = Awaited<ReturnType<typeof buildChain>>

/** A browser without any session. */
export async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Goes to the bridge, and signs in at the house's page if the house asks. */
export async function goThrough(page: Page, { url, house }: Chain, address: string, name: Name = 'dora') {
  const requests: string[] = []
  const keep = (request: { url(): string }) => {
    const sent = new URL(request.url())
    if (request.url().startsWith(house.url) && sent.searchParams.has('SAMLRequest'))
      requests.push(inflateRawSync(Buffer.from(sent.searchParams.get('SAMLRequest')!, 'base64')).toString())
  }
  page.on('request', keep)
  await page.goto(address)
  const form = page.locator('input[name="username"]')
  const isBack = () => page.url().startsWith(`${url}/`)
  await expect.poll(async () => isBack() || (await form.isVisible()), { timeout: 60_000 }).toBe(true)
  const wasAsked = !isBack()
  if (wasAsked) await enter(page, name)
  await page.waitForURL(`${url}/**`)
  page.off('request', keep)
  return { wasAsked, search: new URL(page.url()).search, requests }
}

/** Fills in the house's page. */
export async function enter(page: Page, name: Name) {
  await page.locator('input[name="username"]').fill(name)
  await page.locator('input[name="password"]').fill(housePassword)
  await page.keyboard.press('Enter')
}
