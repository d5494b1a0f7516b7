import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { demoPassword } from './start-server.ts'
import { enter, openRegistration, openView, registerParticipant, submitSignIn, type View, views } from './views.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const surveyNames = { es: 'Mi voz en el día a día', en: 'My voice from day to day' }

async function openParticipant(page: Page, search: string, code: string) {
  await page.getByLabel(search).fill(code)
  await page.getByRole('link', { name: code }).first().click()
  await page.getByRole('heading', { name: code }).waitFor()
}

describe.each(views)('in $language at $size.width pixels', (view) => {
  test('files; a survey with its scores, draft and archive', async () => {
    const { page, t, look } = await openView(view)
    await enter(page, t)
    const code = await registerParticipant(page, t)
    await openParticipant(page, t('participants__list__search'), code)
    const open = async (item: string) => {
      await button(page, t('participants__menu__open')).click()
      await page.getByRole('menuitem', { name: t(item), exact: true }).click()
    }
    await open('participants__menu__files')
    await page.getByText(t('files__list__empty')).waitFor()
    await page.locator('input[type="file"]').setInputFiles([
      { name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') },
      { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
    ])
    await page.getByText(t('files__upload__error__file_type_not_allowed')).waitFor()
    await button(page, t('files__list__download', { name: 'informe.pdf' })).waitFor()
    await look('files')
    await page.keyboard.press('Escape')

    await button(page, t('participants__menu__open')).click()
    const data = page.getByRole('menuitem', { name: t('participants__menu__fhir'), exact: true })
    await data.waitFor()
    await look('participant-menu')
    const [file] = await Promise.all([page.waitForEvent('download'), data.click()])
    expect(file.suggestedFilename()).toBe(`${code}-fhir.json`)
    const bundle = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(bundle.entry[0].resource.identifier[0].value).toBe(code)
    await page.keyboard.press('Escape')

    const survey = surveyNames[view.language]
    const dialog = page.getByRole('dialog')
    await button(page, t('participants__page__survey')).click()
    await dialog.getByText(t('surveys__modal__other_languages')).click()
    await dialog.getByRole('button', { name: survey }).waitFor()
    await look('surveys')
    await dialog.getByRole('button', { name: survey }).click()
    await button(page, t('surveys__form__next')).click()
    expect(await page.getByText(t('form_hook__field_error__required')).count()).toBe(10)
    await look('survey-errors')
    const fields = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
    for (const name of fields) await page.locator(`input[name="${name}"][value="often"]`).check()
    await page.keyboard.press('Escape')
    await page.getByText(t('base__unsaved__may_keep_other', { count: 30 })).waitFor()
    await look('survey-leave')
    await button(page, t('base__unsaved__keep')).click()
    await open('participants__menu__archived_surveys')
    await button(page, t('surveys__archived__continue_label', { survey })).waitFor()
    await look('survey-drafts')

    // The session ends after an hour without activity; the typed text is offered again.
    await page.evaluate(() => {
      const hourAgo = String(Date.now() - 61 * 60_000)
      for (const name of Object.keys(localStorage)) if (name.includes('gesture')) localStorage.setItem(name, hourAgo)
    })
    await page.reload()
    await page.getByText(t('login__ended__idle')).waitFor()
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).toContain('fonema.draft.')
    expect(kept).not.toContain('often')
    await submitSignIn(page, t)
    await openParticipant(page, t('participants__list__search'), code)
    await open('participants__menu__archived_surveys')
    await button(page, t('surveys__archived__continue_label', { survey })).click()
    await button(page, t('surveys__form__next')).click()
    await button(page, t('surveys__form__save')).click()
    await page.getByText(t('surveys__response__of', { value: 30, max: 40 })).waitFor()
    await look('survey-scores')
    await dialog
      .getByRole('button', { name: t('base__dialog__close'), exact: true })
      .last()
      .click()
    await page.getByRole('button', { name: survey }).first().click()
    await button(page, t('surveys__response__csv')).waitFor()
    await look('survey-response')
    await page.keyboard.press('Escape')

    await open('participants__edit__title')
    await page.waitForURL('**/participant/edit/*/')
    await page.locator('input[name="code"]').waitFor()
    await look('participant-edit')
  })

  test('comment, archives, agenda, header search, tutorial, a failure of the server', async () => {
    const { page, t, look } = await openView(view)
    await page.getByRole('link', { name: t('login__form__reset') }).click()
    await page.getByRole('heading', { name: t('login__reset__title') }).waitFor()
    await look('reset-password')
    await page.goto('/')
    await enter(page, t)
    await button(page, t('home__tutorial__open')).click()
    await page.getByText(t('home__tutorial__tutorial_text')).waitFor()
    await look('tutorial')
    await page.keyboard.press('Escape')
    await button(page, /agenda|Agenda/)
      .first()
      .click()
    await page.getByRole('dialog').getByText(t('agenda__kind__surveyres'), { exact: true }).waitFor()
    await look('calendar-modal')
    await page.keyboard.press('Escape')

    await openParticipant(page, t('participants__list__search'), 'DEMO-010')
    await look('participant-with-evolution')
    await page
      .getByRole('table')
      .getByRole('button', { name: new RegExp(`^${t('participants__activity__comment')}`) })
      .first()
      .click()
    await page.getByLabel(t('participants__comment__label')).waitFor()
    await look('comment')
    await page.keyboard.press('Escape')
    await button(page, t('participants__menu__open')).click()
    await page.getByRole('menuitem', { name: t('participants__menu__archived_sessions'), exact: true }).click()
    await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
    await look('archived-sessions')
    await page.keyboard.press('Escape')

    await page.goto('/dashboard/agenda/')
    await page.getByRole('heading', { name: t('agenda__title'), exact: true }).waitFor()
    await look('agenda')
    await page
      .getByRole('search')
      .getByRole('button', { name: t('participants__choice__search') })
      .click()
    await page.getByRole('dialog').getByRole('searchbox').fill('demo01')
    await page.getByRole('option', { name: /DEMO-010/ }).waitFor()
    await look('header-search')
    // Escape clears the text, closes the list, then the dialog.
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, /Evaluadora/).click()
    await page.getByRole('menuitem', { name: t('base__user_menu__archived') }).click()
    await page.getByRole('dialog', { name: t('participants__archived__title') }).waitFor()
    await look('archived-participants')

    await page.goto('/dashboard/')
    await openRegistration(page, t)
    await page.locator('input[name="code"]').fill('FALLA-1')
    await page.route('**/api/user/participants/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'server_error', request_id: 'r-1' } })
        : route.continue(),
    )
    await button(page, t('home__form__submit')).click()
    await page.getByText(t('base__server_error__subtitle')).waitFor()
    await look('server-error')
    await page.getByLabel(t('base__server_error__comment')).fill('...')
    await button(page, t('base__server_error__send')).click()
    await page.getByText(t('base__server_error__send_sucess')).waitFor()
  })
})

