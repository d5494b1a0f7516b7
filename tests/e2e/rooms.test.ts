import { expect, test } from 'vitest'
import { submit } from './browser.ts'
import { openView, views } from './views.ts'

const password = 'Molino-verde-82!'

test.each(views)(
  'a manager invites, copies the link, and the invited person sets the password and is active: $language',
  { tags: 'long' },
  async (view) => {
    const last = `Nueva${view.language}${Date.now()}`
    const email = `${last.toLowerCase()}@demo.example`
    const { page, t, look } = await openView(view)
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    await page.getByRole('button', { name: t('organization__users__create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name="first_name"]').fill('Eva')
    await dialog.locator('input[name="last_name"]').fill(last)
    await dialog.locator('input[name="email"]').fill(email)
    await dialog.getByRole('checkbox', { name: t('organization__role__examiner') }).check()
    await dialog.getByRole('button', { name: t('organization__user__save') }).click()
    await page.getByText(t('organization__user__saved', { name: `Eva ${last}` })).waitFor()

    await page.getByRole('searchbox').fill(last)
    const row = page.getByRole('row').filter({ hasText: last })
    await row.getByText(t('rooms__state__invited'), { exact: true }).filter({ visible: true }).waitFor()
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: t('rooms__invitation__new_link') }).click()
    const field = dialog.getByLabel(t('rooms__invitation__link'))
    const link = await field.inputValue()
    await field.scrollIntoViewIfNeeded()
    await look('invitation')

    const { page: invited } = await openView(view)
    await invited.goto(new URL(link).pathname)
    await invited.locator('input[type="password"]').first().waitFor()
    for (const box of await invited.locator('input[type="password"]').all()) await box.fill(password)
    await page.reload()
    await page.getByRole('searchbox').fill(last)
    await row.getByText(t('rooms__state__opened')).filter({ visible: true }).waitFor()
    await invited.locator('button[type="submit"]').click()
    await invited.getByText(t('login__form__submit')).first().waitFor()
    await invited.goto('/')
    await submit(invited, email, password)
    await invited
      .getByRole('dialog')
      .or(invited.getByRole('heading', { level: 1 }))
      .first()
      .waitFor()

    await page.reload()
    await page.getByRole('searchbox').fill(last)
    await row.getByText(t('rooms__state__active'), { exact: true }).waitFor({ state: 'attached' })
    await row.getByText(t('rooms__state__opened')).waitFor({ state: 'detached' })
    await look('invitation-accepted')
  },
)

test.each(views)('the rooms open by keyboard, each with its name: $language', { tags: 'long' }, async (view) => {
  const { page, t, look } = await openView(view)
  await submit(page, 'owner@demo.example')
  await page.waitForURL('**/admin/')
  const nav = page.getByRole('navigation', { name: t('rooms__frame__label') })
  const rooms = ['overview', 'content', 'norms', 'recognition', 'reports', 'data', 'security', 'organization']
  for (const room of rooms) {
    if (view.language === 'en') {
      await nav.locator('summary').focus()
      await page.keyboard.press('Enter')
    }
    await nav.getByRole('link', { name: t(`rooms__title__${room}`), exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/${room}/`)
    await page.getByRole('heading', { level: 1, name: t(`rooms__title__${room}`) }).waitFor()
    expect(await page.title()).toContain(t(`rooms__title__${room}`))
    // The keyboard goes on in the new room, and the list shows it.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await nav.locator('a[aria-current="page"]').waitFor({ state: 'attached' })
    expect(await nav.locator('a[aria-current="page"]').textContent()).toBe(t(`rooms__title__${room}`))
    if (room === 'overview') {
      // A name that does not break at a space.
      const names = page.locator('tbody tr > :first-child')
      await names.last().evaluate((name) => {
        name.textContent = 'Goicoecheagaray-VillavicencioEtxeberria'
      })
    }
    await look(`room-${room}`)
  }
})
