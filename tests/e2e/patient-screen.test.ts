import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import { openPage, phone, requireAccessible, spanish } from './browser.ts'
import { drawnPicture } from './drawn-picture.ts'
import { requireReachable, zoomed } from './layout-checks.ts'
import { button, openItem, passMicrophone } from './recording-steps.ts'
import { delaysOf, printDelays } from './screen-delays.ts'

const touch = { ...spanish, viewport: { width: 1024, height: 768 }, hasTouch: true }
const small = { ...spanish, viewport: phone, hasTouch: true }

/** Pictures for the eye, only when asked for. */
async function look(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `patient-${name}.png`) })
}

const sign = (page: Page) => page.getByText('Grabando', { exact: true }).filter({ visible: true })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Everything that can be read on the page now. */
const visibleText = (page: Page) => page.evaluate(() => document.body.innerText)

/** From the shown item to a stored take, by the keys. */
async function recordByKey(page: Page) {
  await page.keyboard.press('Space')
  await sign(page).waitFor({ timeout: 20_000 })
  await tool(page, 'Detener').and(page.locator(':enabled')).first().waitFor({ timeout: 30_000 })
  await page.keyboard.press('Space')
  await sign(page).waitFor({ state: 'detached' })
}

test('patient mode shows only the stimulus, and a session is recorded by keys', async () => {
  const page = await openPage()
  const code = await openItem(page)
  await look(page, 'before-1440')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await look(page, 'help-1440')
  await requireAccessible(page)
  await page.keyboard.press('Space') // below a dialog, no key records
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await sign(page).count()).toBe(0)

  await page.keyboard.press('f')
  await tool(page, 'Salir del modo paciente').waitFor()
  await look(page, 'mode-1440')
  await requireAccessible(page)
  const shown = await visibleText(page)
  for (const hidden of [code, 'Fonema', 'Ítem 1', '%', 'Usar y seguir', 'Evaluadora'])
    expect(shown).not.toContain(hidden)
  await page.setViewportSize(zoomed)
  await look(page, 'mode-zoomed')
  await requireReachable(page)
  await page.setViewportSize(spanish.viewport!)

  await page.keyboard.press('Space')
  await page.getByText('Prepárese').waitFor()
  await look(page, 'countdown-1440')
  await page.locator('[data-on]').nth(2).waitFor({ state: 'detached' })
  await page.keyboard.press('Space') // cancels the countdown
  await page.getByText('Prepárese').waitFor({ state: 'detached' })
  expect(await sign(page).count()).toBe(0)

  // The same key again at once would be a bounce.
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tool(page, 'Salir del modo paciente').waitFor()
  await recordByKey(page)
  expect(await visibleText(page)).not.toMatch(/Calidad|Grabación guardada/)
  await look(page, 'after-1440')
  await tool(page, 'Usar y seguir').and(page.locator(':enabled')).first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('img').first().waitFor()
  await recordByKey(page)
  await tool(page, 'Grabar de nuevo').and(page.locator(':enabled')).first().waitFor()
  await page.keyboard.press('r')
  await sign(page).waitFor({ timeout: 20_000 })
  await look(page, 'recording-1440')
  await page.setViewportSize(zoomed)
  await look(page, 'recording-zoomed')
  await requireReachable(page)
  await page.setViewportSize(spanish.viewport!)
  // Neither → nor R nor Esc ends a recording.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await page.getByText('Ítem 2 de 4').waitFor()
  await button(page, 'Detener').click({ timeout: 30_000 })
  await page.getByText(/Grabación guardada/).waitFor({ timeout: 20_000 })
})

