import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { submit } from './browser.ts'
import { createAccount } from './clinic-api.ts'
import { openView, views } from './views.ts'

/** Sends five wrong passwords from another address than the user's. */
async function lock(email: string) {
  for (let i = 0; i < 5; i++)
    await fetch(`${inject('baseUrl')}/api/user/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    })
}

async function openUser(page: Page, edit: string, last: string) {
  await page.getByRole('searchbox').fill(last)
  await page.getByRole('row').filter({ hasText: last }).getByRole('button', { name: edit }).click()
  return page.getByRole('dialog')
}

describe.each(views)('$language', (view) => {
  test('the owner unlocks an account, and only the owner', async () => {
    const last = `Bloqueo${view.language}${Date.now()}`
    const { email } = await createAccount(last)
    await lock(email)
    for (const who of ['manager', 'owner']) {
      const { page, t, look } = await openView(view)
      await submit(page, `${who}@demo.example`)
      await page.waitForURL('**/admin/')
      const dialog = await openUser(page, t('organization__users__edit'), last)
      const legend = dialog.getByText(t('organization__lock__title'))
      await legend.scrollIntoViewIfNeeded()
      await look(`lock-${who}`)
      const button = dialog.getByRole('button', { name: t('organization__lock__end'), exact: true })
      expect(await button.count()).toBe(who === 'owner' ? 1 : 0)
      if (who === 'manager') continue
      await button.click()
      await page.getByText(t('organization__lock__done', { name: `Eva ${last}` })).waitFor()
      await legend.waitFor({ state: 'detached' })
      await look('lock-ended')
    }
  })

  test('a manager cannot edit the owner or take over the work of another, and sees the reason', async () => {
    const { page, t, look } = await openView(view)
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    const edit = t('organization__users__edit')
    const dialog = await openUser(page, edit, 'Propietaria')
    await dialog.getByText(t('organization__user__owner_only')).waitFor()
    expect(await dialog.locator('input[name="first_name"]').isEnabled()).toBe(false)
    await look('owner-read-only')
    await page.keyboard.press('Escape')

    await openUser(page, edit, 'Gestor')
    const note = dialog.getByText(t('organization__grants__owner_only'))
    await note.scrollIntoViewIfNeeded()
    expect(await dialog.locator('input[name="first_name"]').isEnabled()).toBe(true)
    expect(await dialog.getByLabel(t('organization__grants__mode')).isEnabled()).toBe(false)
    await look('own-grants')
  })
})
