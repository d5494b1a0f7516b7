import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

test('finds a participant from the header, and a session through the agenda', async () => {
  const page = await openPage()
  await signIn(page)
  // Home has the list's own search only.
  await page.getByRole('main').getByRole('searchbox').waitFor()
  expect(await page.getByRole('search').count()).toBe(0)
  await page.goto('/dashboard/agenda/')
  await page.getByRole('search').getByRole('button', { name: 'Buscar participante' }).click()
  const search = page.getByRole('dialog').getByRole('searchbox')
  await search.fill('demo001')
  await page.getByRole('option', { name: /DEMO-001/ }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.waitForURL('**/dashboard/participant/*/')
  await page.getByRole('heading', { name: /DEMO-001/ }).waitFor()

  await page.getByRole('button', { name: /Elena Evaluadora/ }).click()
  await page.getByRole('menuitem', { name: 'Agenda', exact: true }).click()
  await page.waitForURL('**/dashboard/agenda/')
  await page.getByRole('heading', { name: 'Agenda', exact: true }).waitFor()
  await page.setViewportSize(phone)
  await page
    .getByRole('link', { name: /DEMO-001/ })
    .first()
    .waitFor()
  expect(await page.getByRole('main').evaluate(scrollsInside)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  const filter = page.getByPlaceholder('Todos los participantes')
  await filter.click()
  // The participant chosen in the header is offered before anything is typed.
  await page.getByRole('option', { name: /DEMO-001/ }).click()
  // The list begins with today; a visit would open a dialog.
  const entry = page.getByRole('link', { name: /^(?!.*visita).*DEMO-001/ })
  const past = page.getByRole('button', { name: 'Mostrar los días pasados' })
  if (await past.isVisible()) await past.click()
  // The demonstration's sessions are days old, so they may belong to the previous month.
  for (let back = 0; back < 3 && (await isMissing(entry)); back++) {
    await page.getByRole('button', { name: /anterior/i }).click()
  }
  expect(await page.getByRole('link', { name: /DEMO-0(?!01)/ }).count()).toBe(0)
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await entry.first().click()
  await page.getByRole('heading', { name: /DEMO-001/ }).waitFor()

  await page.getByRole('link', { name: 'Participantes', exact: true }).click()
  await page.getByRole('button', { name: 'Ver la agenda' }).click()
  await page.getByRole('dialog').getByText('Encuestas', { exact: true }).waitFor()
  await requireAccessible(page)
  await page.keyboard.press('Escape')
})

/** Whether a part of the page hides its end, so that a reader may miss it. */
const scrollsInside = (page: Element) =>
  [...page.querySelectorAll('*')].some(
    (part) =>
      part.scrollHeight > part.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(part).overflowY),
  )

test('restores an archived participant from the user menu', async () => {
  const page = await openPage()
  await signIn(page)
  const code = `ARC-${Date.now()}`
  await page.getByLabel(/^Código/).fill(code)
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByRole('button', { name: `Archivar a ${code}` }).click()
  await page.getByRole('button', { name: /Elena Evaluadora/ }).click()
  await page.getByRole('menuitem', { name: 'Participantes archivados' }).click()
  const dialog = page.getByRole('dialog', { name: 'Participantes archivados' })
  await dialog.getByRole('link', { name: code }).waitFor()
  await requireAccessible(page)
  await dialog.getByRole('button', { name: `Restaurar a ${code}` }).click()
  await dialog.getByRole('link', { name: code }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: code }).first().waitFor()
})

async function isMissing(entry: ReturnType<Awaited<ReturnType<typeof openPage>>['getByRole']>): Promise<boolean> {
  return entry
    .first()
    .waitFor({ timeout: 3000 })
    .then(
      () => false,
      () => true,
    )
}
