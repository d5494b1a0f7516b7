import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { openEvolution } from './evolution-steps.ts'

test('opens two sessions from the evolution and from the result, shows the changes first, and plays both', async () => {
  const page = await openPage({ context: spanish })
  await signIn(page)
  const { sideBySide } = await openEvolution(page, 'DEMO-013')
  await sideBySide.click()
  await page.waitForURL('**/compare/**')

  // Who, when and what changed are read without scrolling, on a phone too.
  const answer = page.getByText(/^(Todavía no se puede decir si algo cambió|Nada cambió más|Estas dos sesiones)|supera/)
  for (const size of [page.viewportSize()!, phone]) {
    await page.setViewportSize(size)
    for (const part of [page.getByText('DEMO-013'), answer]) {
      const bottom = async () => {
        const box = await part.first().boundingBox()
        return box === null ? Number.POSITIVE_INFINITY : box.y + box.height
      }
      await expect.poll(bottom).toBeLessThan(size.height) // the page is laid out again after a change of size
    }
    await requireAccessible(page)
  }
  // All items folded: the page of a phone is a few screens long.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * phone.height)

  await page.setViewportSize({ width: 1440, height: 900 })
  const items = page.getByRole('region', { name: 'Grabaciones y medidas de cada ítem' })
  expect(await items.getByRole('button', { name: /Reproducir/ }).count()).toBe(2)
  await items
    .getByText(/^Otras medidas \(\d+\)$/)
    .first()
    .click()
  const jitter = items.getByRole('row', { name: /^Jitter local/ }).first()
  expect(await jitter.getByRole('cell').count()).toBe(4)
  const level = items.getByRole('row', { name: /no se evalúa/ })
  expect(await level.count()).toBeGreaterThan(0)
  await requireAccessible(page)
  await page.setViewportSize(phone)
  await requireAccessible(page)

  // Swapped, the difference has the opposite sign.
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = await jitter.getByRole('cell').nth(2).innerText()
  await page.getByRole('link', { name: 'Intercambiar' }).click()
  await items
    .getByText(/^Otras medidas \(\d+\)$/)
    .first()
    .click()
  const swapped = await jitter.getByRole('cell').nth(2).innerText()
  const opposite = (text: string) => text.replace(/^[+−]/, (sign) => (sign === '+' ? '−' : '+'))
  expect(swapped).toBe(opposite(before))

  // Swapped, the later session is the left one.
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click()
  await page.getByRole('link', { name: /^Comparar con el / }).click()
  await page.waitForURL('**/compare/**')
}, 1_000_000)
