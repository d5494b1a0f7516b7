import type { Page } from 'playwright'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { removingWorker } from '../../apps/server/src/platform/http/web.ts'
import { openBreakableLine } from './breakable-line.ts'
import { openAdministration, openPage, spanish, submit } from './browser.ts'
import { hideTutorial } from './hide-tutorial.ts'
import { callAs } from './recording-steps.ts'
import { look } from './views.ts'

/** An examiner's page through a line that can be cut, once the application is kept on the device. */
async function openKept({ choice = 'none' }: { choice?: string } = {}) {
  const line = await openBreakableLine(inject('baseUrl'))
  onTestFinished(line.close)
  // As the clinic has set it, without a change for other journeys.
  line.edit('/api/user/user_info/', (text) =>
    text.replace('"offline_participants":"none"', `"offline_participants":"${choice}"`),
  )
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
  line.edit('/service-worker.js', (text) => `${text.replace('Math.random()', '0')}\n// a newer version`)
  const other = await page.context().newPage()
  await other.goto('/dashboard/')
  await page.reload()
  await home(page).fill('typed before the update')
  await vi.waitFor(async () => expect(await version()).toEqual(['activated', 'installed']), { timeout: 60_000 })
  expect(await home(page).inputValue()).toBe('typed before the update')
  // The page offers its place again. Three checks for updates later, the worker has decided.
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!
    const takeOver = document.querySelector<HTMLScriptElement>('script[type="module"][src]')!.src
    registration.waiting!.postMessage({ takeOver })
    for (let check = 0; check < 3; check++) await registration.update()
  })
  expect(await version()).toEqual(['activated', 'installed'])

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
  line.edit('/service-worker.js', () => removingWorker)
  await page.reload()
  await vi.waitFor(async () => expect(await keptAddresses(page)).toEqual([]), { timeout: 60_000 })
  await home(page).waitFor()
})

const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
const rowOf = (page: Page, code: string) => page.getByRole('main').getByRole('link', { name: code }).first()

test('what the clinic has chosen can be read without a network, and is gone after the sign-out', async () => {
  const { line, page } = await openKept({ choice: 'all' })
  await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor()
  await look(page, 'saved-offline')

  line.set('cut')
  await page.reload()
  await page.getByText(/^Sin conexión. Ve lo guardado a las/).waitFor()
  await home(page).fill('DEMO-010')
  await rowOf(page, 'DEMO-010').waitFor()
  await look(page, 'read-offline')
  // Nothing on the disk names anybody.
  const text = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('fonema-offline')
      opening.onsuccess = () => resolve(opening.result)
    })
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => (request.onsuccess = () => done(request.result)))
    const store = database.transaction('answers').objectStore('answers')
    const [names, values] = [await all(store.getAllKeys()), await all(store.getAll())]
    const key = await all(database.transaction('key').objectStore('key').get('key'))
    database.close()
    const bytes = values.map(({ sealed }) => new TextDecoder('latin1').decode(sealed)).join('')
    return { names, bytes, extractable: key.key.extractable }
  })
  expect(text.names.length).toBeGreaterThanOrEqual(3)
  expect(text.extractable).toBe(false)
  for (const secret of ['DEMO-010', 'participants', 'examiner@demo.example', 'user_info'])
    expect([secret, JSON.stringify(text).includes(secret)]).toEqual([secret, false])

  // Back again, the server's answers replace those of the device by themselves.
  line.set('whole')
  await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor({ timeout: 60_000 })

  line.set('cut')
  await page.locator('header').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.locator('input[type="password"]').waitFor()
  expect(await databases(page)).not.toContain('fonema-offline')
  await page.goto('/dashboard/')
  await page.locator('input[type="password"]').waitFor()
  expect(await page.getByText('DEMO-010').count()).toBe(0)
})

test('an hour without a gesture, or twelve hours, delete what was kept, also without a network', async () => {
  for (const passed of ['an hour', 'twelve hours']) {
    const { line, page } = await openKept({ choice: 'all' })
    await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor()
    line.set('cut')
    const now = Date.now()
    if (passed === 'an hour') await page.clock.setFixedTime(now + 61 * 60_000)
    else {
      await page.clock.setFixedTime(now + 12 * 60 * 60_000 + 60_000)
      // Gestures go on all day.
      await page.evaluate((time) => localStorage.setItem('fonema.gesture', String(time)), now + 12 * 60 * 60_000)
    }
    await page.reload()
    await (passed === 'an hour' ? page.locator('input[type="password"]') : noConnection(page)).waitFor()
    await vi.waitFor(async () => expect(await databases(page)).not.toContain('fonema-offline'), { timeout: 60_000 })
  }
})

