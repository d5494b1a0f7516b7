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
  await page.getByText(/^Guardado para trabajar sin conexión a las/).waitFor()
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
  const kept = /Sin conexión: la grabación está a salvo/
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
  // Everything is on the device: nothing is asked.
  await button(next, 'Ir al participante').click()
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

test('a session begun with a network goes on without one, and one that is not on the device waits for it', async () => {
  const { line, code, participantId, reopen, ...first } = await prepareDevice()
  const { page } = first
  const openParticipant = async (there: Page) => {
    await there.goto(`${line.url}/dashboard/`)
    await home(there).fill(code)
    await there.getByRole('main').getByRole('link', { name: code, exact: true }).first().click()
    await there.getByRole('heading', { name: code }).waitFor()
  }
  await openParticipant(page)
  await page
    .getByRole('link', { name: /^Grabar/ })
    .first()
    .click()
  await button(page, /^Sesión breve/)
    .first()
    .click()
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  const [, sessionId] = /resume\/[\w-]+\/([\w-]+)/.exec(page.url()) ?? []
  await recordItem(page, 4)
  await button(page, 'Usar y seguir').click()
  await sign(page).waitFor({ state: 'detached' })

  line.set('cut')
  const kept = /Sin conexión: la grabación está a salvo/
  await page.getByText('Ítem 2 de 4').waitFor()
  await recordItem(page, 4, kept)
  await seconds(6) // Chromium writes the sign-in late
  await first.kill()

  const { page: next } = await reopen()
  await openParticipant(next)
  const begun = next.getByRole('row').filter({ hasText: '1 de 4' })
  await begun.filter({ hasText: 'Más 1 respuesta que espera en este dispositivo' }).waitFor()
  await next.getByText(/^La evolución se calcula en el servidor/).waitFor()
  await look(next, 'participant-offline')
  await speak(next, 'en')
  await next.getByText(/^The evolution is computed on the server/).waitFor()
  await look(next, 'participant-offline-en')
  await speak(next, 'es')
  // One that another device began.
  const protocols = (await callDirectly(next, 'GET', '/protocols/examiner/')) as { id: string }[]
  const body = { protocol_id: protocols[0]!.id }
  const other = (await callDirectly(next, 'POST', `/protocols/responses/${participantId}/`, body)) as { id: string }
  await next.goto(`${line.url}/dashboard/participant/protocol/resume/${participantId}/${other.id}/`)
  await next.getByText(/^Sin conexión, esta sesión no se puede continuar/).waitFor()
  await look(next, 'session-not-here')
  await next.getByRole('link', { name: 'Empezar otra sesión' }).click()
  await next.getByRole('heading', { name: 'Elija un protocolo' }).waitFor()

  await openParticipant(next)
  await next.getByRole('link', { name: /^Continuar Sesión breve/ }).click()
  await passMicrophone(next)
  for (const item of [3, 4]) {
    await next.getByText(`Ítem ${item} de 4`).waitFor()
    await recordItem(next, 4, kept)
    await button(next, item === 4 ? 'Usar y terminar' : 'Usar y seguir').click()
  }
  await button(next, 'Ir al participante').click()
  await next.getByText(/^La evolución se calcula en el servidor/).waitFor()
  line.set('whole')
  await sign(next).waitFor({ state: 'detached', timeout: 60_000 })
  // The page goes on by itself.
  await next.getByText(/^La evolución se calcula en el servidor/).waitFor({ state: 'detached', timeout: 60_000 })
  const stored = (await callAs(next, `/protocols/responses/${participantId}/${sessionId}/`)) as Session
  expect(stored.is_completed).toBe(true)
  expect(stored.responses.map(({ takes }) => takes.map(({ status }) => status))).toEqual(
    Array.from({ length: 4 }, () => ['counting']),
  )
})

const speak = (page: Page, language: string) =>
  page.evaluate((one) => localStorage.setItem('fonema.language', one), language).then(() => page.reload())

