import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible } from './browser.ts'
import { button, chooseShortSession, register } from './recording-steps.ts'

test('the check hears the room and a sentence, says what it found, and is not asked for again the same day', async () => {
  const page = await openPage()
  await register(page)
  await chooseShortSession(page)
  await button(page, 'Comprobar micrófono').click()
  // Silence for three seconds, then the sentence: too short to be looked at closely on a slow machine.
  await page.getByText('Guarden silencio durante 3 segundos').or(page.getByText('Ahora lea en voz alta')).waitFor()
  await page.getByText(/^Nivel: /).waitFor({ timeout: 60_000 })
  for (const subject of [/^Sala: /, /^Frecuencia de muestreo: Buena/, /^Sonido sin filtros: /])
    await page.getByText(subject).waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await button(page, 'Continuar').click()
  await page.getByText('Ítem 1 de 4').waitFor()

  await page.reload()
  await page.getByText('Este micrófono ya se comprobó hoy').waitFor()
  expect(await button(page, 'Comprobar de nuevo').isEnabled()).toBe(true)
  await button(page, 'Continuar').click()
  await page.getByText('Ítem 1 de 4').waitFor()
})