test('a comment written without a network waits, and a person decides between it and a colleague’s', async () => {
  const { line, page } = await openKept({ choice: 'all' })
  await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor()
  await home(page).fill('DEMO-010')
  await rowOf(page, 'DEMO-010').click()
  const comment = page.getByRole('button', { name: /^Comentario de/ }).first()
  await comment.waitFor()
  const participant = /participant\/([\w-]+)\//.exec(page.url())![1]
  type Session = { id: string; active: boolean; comment: string | null }
  const readSessions = async () =>
    ((await callAs(page, `/protocols/responses/${participant}/`)) as Session[]).filter(({ active }) => active)
  const sessions = await readSessions()

  async function commentElsewhere(text: string) {
    const access = await page.evaluate(() => JSON.parse(localStorage.getItem('fonema.session') ?? '{}').access)
    for (const { id } of sessions) {
      const { status } = await fetch(`${inject('baseUrl')}/api/protocols/responses/${participant}/${id}/`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ comment: text }),
      })
      expect(status).toBe(200)
    }
  }
  async function commentHere(text: string) {
    line.set('cut')
    await comment.click()
    await page.getByRole('textbox', { name: /^Comentario/ }).fill(text)
    await page.getByRole('button', { name: 'Guardar comentario' }).click()
    await page.getByText('El comentario quedó en este dispositivo').last().waitFor()
    await page.getByRole('button', { name: '1 registro por enviar' }).press('Enter')
  }

  await commentHere('Escrito sin conexión')
  await commentElsewhere('De una colega')

  line.set('whole')
  await page.getByText(/^Alguien cambió el comentario de la sesión/).waitFor({ timeout: 60_000 })
  await page
    .getByRole('cell', { name: /De una colega/ })
    .first()
    .waitFor()
  await look(page, 'comment-conflict')
  await page.getByRole('button', { name: 'Reemplazar por el mío' }).click()
  await page.getByRole('button', { name: /por enviar$/ }).waitFor({ state: 'detached' })
  const comments = (await readSessions()).map(({ comment }) => comment)
  expect(comments.toSorted()).toEqual(
    ['Escrito sin conexión', ...sessions.slice(1).map(() => 'De una colega')].toSorted(),
  )

  // Discarding asks, and leaves the colleague's.
  await commentHere('Para descartar')
  await commentElsewhere('Otra vez de una colega')
  line.set('whole')
  await page.getByText(/^Alguien cambió el comentario de la sesión/).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  await page.getByText('¿Descartar lo que falta enviar?').waitFor()
  await page.getByRole('button', { name: 'Descartar para siempre' }).click()
  await page.getByRole('button', { name: /por enviar$/ }).waitFor({ state: 'detached' })
  for (const session of await readSessions()) expect(session.comment).toBe('Otra vez de una colega')
})

test('with "this week", a participant without a visit is not kept', async () => {
  const { line, page } = await openKept({ choice: 'week' })
  const visits: { participant: { code: string } }[] = []
  line.edit('/api/visits/', () => JSON.stringify(visits))
  await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor()
  await home(page).fill('DEMO-010')
  await rowOf(page, 'DEMO-010').click()
  await page.getByRole('heading', { name: 'DEMO-010' }).waitFor()
  line.set('cut')
  await page.goto('/dashboard/')
  await page.getByText('Solo están los participantes con visita esta semana.').waitFor()
  await home(page).fill('DEMO-010')
  expect(await rowOf(page, 'DEMO-010').count()).toBe(0)
})

test('a manager chooses whose data can be read without a network', async () => {
  const page = await openAdministration('organization')
  const choice = (name: string) => page.getByRole('radio', { name })
  await choice('Participantes con visita esta semana').check()
  await page.getByText(/^Guardado\. Cada navegador/).waitFor()
  await page.reload()
  await vi.waitFor(async () => expect(await choice('Participantes con visita esta semana').isChecked()).toBe(true), {
    timeout: 60_000,
  })
  await look(page, 'offline-setting')
  await page.evaluate(() => localStorage.setItem('fonema.language', 'en')).then(() => page.reload())
  await choice('Participants with a visit this week').waitFor()
  await look(page, 'offline-setting-en')
  await choice('None').check()
  await page.getByText(/^Saved\. Each browser/).waitFor()
})
