import { test } from 'vitest'
import { submit } from './browser.ts'
import { openView, views } from './views.ts'

test.each(views)(
  'a manager reads how many recordings would be measured again, starts, pauses, continues and ends early: $language',
  { tags: 'long' },
  async (view) => {
    const { page, t, look } = await openView(view)
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    await page.goto('/admin/data/')
    const part = page.getByRole('region', { name: t('campaigns__card__title') })
    const button = (key: string) => part.getByRole('button', { name: t(key), exact: true })
    await part.getByText(new RegExp(t('campaigns__form__size_other', { formatted: '[\\d.,]+' }))).waitFor()
    await look('campaign-form')

    await button('campaigns__form__start').click()
    await part.getByText(t('campaigns__state__running'), { exact: true }).waitFor()
    await look('campaign-running')
    await button('campaigns__open__pause').click()
    await part.getByText(t('campaigns__state__paused'), { exact: true }).waitFor()
    await page.reload()
    await button('campaigns__open__resume').click()
    await part.getByText(t('campaigns__state__running'), { exact: true }).waitFor()

    await button('campaigns__open__cancel').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('campaigns__open__cancel_text')).waitFor()
    await look('campaign-cancel')
    await dialog.getByRole('button', { name: t('campaigns__open__cancel') }).click()
    await button('campaigns__form__start').waitFor()
    await part.getByRole('row').nth(1).waitFor()
    await look('campaign-past')
  },
)
