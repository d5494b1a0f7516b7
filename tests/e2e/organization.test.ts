import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, spanish } from './browser.ts'
import { demoPassword } from './start-server.ts'

async function enter(page: Page, email: string) {
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

test('the owner creates a user with a grant, finds and changes the user, and reads the history', {
  tags: 'short',
}, async () => {
  const page = await openPage()
  const last = `Prueba${Date.now()}`
  await enter(page, 'owner@demo.example')
  await page.getByRole('heading', { name: 'Clínica Demostración' }).waitFor()
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: false }).first().fill('Eva')
  await dialog.locator('input[name="last_name"]').fill(last)
  await dialog.locator('input[name="email"]').fill(`${last.toLowerCase()}@demo.example`)
  await dialog.getByLabel('Etiquetas').fill('NORTE')
  await page.keyboard.press('Enter')
  await dialog.getByText('norte', { exact: true }).waitFor()
  await dialog.getByLabel('Modo').selectOption({ label: 'Solo lectura' })
  await dialog.getByRole('combobox', { name: 'Evaluador' }).selectOption({ label: 'Evaluadora, Elena' })
  await dialog.getByRole('button', { name: 'Añadir' }).click()
  await dialog.getByText('Evaluadora, Elena · Solo lectura').waitFor()
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText(`Los datos de Eva ${last} quedaron guardados.`).waitFor()

  await page.getByRole('searchbox').fill(`eva ${last} norte`)
  await page.getByRole('button', { name: `Editar ${last}, Eva` }).click()
  await dialog.getByText('Evaluadora, Elena · Solo lectura').waitFor()
  await dialog.getByLabel('Evaluador', { exact: true }).first().check()
  await dialog.getByLabel('Cuenta activa').uncheck()
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page
    .getByRole('cell', { name: `${last}, Eva` })
    .filter({ hasText: 'Desactivada' })
    .waitFor()
  await page.getByRole('cell', { name: 'Evaluador', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Historial de actividad' }).click()
  await dialog.getByRole('columnheader', { name: 'Participante' }).waitFor()
  await requireAccessible(page)
})

test('a user without a role chooses whom to work as, has the features of the mode, and returns', async () => {
  const page = await openPage({ context: spanish })
  await enter(page, 'impersonator@demo.example')
  const chooser = page.getByRole('dialog', { name: '¿Como quién desea trabajar?' })
  await chooser.waitFor()
  await page.keyboard.press('Escape')
  await requireAccessible(page)
  expect(await chooser.getByRole('button').allInnerTexts()).toHaveLength(3)
  await chooser.getByRole('button', { name: /Solo lectura/ }).click()
  await page.getByText('Trabaja como Esteban Evaluador · Solo lectura').waitFor()
  const tutorial = page.getByRole('button', { name: 'Omitir' })
  await tutorial.click()
  await page.getByText('no está disponible en su modo de trabajo actual').waitFor()
  await requireAccessible(page)
  await page.goto('/admin/')
  await page.waitForURL('**/dashboard/')

  await page.getByRole('button', { name: 'Terminar' }).click()
  await chooser.waitFor()
  await chooser.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
})
