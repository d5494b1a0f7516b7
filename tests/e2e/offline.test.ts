import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import { removingWorker } from '../../apps/server/src/platform/http/web.ts'
import { breakableLine } from './breakable-line.ts'
import { openPage, spanish, submit } from './browser.ts'
import { hideTutorial } from './hide-tutorial.ts'
import { look } from './views.ts'

/** An examiner's page through a line that can be cut, once the application is kept on the device. */
async function openKept() {
  const line = await breakableLine()
  const page = await openPage({ context: { ...spanish, baseURL: line.url, serviceWorkers: 'allow' } })
  await hideTutorial(page)
  await page.goto('/')
  await submit(page, 'examiner@demo.example')
  await page.waitForURL('**/dashboard/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return { line, page }
}

const noConnection = (page: Page) => page.getByRole('heading', { name: 'No hay conexión con el servidor' })
const home = (page: Page) => page.getByRole('main').getByRole('searchbox')
/** The addresses of everything that the browser keeps. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => new URL(url).pathname)
  })

test('without a network the application opens, says so, and continues when the network is back', async () => {
  const { line, page } = await openKept()
  const addresses = await keptAddresses(page)
  expect(addresses.length).toBeGreaterThan(200)
  expect(addresses.filter((address) => !address.startsWith('/assets/'))).toEqual(['/shell/'])

  line.set('cut')
  const nonces = new Set<string>()
  for (let load = 0; load < 2; load++) {
    await page.reload()
    await noConnection(page).waitFor()
    nonces.add(await page.evaluate(() => document.querySelector<HTMLElement>('[nonce]')!.nonce))
  }
  expect(nonces.size).toBe(2)
  await look(page, 'no-connection')
  // Every language is on the device.
  const speak = (language: string) =>
    page.evaluate((one) => localStorage.setItem('fonema.language', one), language).then(() => page.reload())
  await speak('en')
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  await look(page, 'no-connection-en')
  await speak('es')

  // Any address opens; a proxy without its server counts as no network.
  line.set('without a server')
  await page.goto('/dashboard/agenda/')
  await noConnection(page).waitFor()

  line.set('whole')
  await page.getByRole('button', { name: 'Intentar ahora' }).click()
  await page.getByRole('heading', { name: 'Agenda', level: 1 }).waitFor()
})

test('signed out, the application shows the sign-in page without a network and nothing of a person', async () => {
  const { line, page } = await openKept()
  await page.locator('header').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.locator('input[type="password"]').waitFor()
  line.set('cut')
  await page.goto('/dashboard/')
  await page.locator('input[type="password"]').waitFor()
  await submit(page, 'examiner@demo.example')
  await page.getByRole('alert').waitFor()
})

test('an update takes over at a load when no other page is open, and no page is reloaded', async () => {
  const { line, page } = await openKept()
  const version = () =>
    page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!
      return [registration.active?.state ?? null, registration.waiting?.state ?? null]
    })
  // The first update waits up to a minute, so that the browsers of a clinic do not come at once.
  line.serveWorker((text) => `${text.replace('Math.random()', '0')}\n// a newer version`)
  const other = await page.context().newPage()
  await other.goto('/dashboard/')
  await page.reload()
  await home(page).fill('typed before the update')
  await vi.waitFor(async () => expect(await version()).toEqual(['activated', 'installed']), { timeout: 60_000 })
  expect(await home(page).inputValue()).toBe('typed before the update')

  await other.close()
  await page.reload()
  await vi.waitFor(async () => expect(await version()).toEqual(['activated', null]), { timeout: 60_000 })
  await home(page).fill('typed after the update')
  line.set('cut')
  await page.reload()
  await noConnection(page).waitFor()
})

test('a worker that the clinic has turned off removes itself and what it kept', async () => {
  const { line, page } = await openKept()
  line.serveWorker(() => removingWorker)
  await page.reload()
  await vi.waitFor(async () => expect(await keptAddresses(page)).toEqual([]), { timeout: 60_000 })
  await home(page).waitFor()
})
