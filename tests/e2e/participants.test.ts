import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'
import { signInByApi } from './clinic-api.ts'

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
  await page.getByText(/Grabe un protocolo, complete una encuesta o planifique una visita/).waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('an examiner does not see a colleague’s participants', async () => {
  const page = await openPage()
  await signIn(page, 'examiner2@demo.example')
  await page.getByRole('heading', { name: /Hola, Esteban/ }).waitFor()
  await page.getByRole('link', { name: 'DEMO-101' }).first().waitFor()
  expect(await page.getByText('DEMO-001').count()).toBe(0)
})

/** A participant with two sessions, created by API calls. */
async function createSessions(comment: string) {
  const ask = await signInByApi('examiner@demo.example')
  const { locale } = (await ask('GET', 'user/user_info/')) as { locale: { id: string } }
  const code = `E2E-${Date.now()}`
  const { id } = (await ask('POST', 'user/participants/', { code, locale: locale.id })) as { id: string }
  const [protocol] = (await ask('GET', 'protocols/examiner/')) as unknown as { id: string }[]
  const start = () => ask('POST', `protocols/responses/${id}/`, { protocol_id: protocol!.id })
  await start()
  const { id: session } = (await start()) as { id: string }
  const address = `protocols/responses/${id}/${session}/`
  await ask('PATCH', address, { comment })
  return {
    code,
    path: `/dashboard/participant/${id}/`,
    change: (text: string) => ask('PATCH', address, { comment: text }),
  }
}

test('archives a result with a message and undo, and only one on a double click', async () => {
  const { path } = await createSessions('...')
  const page = await openPage()
  await signIn(page)
  await page.goto(path)
  const archive = page.getByRole('button', { name: /^Archivar/ })
  await archive.nth(1).waitFor()
  await archive.first().dblclick()
  await page.getByText(/^Se archivó:/).waitFor()
  expect(await archive.count()).toBe(1)
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Restaurar', exact: true }).click()
  await archive.nth(1).waitFor()
  await page.getByText(/^Se restauró:/).waitFor()
  await page.getByText(/^Se archivó:/).waitFor({ state: 'detached' })

  // By keyboard: the focus moves to the next row, and Ctrl+Z undoes.
  await archive.first().press('Enter')
  await page.getByText(/^Se archivó:/).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Archivar/)
  await page.keyboard.press('Control+z')
  await archive.nth(1).waitFor()

  // From the archive, with a button that has the same word as for participants.
  await archive.first().click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Resultados de protocolo archivados' }).click()
  await page.getByRole('dialog').getByText('Restaurar', { exact: true }).click()
  await page.keyboard.press('Escape')
  await archive.nth(1).waitFor()
})

test('a comment closed by Escape asks, returns as a draft, and is compared with a newer one', async () => {
  const { path, change } = await createSessions('Del archivo')
  const page = await openPage()
  await signIn(page)
  await page.goto(path)
  const open = () =>
    page
      .getByRole('button', { name: /^Comentario de/ })
      .first()
      .click()
  const comment = page.getByLabel('Comentario de la sesión')
  await open()
  await comment.fill('Voz más clara que en junio')
  await page.keyboard.press('Escape')
  await page.getByText('Hay cambios sin guardar').waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  expect(await comment.inputValue()).toBe('Voz más clara que en junio')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Conservar borrador' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(kept).not.toContain('junio')

  await change('Escrito por otra persona')
  await page.reload()
  await open()
  await page.getByText('Se recuperó un borrador sin guardar.').waitFor()
  await page.getByRole('dialog').getByText('Escrito por otra persona').waitFor()
  expect(await comment.inputValue()).toBe('Voz más clara que en junio')
  const save = page.getByRole('button', { name: 'Guardar comentario' })
  expect(await save.isDisabled()).toBe(true)
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Usar el mío' }).click()
  // Another comment arrives just before this one is saved.
  await change('Todavía otro')
  await save.click()
  await page.getByRole('dialog').getByText('Todavía otro').waitFor()
  await page.getByRole('button', { name: 'Usar el mío' }).click()
  await save.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open()
  await comment.waitFor()
  expect(await comment.inputValue()).toBe('Voz más clara que en junio')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => Object.keys(localStorage).some((name) => name.includes('.comment.')))).toBe(false)
  await page.setViewportSize(phone)
  await page.getByText('Voz más clara que en junio').filter({ visible: true }).waitFor()
  await requireAccessible(page)
})

test('restores drafts of registration and edit after the page was left, and discards them on request', async () => {
  const { path } = await createSessions('...')
  const page = await openPage()
  await signIn(page)
  await page.getByLabel(/^Código/).fill('BORRADOR-1')
  // A link within the application, so that the draft is written when the form is closed.
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Evolución' }).waitFor()
  await page.goto(path.replace('/participant/', '/participant/edit/'))
  const name = page.locator('input[name="first_name"]')
  await name.fill('Nombre sin guardar')
  await page.getByRole('link', { name: 'Volver', exact: false }).first().click()
  await page.getByRole('heading', { name: 'Editar participante' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByText('Se recuperó un borrador sin guardar.').waitFor()
  expect(await name.inputValue()).toBe('Nombre sin guardar')
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  expect(await name.inputValue()).toBe('')

  // A form without drafts asks before the page is left.
  await page.getByLabel('Conservar los datos hasta').fill('2040-01-01')
  await page.getByRole('link', { name: 'Volver', exact: false }).first().click()
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await page.getByRole('heading', { name: 'Editar participante' }).waitFor()
  await page.getByRole('link', { name: 'Volver', exact: false }).first().click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.goto('/dashboard/')
  await page.getByText('Se recuperó un borrador sin guardar.').waitFor()
  expect(await page.getByLabel(/^Código/).inputValue()).toBe('BORRADOR-1')
})
