import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { button, openItem } from './recording-steps.ts'
import { delaysOf, delaysReach, printDelays } from './screen-delays.ts'

/** How often each change is repeated: a measurement takes 100. */
const changes = Number(process.env.CHANGES ?? 2)

test('each item and each sign comes to the participant’s screen in order, and its delay is kept', async () => {
  const page = await openPage()
  // Nothing to hear first, and short takes: only the changes are of interest.
  await page.route('**/api/protocols/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    const body = text
      .replaceAll(/"min_duration":[\d.]+/g, '"min_duration":1')
      .replaceAll(/"(audio|video)":"[^"]*"/g, '"$1":null')
      .replaceAll('"skippable":false', '"skippable":true')
    return route.fulfill({ response, body })
  })
  // The countdown before a mark would be most of a measurement, and is no part of it.
  if (changes > 10)
    await page.addInitScript(() => {
      const { setTimeout } = window
      const shorter = (run: TimerHandler, ms?: number) => setTimeout(run, ms === 1000 ? 50 : ms)
      window.setTimeout = shorter as typeof window.setTimeout
    })
  await openItem(page)
  const [screen] = await Promise.all([page.waitForEvent('popup'), button(page, 'Pantalla del participante').click()])
  await screen.getByText(/Tome aire/).waitFor()
  const press = (name: string) =>
    button(page, name).and(page.locator(':enabled')).filter({ visible: true }).first().click({ timeout: 30_000 })
  const recordOnce = async (kept: string, count: number) => {
    await press(count === 1 ? 'Grabar' : 'Grabar de nuevo')
    await delaysReach(page, kept, count)
    await press('Detener')
  }
  for (let take = 1; take <= changes; take++) await recordOnce('window.recording', take)
  await button(page, 'Usar y seguir').click()
  for (const item of [2, 3, 4]) {
    await page.getByText(`Ítem ${item} de 4`).waitFor()
    await button(page, 'Omitir ítem').click()
    await page.getByLabel('Cansancio').check()
    await button(page, 'Omitir y seguir').or(button(page, 'Omitir y terminar')).first().click()
  }
  // From the summary to an item and back: a text and a picture in turn.
  const end = page.getByRole('dialog', { name: 'Sesión terminada' })
  const picture = screen.locator('main img')
  const before = (await delaysOf(page, 'window.item')).length
  for (let change = 1; change <= changes; change++) {
    const isPicture = change % 2 === 1
    await end.getByRole('button', { name: `Grabar de nuevo el ítem ${isPicture ? 2 : 1}` }).click()
    await delaysReach(page, 'window.item', before + change)
    expect(await picture.count()).toBe(isPicture ? 1 : 0)
    await button(page, 'Volver al resumen').click()
    await end.waitFor()
  }
  // The same signs in patient mode, without a window.
  await end.getByRole('button', { name: 'Grabar de nuevo el ítem 2' }).click()
  await button(page, 'Cerrar la pantalla del participante').click()
  await page.keyboard.press('f')
  await button(page, 'Salir del modo paciente').waitFor()
  for (let take = 1; take <= changes; take++) await recordOnce('here.recording', take)
  for (const name of ['window.item', 'window.recording', 'here.recording']) await printDelays(page, name)
})
