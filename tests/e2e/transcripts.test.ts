import { expect, test } from 'vitest'
import { openPage, requireAccessible, signIn } from './browser.ts'

test('shows a transcript with its audio, corrects it, and measures its words again', async () => {
  const page = await openPage()
  await signIn(page)
  // The demonstration's content has typed words of a picture for this participant.
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-008')
  await page.getByRole('link', { name: 'DEMO-008' }).first().click()
  await page
    .getByRole('link', { name: /^Resultado / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Transcripción' }).waitFor({ timeout: 60_000 })
  await page.getByRole('group', { name: 'Palabras de la transcripción' }).waitFor({ timeout: 60_000 })
  await page.getByText('escrita o confirmada por una persona').first().waitFor()
  await requireAccessible(page)

  await page.getByRole('button', { name: 'Corregir' }).click()
  const text = page.getByRole('textbox', { name: 'Lo que se dijo' })
  const before = await text.inputValue()
  await text.fill(`${before} <b>Fin</b> de la prueba`)
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Guardar la versión' }).click()
  await page.getByText('A partir de la versión 2 de la transcripción').first().waitFor()
  const words = page.getByRole('group', { name: 'Palabras de la transcripción' })
  expect(await words.innerText()).toContain('<b>Fin</b> de la prueba')

  await page.getByText('2 versiones', { exact: true }).click()
  await page.getByText(before.slice(0, 40)).first().waitFor()
  await page.getByText('Elena Evaluadora').first().waitFor()
  await page.getByText('Ver como lista').click()
  await page.getByRole('rowheader', { name: 'prueba', exact: true }).waitFor()
  await requireAccessible(page)
}, 240_000)
