import { test } from 'vitest'
import { openPage, requireAccessible, signIn } from './browser.ts'

test('shows a result of an older version, and that a newer one is being computed', async () => {
  const page = await openPage()
  await signIn(page)
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-010')
  await page.getByRole('link', { name: 'DEMO-010' }).first().click()
  const result = page.getByRole('link', { name: /^Resultado / }).first()
  await result.waitFor()
  // The server's answer while a newer version of a function measures a stored recording.
  await page.route('**/api/protocols/responses/*/*/?*', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    for (const { feature_extraction_res } of session.responses)
      for (const one of feature_extraction_res) if (one.status === 'ready') one.outdated_version = 1
    await route.fulfill({ response, json: session })
  })
  await result.click()
  await page
    .getByText('De una versión anterior de este análisis; se está recalculando.')
    .first()
    .waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: /^Todas las medidas/ }).click()
  await page
    .getByRole('row', { name: /^(Duración|Jitter local|F0 media)/ })
    .first()
    .waitFor()
  await requireAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}, 240_000)
