import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { enter, everyView, openRegistration, openView, registerParticipant } from './views.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe.each(everyView)('in $language at $size.width pixels', (view) => {
  test('frame: legal pages, menu, alerts that close, unknown pages', async () => {
    const { page, t, look } = await openView(view)
    for (const text of ['base__footer__policy', 'base__footer__terms']) {
      await page.getByRole('link', { name: t(text) }).click()
      await page.getByRole('heading', { level: 1, name: t(text) }).waitFor()
      await look(text)
      await page.goto('/')
    }
    await enter(page, t)
    const code = await registerParticipant(page, t)
    const success = page.getByText(t('home__form__server_response__success', { code }))
    // It offers two links, so it stays longer than other alerts, and as long as the pointer is over it.
    await page.mouse.move(1, view.size.height - 1)
    await success.waitFor({ state: 'hidden', timeout: 25_000 })
    await page.getByRole('main').getByRole('searchbox').fill(code)
    await button(page, t('participants__list__archive_label', { code })).click()
    const archived = page.getByText(t('participants__list__archived_done', { code }))
    // An alert stays as long as the pointer is over it.
    await archived.hover()
    await look('frame-alert')
    await button(page, t('base__alert__close')).first().click()
    await archived.waitFor({ state: 'hidden', timeout: 4_000 })

    await page.goto('/nothing/here/')
    await page.getByRole('heading', { name: t('base__not_found__title') }).waitFor()
    await look('not-found')
    await page.getByRole('link', { name: t('base__state__home'), exact: true }).click()
    await page.waitForURL('**/dashboard/')
    await button(page, /Evaluadora/).click()
    await page.getByRole('menuitemradio', { name: 'Português' }).waitFor()
    await look('user-menu')
    await page.getByRole('menuitem', { name: t('base__user_menu__sign_out') }).click()
    await page.getByText(t('login__ended__signed_out')).waitFor()
  })

  test('login: error messages, attempts left, the lock, no connection', async () => {
    const { page, t, look } = await openView(view)
    const email = `nobody-${view.language}@demo.example`
    const attempt = async () => {
      await page.getByLabel(t('login__form__email')).fill(email)
      await page.getByLabel(t('login__form__password'), { exact: true }).fill('Wrong-2026!')
      await button(page, t('login__form__submit')).click()
    }
    await look('sign-in')
    await attempt()
    await page.getByText(t('login__error__remaining_attempts_other', { count: 2 })).waitFor()
    expect(await page.getByLabel(t('login__form__email')).inputValue()).toBe('')
    expect(await page.getByText(t('login__form__invalid')).count()).toBe(2)
    await look('sign-in-refused')
    await attempt()
    await page.getByText(t('login__error__remaining_attempts_one', { count: 1 })).waitFor()
    await attempt()
    await page.getByText(t('login__error__locked')).waitFor()
    expect(await page.getByText(t('login__form__invalid')).count()).toBe(0)
    await look('sign-in-locked')

    await page.route('**/api/user/api/token/', (route) => route.abort())
    await attempt()
    await page.getByText(t('base__failure__unreachable')).waitFor()
    expect(await page.getByText(t('login__form__invalid')).count()).toBe(2)
  })

  test('home: list, search, archive and restore', async () => {
    const { page, t, look } = await openView(view)
    await enter(page, t)
    await page.getByRole('heading', { name: t('home__header__welcome', { name: 'Elena Evaluadora' }) }).waitFor()
    await look('home')
    const pages = page.getByRole('navigation', { name: t('participants__list__pages') })
    await pages.getByRole('button', { name: t('base__pager__page', { page: 2 }), exact: true }).click()
    await page.getByRole('switch', { name: t('participants__list__view_all') }).click()
    await pages.waitFor({ state: 'detached' })

    const code = await registerParticipant(page, t, { name: 'Nicanor' })
    await page
      .getByRole('main')
      .getByRole('searchbox')
      .fill(`nicanor ${code.slice(-6)}`)
    await button(page, t('participants__list__archive_label', { code })).click()
    await page.getByText(t('participants__list__archived'), { exact: true }).first().waitFor()
    await look('home-search')
    await button(page, t('participants__list__restore_label', { code })).click()
    await page.getByText(t('participants__list__restored', { code })).waitFor()
    await page.getByRole('main').getByRole('searchbox').fill('zzzzzz')
    await page.getByText(t('participants__list__nothing_found')).waitFor()
    await page.getByRole('main').getByRole('searchbox').fill(code)
    // On a phone, the message covers the only row, and stays as long as the pointer is over it.
    await page.getByRole('link', { name: code }).first().press('Enter')
    await page.getByRole('heading', { name: code }).waitFor()
    await look('participant')
  })

  test('registration: shows missing and taken values at their fields', async () => {
    const { page, t, look } = await openView(view)
    await enter(page, t)
    await openRegistration(page, t)
    await button(page, t('home__form__submit')).click()
    await page.getByText(t('form_hook__empty_data')).waitFor()
    await page.getByText(t('form_hook__field_error__required')).first().waitFor()
    await look('registration-empty')
    await button(page, t('home__form__more')).click()
    await look('registration-all')
    const code = await registerParticipant(page, t)
    await openRegistration(page, t)
    await page.locator('input[name="code"]').fill(code)
    await button(page, t('home__form__submit')).click()
    await page.getByText(t('form_hook__field_error__already_exists')).waitFor()
  })

  test('result: item by item, failed and pending functions', {
    tags: view.language === 'es' ? 'short' : [],
  }, async () => {
    const { page, t, look } = await openView(view)
    await enter(page, t)
    await page.getByRole('main').getByRole('searchbox').fill('DEMO-001')
    await page.getByRole('link', { name: 'DEMO-001' }).first().click()
    const results = page.getByRole('link', { name: new RegExp(`^${t('responses__list__result')} `) })
    await results.first().waitFor()
    const address = await results.first().getAttribute('href')
    await page.goto(address!)
    await page.getByRole('heading', { name: t('responses__result__metrics') }).waitFor()
    await page.getByText(t('responses__result__stimulus')).first().click()
    await page.getByRole('group', { name: /./ }).first().waitFor()
    await look('result')
    await page.getByRole('tab').nth(1).click()
    await page.waitForURL('**/?item=2')

    // The same session as it looks when every analysis has failed, and while all are pending.
    let status = 'failed'
    await page.route('**/api/protocols/responses/*/*/?*', async (route) => {
      const answer = await route.fetch()
      const session = await answer.json()
      for (const response of session.responses)
        for (const result of response.feature_extraction_res) {
          const { feature_extraction_func } = result
          for (const key of Object.keys(result)) delete result[key]
          const error = status === 'failed' ? 'crashed' : null
          Object.assign(result, { feature_extraction_func, status, error, scores: {}, missing: {}, data: {} })
          const uncompared = {
            semaphore: {},
            percentiles: {},
            intervals: {},
            compared: {},
            uncompared: {},
            feature_population_distribution: null,
          }
          Object.assign(result, uncompared)
        }
      // The tag of the real answer would keep the page with this one.
      const { etag: _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers, json: session })
    })
    await page.goto(address!)
    await page.getByText(t('responses__result__all_failed_title')).waitFor()
    await page.getByText(t('analysis__error__crashed')).first().waitFor()
    await look('result-failed')
    status = 'pending'
    await page.reload()
    await page.getByText(t('responses__result__state__pending')).filter({ visible: true }).first().waitFor()
    await look('result-pending')
    // A handler may still wait for its answer.
    await page.unrouteAll({ behavior: 'wait' })
    // The page asks again by itself, without a reload.
    await page
      .getByText(t('responses__result__state__ready'))
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 300_000 })
  })
})
