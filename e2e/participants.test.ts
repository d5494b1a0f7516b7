import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

test('an examiner registers a participant, finds, archives and restores it', async () => {
  const page = await openPage()
  await signIn(page)
  const code = `E2E-${Date.now()}`
  await page.getByLabel(/^Código/).fill(code)
  await page.getByLabel(/^Nombre/).fill('Lucía')
  await page.getByLabel(/^Apellido/).fill('Ibáñez')
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor()

  await page.getByLabel(/^Código/).fill(code)
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText('Ya existe en su organización').waitFor()
  await requireAccessible(page)

  await page.getByLabel('Buscar por código o nombre').fill('ibañez lucia'.slice(0, 3))
  await page.getByRole('link', { name: code }).first().waitFor()
  await page.getByRole('button', { name: `Archivar a ${code}` }).click()
  await page.getByRole('button', { name: `Restaurar a ${code}` }).click()
  await page.getByRole('link', { name: code }).first().click()
  await page.waitForURL('**/dashboard/participant/*/')
  await page.getByText('Todavía no hay sesiones grabadas').waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('an empty registration says what is missing', async () => {
  const page = await openPage()
  await signIn(page)
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText('Complete este campo.').first().waitFor()
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('an examiner sees none of a colleague’s participants', async () => {
  const page = await openPage()
  await signIn(page, 'examiner2@demo.example')
  await page.getByRole('heading', { name: /Hola, Esteban/ }).waitFor()
  await page.getByRole('link', { name: 'DEMO-101' }).first().waitFor()
  expect(await page.getByText('DEMO-001').count()).toBe(0)
})
