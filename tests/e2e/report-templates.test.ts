import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { demoPassword } from './start-server.ts'
import { openView, views } from './views.ts'

const run = promisify(execFile)

test.each(views)(
  'a manager writes a template beside its preview, by keys, in $language',
  async ({ language, size }) => {
    const { page, t, look } = await openView({ language, size })
    await page.getByLabel(t('login__form__email')).fill('manager@demo.example')
    await page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: t('login__form__submit') }).click()
    await page.waitForURL('**/admin/')
    await page.goto('/admin/reports/')
    const name = `Control — ${language}`
    const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
    await page.getByRole('link', { name: t('clinical_reports__template__new'), exact: true }).click()
    const nameField = page.getByLabel(t('clinical_reports__template__name'))
    await nameField.focus()
    await page.keyboard.type(name)
    await page.getByLabel(t('clinical_reports__section__charts'), { exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel(t('clinical_reports__own_text__purpose')).focus()
    await page.keyboard.type('Control semestral.')

    // The preview prints what was typed.
    const textOfPreview = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button('clinical_reports__page__pdf').click(),
      ])
      const { stdout } = await run('pdftotext', ['-layout', await download.path(), '-'])
      return stdout
    }
    await expect.poll(textOfPreview, { timeout: 60_000 }).toContain('Control semestral.')
    await look('report-template')
    await button('clinical_reports__template__save').click()
    await page.getByText(t('clinical_reports__template__saved')).waitFor()
    expect(await nameField.inputValue()).toBe(name)

    await page.getByRole('link', { name: t('clinical_reports__template__back') }).click()
    await page.getByRole('link', { name, exact: true }).click()
    expect(await page.getByLabel(t('clinical_reports__section__charts'), { exact: true }).isChecked()).toBe(false)
    await button('clinical_reports__template__remove').click()
    await look('report-template-remove')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('clinical_reports__template__remove') })
      .click()
    await page.getByRole('link', { name: t('clinical_reports__template__new'), exact: true }).waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
  },
)
