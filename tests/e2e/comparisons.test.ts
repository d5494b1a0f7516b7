import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { openEvolution } from './evolution-steps.ts'

async function openParticipant(page: Page) {
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-013')
  await page.getByRole('link', { name: 'DEMO-013' }).first().click()
  await page.getByRole('heading', { name: 'DEMO-013' }).waitFor()
}

/** Opens the newest session of the demonstration, which is measured first, when its vowel has been measured. */
async function openMeasuredResult(page: Page) {
  await openParticipant(page)
  await page
    .getByRole('link', { name: /^Resultado / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Medidas' }).waitFor()
  await page.getByRole('heading', { name: 'Comparación con poblaciones' }).waitFor({ timeout: 240_000 })
}

test('shows each measure with its percentile and interval in each population, and in words if the clinic wants it', async () => {
  const page = await openPage()
  await signIn(page)
  await openMeasuredResult(page)
  // The reference first; the others by choice, which is remembered.
  expect(await page.getByRole('columnheader', { name: 'Entre personas sin diagnóstico' }).count()).toBeGreaterThan(0)
  await page.getByRole('checkbox', { name: 'Enfermedad de Parkinson (sintético)' }).check()
  await page.getByRole('checkbox', { name: 'Deterioro cognitivo leve (sintético)' }).check()
  await page.getByRole('button', { name: /^Todas las medidas/ }).click()
  const jitter = page.getByRole('row', { name: /^Jitter local/ }).first()
  expect(await jitter.getByText(/^Percentil .*entre P .* y P .*, n = \d+/).count()).toBe(3)
  expect(await jitter.locator('[data-whisker]').count()).toBe(3)
  await page.getByText('Datos sintéticos', { exact: false }).first().waitFor()
  expect(await page.locator('[data-band]').count()).toBe(0)
  await page.getByText('más bajo es mejor').first().waitFor()
  await requireAccessible(page)

  await page.route('**/api/user/toggle_table', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), semaphore_column: true } })
  })
  // An unreliable recording is marked at each value that it affects.
  await page.route('**/api/protocols/responses/*/*/?*', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    for (const answer of session.responses)
      if (answer.quality !== null) Object.assign(answer.quality, { verdict: 'poor', reasons: ['clipped'] })
    await route.fulfill({ response, json: session })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Todas las medidas/ }).click()
  await page.locator('[data-place]').first().waitFor()
  // Words in each column; no colours, because all populations of the demonstration are random numbers.
  expect(await jitter.locator('[data-place]').count()).toBe(3)
  expect(await page.locator('[data-band]').count()).toBe(0)
  expect(await jitter.getByText('«Enfermedad de Parkinson (sintético)»', { exact: false }).count()).toBe(1)
  await page.getByText('Valores poco fiables.').first().waitFor()
  expect(await jitter.getByText('valor poco fiable').count()).toBe(1)
  const duration = page.getByRole('row', { name: /^Duración/ }).first()
  expect(await duration.getByText('valor poco fiable').count()).toBe(0)
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}, 1_000_000)

test('draws a measure among the populations, as curves and as boxes, with probabilities and a table', async () => {
  const page = await openPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await signIn(page)
  expect(requested.filter((url) => /ItemComparison|EvolutionCard/.test(url))).toEqual([])
  await openMeasuredResult(page)
  const part = page.getByRole('region', { name: 'Comparación con poblaciones' })
  await part.getByLabel('Medida').selectOption({ label: 'Jitter local' })
  await part.getByRole('img', { name: /^Jitter local: el valor de esta sesión/ }).waitFor()
  await part.getByText(/^Esta sesión: [\d,]+ %$/).waitFor()
  await part.getByText('Datos sintéticos', { exact: false }).first().waitFor()
  await part.getByText('Ver como tabla').first().click()
  const table = part.getByRole('table', { name: 'Jitter local' }).first()
  expect(await table.getByRole('row').count()).toBe(4)
  await requireAccessible(page)

  const places = part.getByRole('region', { name: 'Lugar en cada población' })
  expect(await places.getByText(/^P .*, entre P .* y P .*, n = \d+$/).count()).toBe(3)

  const likeness = part.getByRole('region', { name: 'Parecido con cada población' })
  const cells = await likeness.getByRole('table').first().getByRole('cell').allInnerTexts()
  const shares = cells.map((cell) => Number.parseFloat(cell.replace(',', '.')))
  expect(shares).toHaveLength(3)
  expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThanOrEqual(2)

  await part.getByText('Cajas', { exact: true }).click()
  await part.getByText('La caja reúne', { exact: false }).waitFor()
  await page.setViewportSize(phone)
  await requireAccessible(page)
}, 1_000_000)

test('draws at most four measures of an evolution, remembers choices for the participant, and opens a session', async () => {
  const page = await openPage({ context: spanish })
  await signIn(page)
  const { part } = await openEvolution(page, 'DEMO-013')
  const lines = part.locator('[data-series]')
  await lines.first().waitFor({ state: 'attached' })
  expect(await lines.count()).toBe(4)
  expect(await part.locator('[data-date-tick]').count()).toBeLessThanOrEqual(10)
  await requireAccessible(page)

  // Four at a time: another one can be added once one is removed. Both choices are remembered.
  await part.getByText('Otras medidas', { exact: true }).click()
  const drawn = () => lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-series')).sort())
  const usual = await drawn()
  await part.getByLabel('Buscar una medida o un ítem').fill('jitter')
  const checkboxes = part.getByRole('checkbox')
  const added = (await checkboxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).disabled))).indexOf(
    true,
  )
  await checkboxes.first().uncheck()
  await checkboxes.nth(added).check()
  const chosen = await drawn()
  expect(chosen).not.toEqual(usual)
  await requireAccessible(page)
  await page.reload()
  await lines.first().waitFor({ state: 'attached' })
  expect(await drawn()).toEqual(chosen)
  await part.getByRole('button', { name: 'Mostrar solo las que más cambian' }).click()

  const view = part.getByLabel('Ver', { exact: true })
  const shown = () => view.locator('option:checked').innerText()
  expect(await shown()).toBe('Personas sin diagnóstico (sintético)')
  await view.selectOption({ label: 'Enfermedad de Parkinson (sintético)' })
  await page.reload()
  await lines.first().waitFor({ state: 'attached' })
  expect(await shown()).toBe('Enfermedad de Parkinson (sintético)')

  await view.selectOption({ label: 'Valores medidos' })
  expect(await lines.count()).toBe(4)
  await part.getByText('Ver como tabla').click()
  await part.getByRole('table', { name: 'Evolución' }).waitFor()
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)

  await part
    .getByRole('link', { name: /Abrir el resultado/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/protocol_result/**')
  await page.getByRole('heading', { name: 'Medidas' }).waitFor()
}, 1_000_000)
