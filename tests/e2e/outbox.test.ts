import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { openPage, phone, requireAccessible } from './browser.ts'
import { hideTutorial } from './hide-tutorial.ts'
import { makeProfile, openProfile, signInAgain } from './killable-browser.ts'
import {
  button,
  callAs,
  chooseShortSession,
  passMicrophone,
  recordItem,
  register,
  startRecording,
  stopRecording,
} from './recording-steps.ts'

const sign = (page: Page) => page.getByRole('button', { name: /por enviar$/ })

async function signOut(page: Page) {
  await page.locator('header').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.locator('input[type="password"]').waitFor()
}

type Session = { responses: { takes: { duration: number; interrupted: boolean }[]; protocol_item: { id: string } }[] }

test('a killed browser loses at most a second, reveals nothing to others, and sends after the next sign-in', {
  timeout: 300_000,
}, async () => {
  const profile = await makeProfile()
  const first = await openProfile(profile)
  const { page } = first
  await page.goto(inject('baseUrl'))
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  const [, participantId, sessionId] = /resume\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  await startRecording(page)
  await page.getByRole('timer').filter({ hasText: '0:05' }).waitFor()
  await first.kill()

  // The files on the disk at this moment.
  const folder = path.join(profile, 'Default', 'IndexedDB')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names.filter((name) => name.isFile()).map((name) => readFile(path.join(name.parentPath, name.name))),
  )
  const disk = Buffer.concat(files)
  expect(disk.length).toBeGreaterThan(4 * 44_100 * 2)
  for (const secret of [participantId!, sessionId!, 'windowStart'])
    for (const encoding of ['latin1', 'utf16le'] as const) expect(disk.includes(secret, 0, encoding)).toBe(false)

  const { page: next } = await openProfile(profile)
  // The server accepts nothing yet.
  const uploads = '**/api/protocols/responses/*/*/item/*/'
  await next.route(uploads, (route) => route.abort())
  // The kill may have lost the seen tutorial and even the sign-in, as Chromium writes those late.
  await hideTutorial(next)
  await next.goto(inject('baseUrl'))
  const password = next.locator('input[type="password"]')
  await sign(next).or(password).first().waitFor({ timeout: 60_000 })
  if (await password.isVisible()) await signInAgain(next, 'examiner@demo.example')
  await sign(next).waitFor({ timeout: 60_000 })
  await signOut(next)

  const keyGiven = next.waitForResponse('**/api/user/outbox_key/')
  await signInAgain(next, 'examiner2@demo.example')
  await keyGiven
  expect(await sign(next).count()).toBe(0)
  await signOut(next)

  await signInAgain(next, 'examiner@demo.example')
  // An alert may cover it for a moment, and stays while the pointer is over it.
  await sign(next).press('Enter')
  await next.getByText('1 respuesta, desde').waitFor()
  await next.unroute(uploads)
  await button(next, 'Enviar ahora').click()
  await sign(next).waitFor({ state: 'detached', timeout: 60_000 })

  const address = `/protocols/responses/${participantId}/${sessionId}/`
  const [answer] = ((await callAs(next, address)) as Session).responses
  expect(answer?.takes).toMatchObject([{ interrupted: true }])
  expect(answer?.takes[0]?.duration).toBeGreaterThanOrEqual(4)
  const wav = Buffer.from(
    (await callAs(next, `${address}item/${answer!.protocol_item.id}/audio_src/?take=1`)) as number[],
  )
  const middle = 44 + 2 * 44_100
  for (let at = middle; at < middle + 44_100; at += 4410) {
    const piece = wav.subarray(at, at + 64)
    if (new Set(piece).size > 16) expect(disk.includes(piece)).toBe(false)
  }

  // The session continues where it was.
  await next.goto(`${inject('baseUrl')}/dashboard/participant/${participantId}/`)
  await next.getByRole('link', { name: /^Continuar Sesión breve/ }).click()
  await passMicrophone(next)
  await next.getByText('Ítem 1 de 4').waitFor()
})

test('without a connection, recording continues with one message, and is sent afterwards', async () => {
  const page = await openPage()
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await page.context().setOffline(true)
  await startRecording(page)
  await stopRecording(page, /Sin conexión: la grabación está a salvo en este dispositivo/)
  await page.getByText('No se pudo enviar la grabación').waitFor()
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 2 de 4').waitFor()
  await button(page, 'Omitir ítem').click()
  await page.getByLabel('Cansancio').check()
  await button(page, 'Omitir y seguir').click()
  await page.getByText('Ítem 3 de 4').waitFor()
  // On a phone, the header also has room for the sign.
  const desktop = page.viewportSize()!
  for (const width of [phone.width, 360]) {
    await page.setViewportSize({ ...phone, width })
    await requireAccessible(page)
  }
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: '2 grabaciones por enviar' }).press('Enter')
  await page.getByText('2 respuestas, desde').waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  const asksBeforeClosing = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksBeforeClosing()).toBe(true)
  await page.getByRole('link', { name: /^Volver a/ }).click()
  await page.getByText('Están a salvo en este dispositivo').waitFor()
  await button(page, 'Salir').click()
  await page.waitForURL(/participant\/[\w-]+\/$/)
  await page.context().setOffline(false)
  await page.getByText('Las grabaciones se guardaron en el servidor').waitFor()
  await sign(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Continuar Sesión breve/ }).click()
  await passMicrophone(page)
  expect(await asksBeforeClosing()).toBe(false)
  await page.getByText('Ítem 3 de 4').waitFor()
})

test('on a full device, a recording is refused before it begins, and no earlier one is lost', async () => {
  const page = await openPage()
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await page.route('**/api/protocols/responses/*/*/item/*/', (route) => route.abort())
  await recordItem(page, 1, /a salvo en este dispositivo/)
  // A full disk, as the browser reports it.
  const setFull = (isFull: boolean) =>
    page.evaluate((full) => {
      const store = IDBObjectStore.prototype as IDBObjectStore & { putBefore?: IDBObjectStore['put'] }
      store.putBefore ??= store.put
      store.put = full
        ? () => {
            throw new DOMException('full', 'QuotaExceededError')
          }
        : store.putBefore
    }, isFull)
  await setFull(true)
  await button(page, 'Usar y seguir').click()
  await page.getByText('No hay espacio para grabar').waitFor()
  expect(await button(page, 'Grabar').isDisabled()).toBe(true)
  await requireAccessible(page)
  await page.getByRole('button', { name: '1 grabación por enviar' }).waitFor()
  await setFull(false)
  await button(page, 'Reintentar').click()
  await page.getByText('No hay espacio para grabar').waitFor({ state: 'detached' })
  await page.unroute('**/api/protocols/responses/*/*/item/*/')
  await sign(page).waitFor({ state: 'detached' })
})
