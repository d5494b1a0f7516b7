import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { enter, openView, registerParticipant, views } from './views.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe.each(views)('in $language at $size.width pixels', (view) => {
  test('recorder: protocol, microphone, items with their limit or a skip, the end', {
    tags: view.language === 'es' ? 'short' : [],
  }, async () => {
    const { page, t, look } = await openView(view)
    const { speaks, practice } = {
      es: { speaks: /^Español/, practice: 'Práctica' },
      en: { speaks: /^English/, practice: 'Practice' },
    }[view.language]
    await enter(page, t)
    const code = await registerParticipant(page, t, { speaks })
    await page
      .getByRole('link', { name: t('participants__list__record_label', { code }) })
      .first()
      .click()
    await page.getByRole('heading', { name: t('responses__record__choose') }).waitFor()
    // The participant's language comes first.
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toMatch(speaks)
    await page.getByText(t('responses__record__practice')).first().waitFor()
    await look('protocols')
    await button(page, practice).first().click()
    const allow = button(page, t('responses__record__microphone_allow'))
    await allow.or(page.getByRole('meter')).first().waitFor()
    if (await allow.isVisible()) await allow.click({ timeout: 2_000 }).catch(() => {})
    await page.getByRole('meter').waitFor()
    await look('microphone')
    await button(page, t('responses__check__skip')).click()

    await page.getByText(t('responses__record__item_of', { number: 1, total: 2 })).waitFor()
    await look('item')
    await button(page, t('responses__record__record')).click({ timeout: 60_000 })
    await page.getByText(t('responses__record__recording'), { exact: true }).waitFor()
    if (view.language === 'es') {
      // The recording stops itself at its limit.
      await page.getByText(t('responses__record__limit_title')).waitFor({ timeout: 60_000 })
      await look('limit')
      await button(page, t('responses__record__limit_ok')).click()
    } else await button(page, t('responses__record__stop')).click({ timeout: 60_000 })
    await page.getByText(t('responses__record__stored')).first().waitFor({ timeout: 30_000 })
    await look('item-stored')
    await button(page, t('responses__record__next')).click()

    await page.getByText(t('responses__record__item_of', { number: 2, total: 2 })).waitFor()
    await button(page, t('responses__record__skip')).click()
    await button(page, t('responses__record__skip_submit')).click()
    await page.getByText(t('responses__record__skip_choose')).waitFor()
    await page.getByLabel(t('responses__record__skip_another'), { exact: true }).check()
    await button(page, t('responses__record__skip_submit')).click()
    await page.getByText(t('form_hook__field_error__required')).waitFor()
    await look('skip')
    await page.getByLabel(t('responses__record__skip_other_text')).fill('...')
    await button(page, t('responses__record__skip_submit')).click()
    await page.getByText(t('responses__record__end_practice_title')).waitFor()
    await look('end')
    await button(page, t('responses__record__end_submit')).click()
    await page.getByRole('heading', { name: code }).waitFor()
  })
})
