import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { demoPassword } from './start-server.ts'

const english = { ...spanish, locale: 'en-US' }
const codes = (page: Page) =>
  page.locator('tbody tr:not([aria-hidden]) td:first-child a > span:first-child').allInnerTexts()

/** Participants that exist only in the page, not on the server: enough to page and search. */
async function inventParticipants(page: Page, count: number) {
  const participants = Array.from({ length: count }, (_, i) => ({
    id: `0198f3a0-0000-7000-8000-${String(i).padStart(12, '0')}`,
    code: `P-${String(count - i).padStart(4, '0')}`,
    last_name: i % 2 ? 'Núñez' : 'Ibáñez',
    first_name: 'Lucía',
    birthday: null,
    sex: null,
    education_years: null,
    occupation: null,
    diagnose: null,
    diagnose_date: null,
    locale: '0198f3a0-0000-7000-8000-000000000001',
    phone: null,
    country: null,
    active: i % 10 !== 9,
    created_at: '2026-11-01T10:00:00.000Z',
  }))
  await page.route('**/api/user/participants/', (route) => route.fulfill({ json: participants }))
}

test('shows the tutorial once, with four steps by keyboard, and again on request', async () => {
  const page = await openPage()
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill('examiner@demo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  const tutorial = page.getByRole('dialog')
  await page.getByRole('dialog', { name: 'Este tutorial' }).waitFor()
  await requireAccessible(page)
  for (const title of ['Nombre completo', 'Registrar un participante', 'Ver los participantes']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: title }).waitFor()
    await requireAccessible(page)
  }
  await tutorial.getByRole('button', { name: 'Terminar' }).click()
  await tutorial.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('main').getByRole('searchbox').waitFor()
  expect(await tutorial.count()).toBe(0)
  const again = page.getByRole('button', { name: 'Ver el tutorial' })
  await again.focus()
  await page.keyboard.press('Enter')
  await tutorial.waitFor()
  await page.keyboard.press('Escape')
  await tutorial.waitFor({ state: 'hidden' })
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('lists twenty active participants per page, with three page buttons, jumps by three, or all', async () => {
  const page = await openPage()
  await inventParticipants(page, 300)
  await signIn(page)
  await page.getByText('1 a 20 de 270').waitFor()
  expect(await codes(page)).toHaveLength(20)
  expect((await codes(page))[0]).toBe('P-0300')
  expect(await codes(page)).not.toContain('P-0291')
  const pages = page.getByRole('navigation', { name: 'Páginas de participantes' })
  expect(await pages.getByRole('button', { name: /^Página \d/ }).allInnerTexts()).toEqual(['1', '2', '3'])
  await pages.getByRole('button', { name: 'Saltar a la página 4' }).click()
  await page.getByText('61 a 80 de 270').waitFor()
  expect(await pages.getByRole('button', { name: /^Página \d/ }).allInnerTexts()).toEqual(['3', '4', '5'])
  await requireAccessible(page)
  await page.getByRole('link', { name: 'P-0' }).first().click()
  await page.waitForURL('**/dashboard/participant/*/')
  await page.goBack()
  await page.getByText('61 a 80 de 270').waitFor()
  await page.getByRole('switch', { name: 'Ver todos' }).click()
  await page.getByText('270 participantes').waitFor()
  expect(await page.getByRole('switch', { name: 'Ver todos' }).isChecked()).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('link', { name: 'P-0002' }).first().waitFor()
  expect((await codes(page)).length).toBeLessThan(60)
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('finds letters in codes and names, in bold, also of archived participants, on one page', async () => {
  const page = await openPage({ context: english })
  await inventParticipants(page, 300)
  await signIn(page)
  await page.getByRole('main').getByRole('searchbox').fill('0291 iba')
  await page.getByText('0 resultados').or(page.getByText('Ningún participante coincide')).first().waitFor()
  await page.getByRole('main').getByRole('searchbox').fill('nunez291')
  const row = page.getByRole('row').filter({ hasText: 'P-0291' })
  await row.waitFor()
  expect(await row.locator('b').allInnerTexts()).toEqual(['291', 'Núñez'])
  await row.getByText('Archivado').waitFor()
  await row.getByRole('button', { name: 'Restaurar a P-0291' }).waitFor()
  await page.getByRole('main').getByRole('searchbox').fill('p')
  await page.getByText('300 resultados').waitFor()
  expect(await page.getByRole('navigation', { name: 'Páginas de participantes' }).count()).toBe(0)
  await requireAccessible(page)
})

test('sends every field of a registration, and unfolds fields with errors', async () => {
  const page = await openPage()
  await signIn(page)
  const register = page.getByRole('button', { name: 'Registrar', exact: true })
  await register.click()
  await page.getByText('El formulario está vacío').waitFor()

  const code = `E2E-${Date.now()}`
  await page.getByLabel(/^Código/).fill(code)
  await page.getByRole('button', { name: 'Más datos' }).click()
  await page.getByLabel('Fecha de nacimiento').fill('2090-04-03')
  await page.getByLabel('Años de educación').fill('101')
  await page.getByRole('button', { name: 'Menos datos' }).click()
  await register.click()
  await page.getByText('La fecha no puede ser posterior a hoy.').waitFor()
  await page.getByText('Escriba un valor entre 0 y 100.').waitFor()
  await requireAccessible(page)

  await page.getByLabel('Fecha de nacimiento').fill('1950-04-03')
  await page.getByText('3 de abril de 1950').waitFor()
  await page.getByLabel('Años de educación').fill('12')
  await page.getByLabel('Sexo').selectOption('f')
  await page.getByLabel('Ocupación').fill('Docente')
  await page.getByLabel('Diagnóstico', { exact: true }).fill('Disartria')
  await page.getByLabel('Fecha del diagnóstico').fill('2025-01-02')
  expect(await page.getByLabel('Prefijo telefónico').inputValue()).toBe('AR')
  await page.getByLabel('País').selectOption('ES')
  expect(await page.getByLabel('Prefijo telefónico').inputValue()).toBe('ES')
  await page.getByLabel('Teléfono').fill('911 234-567')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/participants/'))
  await register.click()
  const { id, locale, ...body } = (await sent).postDataJSON()
  expect([typeof id, typeof locale]).toEqual(['string', 'string'])
  expect(body).toEqual({
    code,
    birthday: '1950-04-03',
    sex: 'f',
    education_years: 12,
    occupation: 'Docente',
    diagnose: 'Disartria',
    diagnose_date: '2025-01-02',
    country: 'ES',
    phone: '+34911234567',
  })
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor()
  expect(await page.getByLabel(/^Código/).inputValue()).toBe('')
  await page.getByRole('link', { name: code }).first().waitFor()
  await page.getByRole('link', { name: 'Abrir su página' }).click()
  await page.getByRole('heading', { name: code }).waitFor()
  await page.getByText(/\d+ años · Femenino · Disartria/).waitFor()
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor({ state: 'hidden' })
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await page.goBack()
  const open = page.getByRole('button', { name: 'Registrar participante' })
  await open.click()
  const field = page.getByRole('dialog').getByLabel(/^Código/)
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await requireAccessible(page)
  await field.fill('A MEDIAS')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Conservar borrador' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open.click()
  await page.getByText('Se recuperó un borrador sin guardar.').waitFor()
  expect(await field.inputValue()).toBe('A MEDIAS')
})

test('shows that a mode has no registration and no recording', async () => {
  const page = await openPage()
  await page.route('**/api/user/user_info/', async (route) => {
    const info = await (await route.fetch()).json()
    const examiner_id = info.roles.examiner_id
    await route.fulfill({ json: { ...info, is_impersonifing: true, impersonification: { examiner_id, mode: 'none' } } })
  })
  await page.route('**/api/user/toggle_table', (route) =>
    route.fulfill({ json: { modes: { none: {} }, semaphore_column: false } }),
  )
  await signIn(page)
  await page.getByText('El registro de participantes no está disponible').waitFor()
  expect(await page.getByRole('button', { name: 'Registrar', exact: true }).count()).toBe(0)
  await page
    .getByRole('button', { name: /^Grabar un protocolo con .*\. No está habilitado/ })
    .first()
    .waitFor()
  await requireAccessible(page)
  const id = (await page.locator('tbody a').first().getAttribute('href'))?.split('/').at(-2)
  await page.goto(`/dashboard/participant/protocol/${id}/`)
  await page.getByRole('heading', { name: 'Acceso no permitido' }).waitFor()
  await requireAccessible(page)
})

test('opens a blank page for a dead link, the agenda by its address, and adds a missing slash', async () => {
  const page = await openPage()
  await page.goto('/')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await page.getByRole('heading', { name: 'Restablecer la contraseña' }).waitFor()
  await requireAccessible(page)
  await page.goto('/set_password/token/true')
  await page.getByText('INVALID TOKEN').waitFor()
  expect(await page.getByRole('main').innerText()).toBe('')
  await page.goto('/')
  await signIn(page)
  await page.goto('/dashboard/agenda')
  await page.waitForURL('**/dashboard/agenda/')
  await page.getByRole('heading', { name: 'Agenda' }).waitFor()
  await requireAccessible(page)
  await page.goto('/admin/')
  await page.waitForURL('**/dashboard/')
})

test.each([
  ['neuro', 'Fonema Neuro'],
  ['voz', 'Fonema Voz'],
  ['lab', 'Fonema Lab'],
  ['elsewhere', 'Fonema'],
])('shows for the host %s the brand %s', async (label, name) => {
  const page = await openPage()
  await page.goto('/')
  const address = new URL(page.url())
  await page.goto(`http://${label}.localhost:${address.port}/`)
  await page.getByRole('img', { name, exact: true }).waitFor()
  expect(await page.content()).not.toContain('elsewhere')
  await requireAccessible(page)
})