/** Calls the server past the line, as another device with a network does. */
async function callDirectly(page: Page, method: 'GET' | 'POST', address: string, body?: object): Promise<unknown> {
  const access = await page.evaluate(() => JSON.parse(localStorage.getItem('fonema.session') ?? '{}').access)
  const answer = await fetch(`${inject('baseUrl')}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(method === 'GET' ? 200 : 201)
  return answer.json()
}

test('a participant, a survey and a session made without a network wait in order, and a person solves a conflict', async () => {
  const { line, page, kill, reopen } = await prepareDevice()
  const [locale] = (await callAs(page, '/cms/locales/')) as { id: string }[]
  // A proxy whose server was stopped answers, but not with an answer of the API.
  line.set('without a server')
  await page.reload()
  await page.getByText(/^Sin conexión. Ve lo guardado a las/).waitFor()
  await look(page, 'home-offline')
  await speak(page, 'en')
  await page.getByText(/^No connection. You see what was saved at/).waitFor()
  await look(page, 'home-offline-en')
  await speak(page, 'es')
  const code = `NEW-${Date.now()}`
  await page.getByLabel(/^Código/).fill(code)
  await button(page, 'Registrar').click()
  await page.getByText(`${code} quedó en este dispositivo`).waitFor()
  await home(page).fill(code)
  await page.getByRole('main').getByRole('link', { name: code, exact: true }).first().click()
  await page.getByRole('heading', { name: code }).waitFor()
  const participantPage = page.url()
  const [, participantId] = /participant\/([\w-]+)\/$/.exec(participantPage) ?? []

  await button(page, 'Completar encuesta').click()
  await button(page, /^Mi voz en el día a día/).click()
  await page.getByRole('heading', { name: 'Las últimas dos semanas' }).waitFor()
  const questions = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
  for (const name of questions) await page.locator(`input[name="${name}"]`).first().check()
  await button(page, 'Siguiente').click()
  await button(page, 'Guardar encuesta').click()
  await page.getByText(`La encuesta «Mi voz en el día a día» de ${code} quedó en este dispositivo`).waitFor()

  await page.getByRole('link', { name: 'Grabar protocolo' }).click()
  await button(page, /^Sesión breve/)
    .first()
    .click()
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await recordItem(page, 4, /Sin conexión: la grabación está a salvo/)
  await seconds(6) // Chromium writes the sign-in late
  await kill()

  const { page: next } = await reopen()
  await next.goto(participantPage)
  await next.getByRole('heading', { name: code }).waitFor()
  await next.getByRole('button', { name: '3 registros por enviar' }).click()
  await next.getByText('participante nuevo, desde').waitFor()
  await next.getByText('encuesta «Mi voz en el día a día», desde').waitFor()
  await look(next, 'what-waits')

  // A colleague takes the code before the network is back.
  await callDirectly(next, 'POST', '/user/participants/', { code, locale: locale!.id })
  line.set('whole')
  const conflict = next.getByText(`El participante «${code}» no se pudo registrar`)
  await conflict.waitFor({ timeout: 60_000 })
  await next.getByText('2 registros dependen de esto y esperan en este dispositivo.').waitFor()
  await look(next, 'conflict')
  await speak(next, 'en')
  await next.getByRole('button', { name: '3 entries to be sent' }).click()
  await next.getByText(`The participant “${code}” could not be registered`).waitFor()
  await look(next, 'conflict-en')
  await speak(next, 'es')
  await next.getByRole('button', { name: '3 registros por enviar' }).click()
  await next.getByLabel('Otro código').fill(`${code}-B`)
  await button(next, 'Cambiar y enviar').click()
  await sign(next).waitFor({ state: 'detached', timeout: 60_000 })

  const all = (await callAs(next, '/user/participants/')) as { id: string; code: string }[]
  expect(all.filter(({ id }) => id === participantId)).toMatchObject([{ code: `${code}-B` }])
  const sessions = (await callAs(next, `/protocols/responses/${participantId}/`)) as { answered_count: number }[]
  expect(sessions.map(({ answered_count }) => answered_count)).toEqual([1])
  expect((await callAs(next, `/surveys/responses/${participantId}/`)) as object[]).toHaveLength(1)
})