test('on a touch screen the strip has buttons for the keys', async () => {
  const page = await openPage({ context: touch })
  // No protocol that comes with the product is written from right to left.
  await page.route('**/api/protocols/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.text()).replaceAll('Tome aire', 'خذ نفسًا. Tome aire') })
  })
  await openItem(page)
  await look(page, 'before-1024')
  const direction = () => page.getByText(/Tome aire/).evaluate((text) => getComputedStyle(text).direction)
  expect(await direction()).toBe('rtl')
  await button(page, 'Modo pacienteF')
    .or(page.getByRole('button', { name: /^Modo paciente/ }))
    .first()
    .tap()
  const letters = page.getByText(/Tome aire/)
  expect(Number.parseFloat(await letters.evaluate((text) => getComputedStyle(text).fontSize))).toBeGreaterThan(40)
  expect(await direction()).toBe('rtl')
  await look(page, 'mode-1024')
  await requireAccessible(page)
  await tool(page, 'Grabar').filter({ visible: true }).tap()
  await sign(page).waitFor({ timeout: 20_000 })
  const stop = tool(page, 'Detener').filter({ visible: true })
  await stop.tap({ timeout: 30_000 })
  await sign(page).waitFor({ state: 'detached' })
  await tool(page, 'Usar y seguir').filter({ visible: true }).tap({ timeout: 20_000 })
  await page.getByRole('img').first().waitFor()
  await look(page, 'picture-1024')
  await tool(page, 'Salir del modo paciente').tap()
  await page.getByText('Ítem 2 de 4').waitFor()
})

test('on a phone the whole picture fills 60 % of the height, and the verdict never covers it', async () => {
  const page = await openPage({ context: small })
  await openItem(page)
  await button(page, 'Grabar').tap()
  await button(page, 'Detener').tap({ timeout: 30_000 })
  await page
    .getByText(/Grabación guardada/)
    .first()
    .waitFor({ timeout: 20_000 })
  await button(page, 'Usar y seguir').tap()
  await page.getByText('Ítem 2 de 4').waitFor()
  // Before the recording, the picture is upright below its text, and a sentence announces what will happen.
  const image = page.locator('section[data-item] img')
  await page.getByText(/la imagen se gira/).waitFor()
  expect((await drawnPicture(image)).isTurned).toBe(false)
  await look(page, 'before-390')
  await requireAccessible(page)
  await button(page, 'Grabar').tap()
  await sign(page).waitFor()
  await look(page, 'recording-390')
  await requireAccessible(page)
  const turned = await drawnPicture(image)
  expect(turned.isTurned).toBe(true)
  expect(turned.height).toBeGreaterThanOrEqual(0.6 * phone.height)
  const controls = (await button(page, 'Detener').boundingBox())!
  const turnBack = (await button(page, 'Mostrar la imagen sin girar').boundingBox())!
  // The whole picture is on the screen, and nothing lies on it.
  expect(turned.left).toBeGreaterThanOrEqual(0)
  expect(turned.left + turned.width).toBeLessThanOrEqual(phone.width)
  expect(turned.top).toBeGreaterThanOrEqual(turnBack.y + turnBack.height)
  expect(turned.bottom).toBeLessThanOrEqual(controls.y)
  expect(await page.locator('#item-title').isVisible()).toBe(false)
  // The phone is turned, and the picture need not be.
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await look(page, 'recording-844')
  await requireAccessible(page)
  const upright = await drawnPicture(image)
  expect(upright.isTurned).toBe(false)
  expect(upright.height).toBeGreaterThanOrEqual(0.6 * phone.width)
  await requireReachable(page, 'section[data-item]')
  await page.setViewportSize(zoomed)
  await look(page, 'recording-zoomed-page')
  await requireReachable(page, 'section[data-item]')
  await page.setViewportSize(phone)
  // Whoever cannot turn the phone keeps the picture upright, also at the next recording.
  await button(page, 'Mostrar la imagen sin girar').tap()
  expect((await drawnPicture(image)).isTurned).toBe(false)
  await button(page, 'Detener').tap({ timeout: 30_000 })
  const verdictText = page.getByText(/^Calidad de la grabación/).first()
  await verdictText.waitFor({ timeout: 20_000 })
  await look(page, 'recorded-390')
  await requireAccessible(page)
  const kept = (await image.boundingBox())!
  const verdict = (await verdictText.boundingBox())!
  expect(verdict.y).toBeGreaterThanOrEqual(kept.y + kept.height)
  expect(kept.height).toBeGreaterThan(100)
  await button(page, 'Grabar de nuevo').tap()
  await sign(page).waitFor()
  expect((await drawnPicture(image)).isTurned).toBe(false)
  await button(page, 'Girar la imagen').tap()
  expect((await drawnPicture(image)).isTurned).toBe(true)
})

