import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

test('adds, refuses, downloads and deletes files', { tags: 'short' }, async () => {
  const page = await openPage()
  await signIn(page)
  const code = `ARC-${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel(/^Código/).fill(code)
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor()
  await page.getByLabel('Buscar por código o nombre').fill(code)
  await page.getByRole('link', { name: code }).first().click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Archivos', exact: true }).click()
  await page.getByText('Todavía no hay archivos.').waitFor()
  await requireAccessible(page)

  const report = Buffer.from('%PDF-1.7 informe')
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'informe.pdf', mimeType: 'application/pdf', buffer: report },
    { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
    { name: 'vacio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await page.getByText('Este tipo de archivo no está permitido.').waitFor()
  await page.getByText('El archivo está vacío.').waitFor()
  await page.getByRole('button', { name: 'Descargar informe.pdf' }).waitFor()
  await requireAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar informe.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('informe.pdf')
  expect((await readFile(await download.path())).equals(report)).toBe(true)

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Eliminar informe.pdf' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true })
  await confirm.waitFor()
  await requireAccessible(page)
  await confirm.click()
  await page.getByText('Todavía no hay archivos.').waitFor()
})
