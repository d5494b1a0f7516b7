import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Opens a participant of the demonstration when at least two of their sessions have been measured. */
export async function openEvolution(page: Page, code: string) {
  await page.getByRole('main').getByRole('searchbox').fill(code)
  await page.getByRole('link', { name: code }).first().click()
  await page.getByRole('heading', { name: code }).waitFor()
  const part = page.getByRole('region', { name: 'Evolución' })
  const sideBySide = part.getByRole('link', { name: /^Ver las sesiones del .* una al lado de otra$/ })
  const isMeasured = async () => {
    await page.reload()
    await part
      .locator('[data-series]')
      .or(part.getByText('La evolución aparece'))
      .first()
      .waitFor({ state: 'attached' })
    return sideBySide.count()
  }
  await expect.poll(isMeasured, { timeout: 900_000, interval: 2000 }).toBe(1)
  return { part, sideBySide }
}
