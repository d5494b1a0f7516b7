import type { Page } from 'playwright'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openBreakableLine } from './breakable-line.ts'
import { submit } from './browser.ts'
import { hideTutorial } from './hide-tutorial.ts'
import { makeProfile, openProfile } from './killable-browser.ts'
import { button, callAs, passMicrophone, recordItem, seconds } from './recording-steps.ts'
import { look } from './views.ts'

const sign = (page: Page) => page.getByRole('button', { name: /por enviar$/ })
const home = (page: Page) => page.getByRole('main').getByRole('searchbox')

/** The number of pictures, sounds and videos on the device. */
const keptMedia = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('fonema-offline')
      opening.onsuccess = () => resolve(opening.result)
    })
    const counting = database.transaction('media').objectStore('media').count()
    await new Promise((done) => (counting.onsuccess = done))
    database.close()
    return counting.result
  })

/** Calls the API as the page's user. */
const post = (page: Page, address: string, body: object) =>
  page.evaluate(
    async ([url, sent]) => {
      const { access } = JSON.parse(localStorage.getItem('fonema.session') ?? '{}')
      const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
      return (await fetch(`/api${url}`, { method: 'POST', headers, body: JSON.stringify(sent) })).json()
    },
    [address, body] as const,
  )

/** A profile in which an examiner has kept everything for work without a network, and a participant of their own. */
async function prepareDevice() {
  const line = await openBreakableLine(inject('baseUrl'))
  onTestFinished(line.close)
  line.edit('/api/user/user_info/', (text) =>
    text.replace('"offline_participants":"none"', '"offline_participants":"all"'),
  )
  const profile = await makeProfile()
  const open = async () => {
    const browser = await openProfile(profile)
    await browser.page.setViewportSize({ width: 1440, height: 900 })
    await hideTutorial(browser.page)
    return browser
  }
  const browser = await open()
  const { page } = browser
  await page.goto(line.url)
  await submit(page, 'examiner@demo.example')
  await page.waitForURL('**/dashboard/')
  const [locale] = (await callAs(page, '/cms/locales/')) as { id: string }[]
  const code = `OFF-${Date.now()}`
  const { id } = await post(page, '/user/participants/', { code, locale: locale!.id })
  await page.reload()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByText(/^Guardado para consultar sin conexión a las/).waitFor()
  const protocols = (await callAs(page, '/protocols/examiner/')) as { items: Record<string, string | null>[] }[]
  const media = protocols.flatMap(({ items }) => items.flatMap(({ image, audio, video }) => [image, audio, video]))
  const addresses = new Set(media.filter((address) => typeof address === 'string'))
  expect(addresses.size).toBeGreaterThan(10)
  await vi.waitFor(async () => expect(await keptMedia(page)).toBe(addresses.size), { timeout: 60_000 })
  return { line, code, participantId: id as string, reopen: open, ...browser }
}

type Session = {
  id: string
  is_completed: boolean
  responses: { takes: { duration: number; status: string }[]; protocol_item: { id: string } }[]
}

test('a session is recorded without a network, survives a killed browser, and arrives once', async () => {
  const { line, code, participantId, reopen, ...first } = await prepareDevice()
  line.set('cut')
  const { page } = first
  await page.context().setOffline(true)
  await page.goto(`${line.url}/dashboard/`)
  await home(page).fill(code)
  await page.getByRole('main').getByRole('link', { name: code, exact: true }).first().click()
  await page.getByRole('heading', { name: code }).waitFor()
  await page
    .getByRole('link', { name: /^Grabar/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Elija un protocolo' }).waitFor()
  await button(page, /^Sesión breve/)
    .first()
    .click()
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  const address = page.url()
  const [, sessionId] = /resume\/[\w-]+\/([\w-]+)/.exec(address) ?? []
  await look(page, 'record-offline')
  const kept = /a salvo en este dispositivo/
  await recordItem(page, 4, kept)
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 2 de 4').waitFor()
  await recordItem(page, 4, kept)
  await seconds(6) // Chromium writes the sign-in late
  await first.kill()

  // The server is still away: the session goes on where it was, from this device alone.
  const { page: next } = await reopen()
  await next.goto(address)
  await passMicrophone(next)
  await next.getByText('Ítem 3 de 4').waitFor()
  for (const item of [3, 4]) {
    await next.getByText(`Ítem ${item} de 4`).waitFor()
    await recordItem(next, 4, kept)
    await button(next, item === 4 ? 'Usar y terminar' : 'Usar y seguir').click()
  }
  await button(next, 'Ir al participante').click()
  await button(next, 'Salir').click()
  await next.waitForURL(/participant\/[\w-]+\/$/)
  await next.getByRole('button', { name: '4 grabaciones por enviar' }).waitFor()
  await look(next, 'session-waits')

  line.set('whole')
  await sign(next).waitFor({ state: 'detached', timeout: 60_000 })
  const list = (await callAs(next, `/protocols/responses/${participantId}/`)) as Session[]
  expect(list.map(({ id, is_completed }) => [id, is_completed])).toEqual([[sessionId, true]])
  const stored = (await callAs(next, `/protocols/responses/${participantId}/${sessionId}/`)) as Session
  expect(stored.responses.map(({ takes }) => takes.map(({ status }) => status))).toEqual(
    Array.from({ length: 4 }, () => ['counting']),
  )
})