/** Moves the focus to the target with the Tab key, and fails if it cannot be reached. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target}`)
}

test('signs in and fills in a survey by keyboard only, in Portuguese', async () => {
  const view: View = { language: 'pt', size: { width: 1440, height: 900 } }
  const { page, t } = await openView(view)
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  }
  const press = async (name: string | RegExp) => {
    await tabTo(page, button(page, name).last())
    await page.keyboard.press('Enter')
  }
  await type(page.getByLabel(t('login__form__email')), 'examiner@demo.example')
  await type(page.getByLabel(t('login__form__password'), { exact: true }), demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/')
  await button(page, t('home__tutorial__skip')).waitFor()
  await page.keyboard.press('Escape')
  const code = `TECLA-${Date.now()}`
  await press(t('home__form__title'))
  await type(page.locator('input[name="code"]'), code)
  await page.keyboard.press('Enter')
  await page.getByText(t('home__form__server_response__success', { code })).waitFor()
  await type(page.getByLabel(t('participants__list__search')), code)
  await tabTo(page, page.getByRole('link', { name: code }).first())
  await page.keyboard.press('Enter')
  await press(t('participants__page__survey'))
  await page.getByRole('dialog').getByText(t('surveys__modal__other_languages')).waitFor()
  await tabTo(page, page.getByRole('dialog').locator('summary').first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /[Mm]inha voz/ }))
  await page.keyboard.press('Enter')
  for (const name of ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']) {
    await tabTo(page, page.locator(`input[name="${name}"]`).first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
  }
  await press(t('surveys__form__next'))
  await press(t('surveys__form__save'))
  await page.getByText(t('surveys__response__of', { value: 10, max: 40 })).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('cell', { name: /[Mm]inha voz/ })
    .first()
    .waitFor()
})
