import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { forReaders } from '../../apps/web/src/results/session/measure-explanations.ts'
import es from '../../apps/web/src/texts/measures/es.json' with { type: 'json' }
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'

/** Opens the newest result of a participant of the demonstration. */
async function openResult(page: Page) {
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-001')
  await page.getByRole('link', { name: 'DEMO-001' }).first().click()
  await page
    .getByRole('link', { name: /^(Resultado de|Result of)/ })
    .first()
    .click()
}

const hasFocus = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement)

test('the sign of a measure opens by keyboard, click and touch, and explains the measure', async () => {
  const page = await openPage({ context: { ...spanish, hasTouch: true } })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const explanationsLoaded = () => requested.filter((url) => /\/assets\/measures-/.test(url)).length
  await signIn(page)
  await openResult(page)
  await page.getByRole('button', { name: /^Todas las medidas/ }).click()
  const sign = page.getByRole('button', { name: 'Explicación de «F0 media»', exact: true })
  await sign.waitFor()
  expect(explanationsLoaded()).toBe(0)

  await sign.focus()
  await page.keyboard.press('Enter')
  const explanation = page.getByRole('dialog', { name: 'F0 media', exact: true })
  await explanation.getByText(es.measures.f0_mean_hz.meaning, { exact: true }).waitFor()
  expect(explanationsLoaded()).toBe(1)
  const facts = await explanation.locator('dt, dd').allInnerTexts()
  expect(facts.slice(0, 6)).toEqual([
    ...['Definición', es.measures.f0_mean_hz.definition],
    ...['Unidad', 'Hz'],
    ...['Sentido', 'Neutro: un valor alto no es mejor ni peor'],
  ])
  // The whole card of the family.
  const { title: _, ...card } = es.cards.prosody
  for (const text of Object.values(card)) await explanation.getByText(forReaders(text), { exact: true }).waitFor()
  await explanation.getByText('Boersma 1993, IFA Proceedings 17, 97–110').waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  await explanation.waitFor({ state: 'hidden' })
  expect(await hasFocus(page, 'Explicación de «F0 media»')).toBe(true)

  await page.getByRole('button', { name: 'Explicación de «Relación señal-ruido»', exact: true }).click()
  const ofNoise = page.getByRole('dialog', { name: 'Relación señal-ruido', exact: true })
  await ofNoise.getByText('Más alto es mejor').waitFor()
  await ofNoise.getByRole('button', { name: 'Cerrar' }).click()
  await ofNoise.waitFor({ state: 'hidden' })

  await page.setViewportSize(phone)
  await sign.tap()
  await explanation.getByText(es.measures.f0_mean_hz.meaning, { exact: true }).waitFor()
  await requireAccessible(page)
  await page.emulateMedia({ media: 'print' })
  expect(await explanation.isVisible()).toBe(false)
  expect(await sign.isVisible()).toBe(false)
})

test('shows the explanation of a measure in English on an English page', async () => {
  const page = await openPage({ context: { ...spanish, locale: 'en-US' } })
  await signIn(page)
  await page.getByRole('button', { name: 'Elena Evaluadora' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await openResult(page)
  await page.getByRole('button', { name: /^All measures/ }).click()
  await page.getByRole('button', { name: 'Explanation of “Mean F0”', exact: true }).click()
  const explanation = page.getByRole('dialog', { name: 'Mean F0', exact: true })
  await explanation.getByText('The average pitch of the voice.', { exact: true }).waitFor()
  await explanation.getByText('Neutral: a high value is neither better nor worse').waitFor()
  await requireAccessible(page)
})
