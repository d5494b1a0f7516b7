import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { openPage, requireAccessible } from './browser.ts'
import { button, chooseShortSession, register, writeVoice } from './recording-steps.ts'
import { lookByTouch } from './touch-views.ts'
import { look } from './views.ts'

/** The numbers that a countdown shows, in order. */
const countdown = (page: Page) =>
  page.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const now = document.querySelector('[role=timer]')?.textContent
      if (now && now !== shown.at(-1)) shown.push(now)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
const countdownShown = (page: Page) => page.evaluate(() => (window as Window & { shown?: string[] }).shown)

test('counts down, shows the result of the check, and shows it again on a later visit of the same day', async () => {
  // The room is never silent: its noise is the voice itself, so that the check always finds it poor.
  const page = await openPage({ microphone: { file: await writeVoice(1) } })
  await register(page)
  // The participant speaks Spanish, so other languages are folded away.
  expect(await button(page, 'Short session').isVisible()).toBe(false)
  await page.getByText(/^Otros idiomas \(\d+\)$/).click()
  await button(page, 'Short session').waitFor()
  await chooseShortSession(page)
  const start = button(page, 'Comprobar micrófono')
  const { y, height } = (await start.boundingBox())!
  expect(y + height).toBeLessThan(page.viewportSize()!.height)
  await countdown(page)
  await start.click()
  const parts = page.getByRole('listitem').filter({ hasText: /Sala en silencio|Una frase en voz alta|^3?Resultado/ })
  expect(await parts.count()).toBe(3)
  await page.locator('[aria-current=step]').filter({ hasText: 'Sala en silencio' }).waitFor()
  await page.getByText(/^Intensidad de la voz: /).waitFor({ timeout: 60_000 })
  // The result has come into view by itself, above the buttons.
  const result = (await page.getByText(/^Intensidad de la voz: /).boundingBox())!
  expect(result.y + result.height).toBeLessThan((await button(page, 'Comprobar de nuevo').boundingBox())!.y)
  for (const subject of [/^Sala: /, /^Frecuencia de muestreo: Buena/, /^Fidelidad del sonido: /])
    await page.getByText(subject).waitFor()
  expect(await countdownShown(page)).toEqual(['3', '2', '1', '6', '5', '4', '3', '2', '1'])
  // If the room is poor, the focus is on checking again.
  await page.getByText('Sala: Deficiente').waitFor()
  expect(await button(page, 'Comprobar de nuevo').evaluate((again) => again === document.activeElement)).toBe(true)
  await requireAccessible(page)
  await lookByTouch(page, 'check')
  await button(page, 'Continuar de todos modos').click()
  await page.getByText('Ítem 1 de 4').waitFor()

  await page.reload()
  await page.getByText('Este micrófono ya se comprobó hoy').waitFor()
  await page.getByText('Sala: Deficiente').waitFor()
  expect(await button(page, 'Comprobar de nuevo').isEnabled()).toBe(true)
  await requireAccessible(page)
  // On another day the page still says that the room was poor.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('fonema.microphone_check') ?? '{}')
    localStorage.setItem('fonema.microphone_check', JSON.stringify({ ...kept, day: 'Thu Jan 01 1970' }))
  })
  await page.reload()
  await page.getByText('En la última comprobación el ruido de la sala era demasiado alto').waitFor()
  expect(await page.getByText(/^Intensidad de la voz: /).count()).toBe(0)
  await requireAccessible(page)
  await button(page, 'Continuar de todos modos').click()
  await page.getByText('Ítem 1 de 4').waitFor()
})

test('says before a session how much can be recorded on the device, and warns when it is little', async () => {
  const page = await openPage({ profile: true })
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(inject('baseUrl'))
  const leave = (bytes: number) => devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes })
  await leave(20_000_000 + 7 * 3600 * 96_000)
  await register(page)
  await chooseShortSession(page)
  await page.getByText('Hay espacio para grabar 6 h en este dispositivo.').waitFor()
  // Chromium keeps the data of installed or often used pages only.
  await page.getByText(/^El navegador no ha aceptado conservar/).waitFor()
  await look(page, 'room-es')
  await leave(20_000_000 + 1900 * 96_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText(/^Queda poco espacio en este dispositivo: para grabar \d\d min\./).waitFor()
  await look(page, 'little-room-es')
  await page.evaluate(() => localStorage.setItem('fonema.language', 'en'))
  await page.reload()
  await button(page, 'Sesión breve').first().click()
  await page.getByText(/^Little room is left on this device: for \d\d min of recording\./).waitFor()
  await look(page, 'little-room-en')
})
