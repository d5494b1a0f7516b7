import type { Page, Route } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

/** How many pages a PDF has, and their size in points. */
function pagesOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const [, width, height] = text.match(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
  return { count: text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, width: Number(width), height: Number(height) }
}

async function openParticipant(page: Page) {
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-013')
  await page.getByRole('link', { name: 'DEMO-013' }).first().click()
  await page.getByRole('heading', { name: 'DEMO-013' }).waitFor()
}

/** Freezes the server's answers, since other sessions are still being measured. */
async function freeze(page: Page) {
  const answers = new Map<string, Promise<{ status: number; body: Buffer }>>()
  const answerOf = async (route: Route) => {
    const response = await route.fetch()
    return { status: response.status(), body: await response.body() }
  }
  await page.route(/\/api\/(ai|protocols\/responses)\//, async (route) => {
    const url = route.request().url()
    const answer = answers.get(url) ?? answerOf(route)
    answers.set(url, answer)
    await route.fulfill({ ...(await answer), contentType: 'application/json' })
  })
}

test('previews a report, selects its sections, and prints it on A4 and Letter', async () => {
  const page = await openPage()
  await signIn(page)
  await openParticipant(page)
  await page
    .getByRole('link', { name: /^Resultado / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Comparación con poblaciones' }).waitFor({ timeout: 240_000 })
  await freeze(page)
  await page.reload()
  await page.getByRole('button', { name: 'Impresión rápida', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await preview.getByRole('heading', { name: 'Informe de evaluación del habla' }).waitFor()
  await preview.getByText('Clínica Demostración').waitFor()
  await preview.getByText('Impresión rápida, sin firmar', { exact: true }).waitFor()
  await preview
    .getByText(/: versión 1, n 130, calculada el /)
    .first()
    .waitFor()
  await preview.getByText('Edad en la sesión').waitFor()
  await preview.getByText('Elena Evaluadora').waitFor()
  await preview.getByText('Datos sintéticos', { exact: false }).first().waitFor()
  await preview.getByText(/^Impreso el /).waitFor()
  const charts = preview.getByRole('img', { name: /: el valor de esta sesión, / })
  expect(await charts.count()).toBeGreaterThan(1)
  await requireAccessible(page)

  const whole = pagesOf(await page.pdf({ format: 'A4' }))
  expect([Math.round(whole.width), Math.round(whole.height)]).toEqual([596, 843])
  expect(whole.count).toBeGreaterThan(2)
  const letter = pagesOf(await page.pdf({ format: 'Letter' }))
  expect([letter.width, letter.height]).toEqual([612, 792])

  const paper = await preview.innerText()
  for (const section of ['Medidas', 'Gráficos', 'Nombre y datos personales'])
    await page.getByRole('dialog').getByRole('checkbox', { name: section }).uncheck()
  expect(await charts.count()).toBe(0)
  expect(await preview.getByText('Fecha de nacimiento').count()).toBe(0)
  expect(pagesOf(await page.pdf({ format: 'A4' })).count).toBeLessThan(whole.count)

  // The printed page contains only the report, and nothing beyond its edge.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 688, height: 900 })
  expect(await page.getByRole('dialog').isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'Informe de evaluación del habla' }).filter({ visible: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // Browsers repeat the head of a table on each page.
  const head = page.locator('thead').filter({ hasText: / · DEMO-013 · .+ de 20\d\d/, visible: true })
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(phone)
  await requireAccessible(page)

  // The same data give the same report, from the participant's page too.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('link', { name: 'Volver al participante' }).click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Informe para imprimir' }).click()
  await preview.getByText(/^Impreso el /).waitFor()
  const withoutDate = (text: string) => text.replace(/Impreso el .*/, '')
  expect(withoutDate(await preview.innerText())).toBe(withoutDate(paper))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}, 400_000)
