import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, requireAccessible } from './browser.ts'
import { createAccount, signInByApi } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'
import { look } from './views.ts'

async function enter(page: Page, email: string, password = demoPassword) {
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Checks accessibility; where `SCREENSHOTS` names a folder, at both sizes and with pictures. */
const glance = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined ? requireAccessible(page) : look(page, name)

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('the owner exports all data, exports and erases one participant, and finds it in the audit log', async () => {
  const unique = `${Date.now()}`
  const { ask, locale } = await createAccount(`Borrada${unique}`)
  const code = `BORRAR-${unique}`
  const participant = await ask('POST', 'user/participants/', { code, locale, first_name: 'Zoe' })
  await ask('PATCH', `user/participants/${participant.id}/consent/`, { retain_until: '2020-01-31' })
  await signInByApi('manager@demo.example', 'not the password').catch(() => {})

  const page = await openPage()
  await enter(page, 'owner@demo.example')
  await page.getByRole('link', { name: 'Datos', exact: true }).click()
  const takeouts = part(page, 'Exportaciones de la organización')
  const order = takeouts.getByRole('button', { name: 'Crear exportación' })
  await order.waitFor()
  // On a retry, the journey finds the takeout of the same day.
  if (await order.isEnabled()) {
    await takeouts.getByLabel('Desde').selectOption({ index: 1 })
    await takeouts.getByLabel('Hasta').selectOption({ index: 1 })
    await order.click()
  }
  await takeouts.getByText('Ya se pidió hoy una exportación').waitFor()
  expect(await order.isDisabled()).toBe(true)

  const held = part(page, 'Datos de un participante')
  await held.getByText(code).waitFor() // its retention date has passed
  await held.getByLabel('Código del participante').fill(code.toLowerCase())
  await held.getByRole('button', { name: 'Buscar' }).click()
  await held.getByText('Su fecha de conservación ya pasó:').waitFor({ state: 'detached' })
  await held.getByRole('button', { name: `Exportar los datos de ${code}` }).click()
  await takeouts
    .getByRole('cell', { name: `Participante ${code}`, exact: true })
    .first()
    .waitFor()
  // The list updates itself every 30 seconds; reloading the page is faster.
  await expect
    .poll(
      async () => {
        await page.reload()
        await takeouts.getByRole('row').nth(1).waitFor()
        return takeouts.getByText('En preparación').count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(0)
  await glance(page, 'admin')
  const coming = page.waitForEvent('download')
  await takeouts
    .getByRole('row', { name: code })
    .getByRole('button', { name: /^Descargar/ })
    .click()
  const archive = await readFile(await (await coming).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.includes('participants.csv')).toBe(true)

  await held.getByRole('button', { name: `Eliminar los datos de ${code}` }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Eliminar para siempre' })
  await dialog.getByLabel(`Escriba ${code} para confirmar`).fill('otro')
  expect(await confirm.isDisabled()).toBe(true)
  await glance(page, 'erase')
  await dialog.getByLabel(`Escriba ${code} para confirmar`).fill(code)
  await confirm.click()
  await page.getByText(`Los datos de ${code} se eliminaron.`).waitFor()
  await takeouts.getByText('contenía los datos de un participante eliminado').first().waitFor()

  await page.getByRole('link', { name: 'Seguridad', exact: true }).click()
  const auditLog = part(page, 'Registro de auditoría')
  await auditLog.getByLabel('Qué hizo').selectOption({ label: 'eliminación definitiva' })
  await auditLog.getByText('Olivia Propietaria eliminó para siempre la ficha').first().waitFor()
  await auditLog.getByLabel('Qué hizo').selectOption({ label: 'ingreso fallido' })
  await auditLog.getByText('Falló un intento de ingresar a la cuenta: Mateo Gestor').first().waitFor()
  await auditLog.getByLabel('Qué hizo').selectOption({ label: 'cambio' })
  await auditLog.locator('summary').first().click()
  await glance(page, 'audit')
  const csv = page.waitForEvent('download')
  await auditLog.getByRole('button', { name: 'Descargar CSV' }).click()
  expect(await readFile(await (await csv).path(), 'utf8')).toContain(',change,')
})

test('an examiner records a consent, imports a file of participants, and orders their own data', async () => {
  const unique = `${Date.now()}`
  const { ask, email, locale } = await createAccount(`Propia${unique}`)
  const { id } = await ask('POST', 'user/participants/', { code: `CON-${unique}`, locale })
  const page = await openPage()
  await enter(page, email)
  await page.getByRole('button', { name: 'Omitir', exact: true }).click()
  await page.goto(`/dashboard/participant/edit/${id}/`)
  await page.getByLabel('Autoriza el uso de sus datos para investigación').check()
  await page.getByLabel('Conservar los datos hasta').fill('2036-05-31')
  await page.getByRole('checkbox', { name: /Las demás personas que se oyen/ }).check()
  await glance(page, 'consent')
  await page.getByRole('button', { name: 'Guardar consentimiento' }).click()
  await page.getByText('El consentimiento quedó guardado.').waitFor()
  await page.reload()
  expect(await page.getByLabel('Autoriza el uso de sus datos para investigación').isChecked()).toBe(true)

  await page.goto('/dashboard/')
  await page.getByRole('button', { name: 'Importar varios (CSV)' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(`code,locale,birthday\nIMP-${unique},es-AR,03/02/1950\nCON-${unique},es-AR,\n`)
  await dialog.getByText('Hay 2 problemas').waitFor()
  await dialog.getByText('No es una fecha').waitFor()
  await dialog.getByText('Ya existe en su organización.').waitFor()
  await glance(page, 'import')
  await choose(`code,locale,last_name\nIMP-${unique},es-AR,Paz\n`)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByText('Los participantes quedaron registrados.').waitFor()
  await page
    .getByRole('link', { name: `IMP-${unique}` })
    .first()
    .waitFor()

  await page.getByRole('button', { name: /Propia/ }).click()
  await page.getByRole('menuitem', { name: 'Exportar mis datos' }).click()
  expect(await dialog.getByLabel('Incluir las grabaciones').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Crear exportación' }).click()
  await dialog.getByText('Ya se pidió hoy una exportación').waitFor()
  await glance(page, 'takeouts')
})

test('a manager transfers participants between examiners, and sees neither the audit log nor the erasure', async () => {
  const unique = `${Date.now()}`
  const leaving = await createAccount(`Saliente${unique}`)
  const staying = await createAccount(`Entrante${unique}`)
  await leaving.ask('POST', 'user/participants/', { code: `PASA-${unique}`, locale: leaving.locale })
  const page = await openPage()
  await enter(page, 'manager@demo.example')
  await page.getByRole('main').getByRole('searchbox').fill(`saliente${unique} eva`)
  await page.getByRole('button', { name: `Editar Saliente${unique}, Eva` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 participante', { exact: true }).waitFor()
  await dialog.getByLabel('Transferir todos a').selectOption({ label: `Entrante${unique}, Eva` })
  await dialog.getByRole('button', { name: 'Transferir', exact: true }).click()
  await dialog.getByText(`1 participante pasará a Entrante${unique}, Eva.`).waitFor()
  await glance(page, 'transfer')
  await dialog.getByRole('button', { name: 'Confirmar la transferencia' }).click()
  await page.getByText('Se transfirió 1 participante.').waitFor()
  expect(await staying.ask('GET', 'user/participants/')).toMatchObject([{ code: `PASA-${unique}` }])
  await dialog.getByLabel('Cuenta activa').uncheck()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page
    .getByRole('row', { name: `Saliente${unique}, Eva` })
    .getByRole('cell', { name: 'Desactivada' })
    .waitFor()
  await expect(leaving.ask('GET', 'user/user_info/')).rejects.toThrow('401')

  expect(await page.getByRole('link', { name: 'Seguridad', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Datos', exact: true }).click()
  await part(page, 'Datos de un participante').getByLabel('Código del participante').fill(`PASA-${unique}`)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('button', { name: `Exportar los datos de PASA-${unique}` }).waitFor()
  expect(await page.getByRole('button', { name: /^Eliminar/ }).count()).toBe(0)
  await page.goto('/admin/security/')
  await page.getByRole('heading', { name: 'Acceso no permitido' }).waitFor()
})

test('offers in each impersonation mode the features of the mode', async () => {
  const unique = `${Date.now()}`
  const examiner = await createAccount(`Titular${unique}`)
  const helper = await createAccount(`Suplente${unique}`, { isExaminer: false })
  const grants = ['full', 'recording', 'review'].map((mode) => ({ examiner_id: examiner.examinerId, mode }))
  await helper.owner('PATCH', `organizations/impersonification/${helper.id}/`, grants)
  const page = await openPage()
  await enter(page, helper.email)
  const chooser = page.getByRole('dialog', { name: '¿Como quién desea trabajar?' })
  let hasSeenTour = false
  for (const [mode, mayRegister, mayTakeAway] of [
    [/Todas las funciones/, true, true],
    [/Registrar y grabar/, true, false],
    [/Solo lectura/, false, true],
  ] as const) {
    await chooser.getByRole('button', { name: mode }).click()
    await page.getByText(/^Trabaja como/).waitFor()
    // The tour of home opens at the first visit, a moment after the page.
    if (!hasSeenTour) await page.getByRole('button', { name: 'Omitir', exact: true }).click()
    hasSeenTour = true
    const importing = page.getByRole('button', { name: 'Importar varios (CSV)' })
    const unavailable = page.getByText('no está disponible en su modo de trabajo actual')
    await importing.or(unavailable).first().waitFor()
    expect([String(mode), await importing.count()]).toEqual([String(mode), mayRegister ? 1 : 0])
    await page.getByRole('button', { name: /Suplente/ }).click()
    await page.getByRole('menuitem', { name: 'Agenda' }).waitFor()
    const takeAway = page.getByRole('menuitem', { name: 'Exportar mis datos' })
    expect([String(mode), await takeAway.count()]).toEqual([String(mode), mayTakeAway ? 1 : 0])
    await page.keyboard.press('Escape')
    await requireAccessible(page)
    await page.getByRole('button', { name: 'Terminar' }).click()
    await chooser.waitFor()
  }
})
