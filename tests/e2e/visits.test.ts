import { test } from 'vitest'
import { enter, openView, registerParticipant, views } from './views.ts'

const clinicZone = 'America/Argentina/Buenos_Aires'
const clinicDay = () => new Intl.DateTimeFormat('en-CA', { timeZone: clinicZone }).format(new Date())

test.each(views)(
  'a visit is planned in the agenda, stands on home today, and is marked as done, in $language',
  { tags: 'long' },
  async (view) => {
    const { page, t, look } = await openView(view)
    await enter(page, t)
    const code = await registerParticipant(page, t)
    await page.goto('/dashboard/agenda/')
    await page.getByRole('button', { name: t('visits__form__plan') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder(t('participants__choice__filter')).fill(code)
    await page.getByRole('option', { name: code }).click()
    await dialog.locator('input[name="date"]').fill(clinicDay())
    await look('visits-plan')
    await dialog.getByRole('button', { name: t('visits__form__submit') }).click()
    await page.getByText(t('visits__form__planned_one', { code })).waitFor()
    await look('visits-agenda')

    await page.goto('/dashboard/')
    const record = page.getByRole('link', { name: `${t('visits__row__record')}: ${code}` })
    const all = page.getByRole('button', { name: /\(\d+\)$/ })
    await record.or(all).first().waitFor()
    if (!(await record.isVisible())) await all.click()
    await record.waitFor()
    await look('visits-home')
    await record.click()
    await page.waitForURL(/\/participant\/protocol\/.*visit=/)

    await page.goto('/dashboard/agenda/')
    await page
      .getByRole('link', { name: new RegExp(code) })
      .first()
      .click()
    await look('visits-dialog')
    await dialog.getByRole('button', { name: t('visits__dialog__done') }).click()
    await page.getByText(t('visits__dialog__now_done', { code })).waitFor()
  },
)
