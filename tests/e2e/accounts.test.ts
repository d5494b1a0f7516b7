import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, submit } from './browser.ts'
import { mailTo } from './clinic-api.ts'
import { enter, openRegistration, openView, views } from './views.ts'

// No other journey signs in with it.
const email = 'examiner@other.example'

const mailedLink = async () => /https?:\/\/\S+\/set_password\/\S+/.exec((await mailTo(email)) ?? '')?.[0]

test('replaces a forgotten password through a mailed link, after a common one was refused', {
  tags: 'short',
}, async () => {
  const page = await openPage()
  const earlier = await mailedLink()
  await page.goto('/')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await page.getByText('Si existe una cuenta con ese correo').waitFor()
  await requireAccessible(page)
  await expect.poll(mailedLink, { timeout: 60_000 }).not.toBe(earlier)

  await page.setViewportSize(phone)
  await page.goto((await mailedLink())!)
  const password = page.locator('input[name="new_password"]')
  await password.fill('Password1!')
  // The page removes the token from the address.
  expect(new URL(page.url()).pathname).toBe('/reset_password/')
  await requireAccessible(page)
  await page.locator('input[name="repeated_password"]').fill('Password1!')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByText('Hubo un error al definir la contraseña nueva').waitFor()
  await page.locator('[data-state="broken"]').getByText('Que no sea demasiado común').waitFor()
  await requireAccessible(page)
  await password.fill('Molino-verde-82!')
  await page.locator('input[name="repeated_password"]').fill('Molino-verde-82!')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByText('La contraseña quedó definida').waitFor()
  await page.goto('/')
  await submit(page, email, 'Molino-verde-82!')
  await page.waitForURL((url) => url.pathname !== '/')
})

test.each(views)('reports a failure of the server with a comment: $language', async (view) => {
  const { page, t } = await openView(view)
  await enter(page, t)
  await page.route('**/api/user/participants/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'server_error', request_id: 'r-1' } })
      : route.continue(),
  )
  await openRegistration(page, t)
  await page.locator('input[name="code"]').fill('FALLA-1')
  await page.getByRole('button', { name: t('home__form__submit'), exact: true }).click()
  await page.getByText(t('base__server_error__text', { request_id: 'r-1' })).waitFor()
  expect(await page.getByRole('button', { name: t('base__server_error__send') }).isDisabled()).toBe(true)
  await requireAccessible(page)
  const comment = `Registraba a alguien (${Date.now()}).`
  await page.getByLabel(t('base__server_error__comment')).fill(comment)
  await page.getByRole('button', { name: t('base__server_error__send') }).click()
  await page.getByText(t('base__server_error__send_sucess')).waitFor()

  const { page: owner } = await openView(view)
  await submit(owner, 'owner@demo.example')
  await owner.waitForURL('**/admin/')
  await owner.goto('/admin/security/')
  const reports = owner.getByRole('region', { name: t('reports__card__title') })
  const report = reports.getByRole('listitem').filter({ hasText: comment })
  await report.getByText(t('reports__card__details')).click()
  await report.getByText('POST /user/participants/').waitFor()
  expect(await report.innerText()).not.toContain('FALLA-1')
  await requireAccessible(owner)
  await owner.setViewportSize(phone)
  await requireAccessible(owner)
})