test('the second window shows the stimulus at once; when it is closed, the next recording waits', async () => {
  const page = await openPage()
  const code = await openItem(page)
  const [screen] = await Promise.all([page.waitForEvent('popup'), button(page, 'Pantalla del participante').click()])
  await screen.setViewportSize({ width: 1280, height: 800 })
  await screen.getByText(/Tome aire/).waitFor()
  await look(screen, 'screen-text')
  await requireAccessible(screen)
  expect(await screen.evaluate(() => document.body.innerText)).not.toContain(code)
  const sent = await screen.evaluate(() => document.documentElement.outerHTML)
  for (const hidden of [code, 'Elena', 'DEMO']) expect(sent).not.toContain(hidden)

  // Size and contrast belong to the participant: another session begins with them.
  await page.keyboard.press('?')
  await page.getByText('150 %', { exact: true }).click()
  await page.getByText('Claro sobre negro').click()
  await screen.locator('main[data-contrast="high"]').waitFor()
  await look(screen, 'screen-high')
  await requireAccessible(screen)
  await page.keyboard.press('Escape')
  await page.reload()
  await vi.waitFor(() => expect(screen.isClosed()).toBe(true), { timeout: 20_000 })
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  const [again] = await Promise.all([page.waitForEvent('popup'), button(page, 'Pantalla del participante').click()])
  await again.locator('main[data-contrast="high"]').waitFor()

  await button(page, 'Grabar').click()
  await again.getByText('Prepárese').waitFor()
  await again.getByText('Grabando', { exact: true }).waitFor({ timeout: 20_000 })
  await look(again, 'screen-recording')
  await again.close()
  // The running take goes on.
  await button(page, 'Detener').click({ timeout: 30_000 })
  await page.getByText(/Grabación guardada/).waitFor({ timeout: 20_000 })
  await page.getByText(/La pantalla del participante se cerró/).waitFor()
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 2 de 4').waitFor()
  await look(page, 'lost-1440')
  await requireAccessible(page)
  expect(await button(page, 'Grabar').isDisabled()).toBe(true)
  const [third] = await Promise.all([page.waitForEvent('popup'), button(page, 'Abrir de nuevo').click()])
  await third.getByRole('img', { includeHidden: true }).or(third.locator('img')).first().waitFor()
  await look(third, 'screen-picture')
  await third.close()
  await button(page, 'Seguir sin ella').click()
  await button(page, 'Grabar').click()
  await sign(page).waitFor()
  await button(page, 'Detener').click({ timeout: 30_000 })
  await page.getByText(/Grabación guardada/).waitFor({ timeout: 20_000 })

  expect(await delaysOf(page, 'window.recording')).toHaveLength(1)
})

test('a change is on the participant’s screen within frames', async () => {
  const page = await openPage()
  await openItem(page)
  const [screen] = await Promise.all([page.waitForEvent('popup'), button(page, 'Pantalla del participante').click()])
  await screen.getByText(/Tome aire/).waitFor()
  await page.keyboard.press('?')
  const choices = [page.getByText('Claro sobre negro'), page.getByText('Oscuro sobre blanco')]
  await choices[0]!.waitFor()
  const before = (await delaysOf(page, 'window.ready')).length
  for (let change = 0; change < 100; change++) {
    await choices[change % 2]!.click()
    await vi.waitFor(async () => expect((await delaysOf(page, 'window.ready')).length).toBe(before + change + 1), {
      timeout: 20_000,
      interval: 5,
    })
  }
  await printDelays(page, 'window.ready')
  await screen.close()
})
