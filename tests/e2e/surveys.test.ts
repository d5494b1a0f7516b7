import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

/** Registers a participant for this journey only and opens its page. */
async function openParticipant(page: Page): Promise<string> {
  const code = `ENC-${crypto.randomUUID().slice(0, 8)}`
  if (page.viewportSize()!.width <= phone.width)
    await page.getByRole('button', { name: 'Registrar participante' }).click()
  await page.getByLabel(/^Código/).fill(code)
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor()
  await page.getByLabel('Buscar por código o nombre').fill(code)
  await page.getByRole('link', { name: code }).first().click()
  await page.getByRole('button', { name: 'Completar encuesta' }).waitFor()
  return code
}

test('fills in a survey by keyboard, keeps it over a reload, saves, reads, downloads and archives it', async () => {
  const page = await openPage()
  await signIn(page)
  const code = await openParticipant(page)

  await page.getByRole('button', { name: 'Completar encuesta' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Mi voz en el día a día' }).waitFor()
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Mi voz en el día a día' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Las últimas dos semanas' }).waitFor()

  // Nothing is answered: each field has a message, and the focus is on the first.
  await page.getByRole('button', { name: 'Siguiente' }).click()
  expect(await page.getByText('Complete este campo.').count()).toBe(10)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tired')
  await requireAccessible(page)
  await page.keyboard.press('Space')
  for (const name of ['noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work']) {
    await page.locator(`input[name="${name}"]`).first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
  }
  // Closing asks, and keeps the typed text.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Conservar borrador' }).click()
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(kept).toContain('fonema.draft.')
  expect(kept).not.toContain('sometimes')
  await page.reload()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Encuestas archivadas y sin terminar' }).click()
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Continuar Mi voz en el día a día' }).click()
  await page.locator('input[name="worry"][value="always"]').check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('heading', { name: 'Desde cuándo' }).waitFor()
  await page.getByRole('textbox', { name: 'Con sus palabras' }).fill('=1+1')
  await page.getByRole('button', { name: 'Guardar encuesta' }).click()
  await page.getByText('20 (máximo 40)').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  await page.getByRole('button', { name: /^Ver Mi voz en el día a día/ }).click()
  await page.getByText('=1+1').waitFor()
  await requireAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${code} Mi voz`))
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(`Con sus palabras,"'=1+1"\r\n`)
  expect(csv).toContain('Suma,20\r\n')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Archivar Mi voz en el día a día/ }).click()
  await page.getByText('Todavía no hay nada registrado.').waitFor()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Encuestas archivadas y sin terminar' }).click()
  await page.getByRole('button', { name: /^Restaurar Mi voz en el día a día/ }).click()
  await page.getByText('No hay nada archivado.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Ver Mi voz en el día a día/ }).waitFor()
})

test('on a phone, shows a question that depends on an earlier answer, and edits the participant', {
  tags: 'short',
}, async () => {
  const page = await openPage({ context: { locale: 'es-AR', viewport: phone } })
  await signIn(page)
  await openParticipant(page)
  await page.getByRole('button', { name: 'Completar encuesta' }).click()
  await page.getByRole('button', { name: 'Salud, medicación y sueño' }).click()
  await page.locator('input[name="hearing"][value="well"]').check()
  await page.locator('input[name="conditions"]').last().check()
  await page.getByLabel('Otro: Enfermedades que un profesional le ha diagnosticado').fill('Asma leve')
  await page.locator('input[name="smoking"][value="before"]').check()
  await page.getByLabel('¿Cuántos años ha fumado?').fill('12,5')
  await page.locator('input[name="choking"][value="often"]').check()
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.locator('input[name="takes_medication"][value="no"]').check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Guardar encuesta' }).click()
  await page.getByText('conviene valorar la deglución').waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Ver Salud/ }).waitFor()
  await requireAccessible(page)

  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Editar participante' }).click()
  await page.waitForURL('**/participant/edit/*/')
  await page.reload()
  await page.getByLabel(/^Nombre/).fill('Lucía')
  await page.getByLabel(/^Código/).fill('')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.getByText(/^Los datos de ENC-.* quedaron guardados\.$/).waitFor()
  expect(await page.getByLabel(/^Código/).inputValue()).toMatch(/^ENC-/)
  await requireAccessible(page)
  await page.getByRole('link', { name: 'Volver al participante' }).click()
  await page.getByRole('heading', { name: /^ENC-/ }).waitFor()
  await page.getByText('Lucía', { exact: true }).waitFor()
})
