import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { submit } from './browser.ts'
import { createAccount } from './clinic-api.ts'
import { enter, openView, registerParticipant, views } from './views.ts'

/** The first language of the survey, and the language that participants have. */
const languagesOf = {
  es: { own: 'es-ES', speaks: /^Español/ },
  en: { own: 'en-US', speaks: /^English/ },
}

/** Uses a control by its keys: the focus, then Enter. */
async function press(page: Page, name: string, key = 'Enter') {
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press(key)
}

async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Chooses the first entry of a list with several, and closes it. */
async function chooseFirst(page: Page, label: string) {
  await page
    .locator('input')
    .and(page.getByLabel(label, { exact: true }))
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

test.each(views)(
  'a manager builds a survey by keys, an examiner fills it in and sees its score and its notice, in $language',
  { timeout: 300_000 },
  async ({ language, size }) => {
    const { own, speaks } = languagesOf[language]
    const name = `Descanso ${language} ${Date.now()}`
    const { page, t, look } = await openView({ language, size })
    const of = (part: string, property: string, locale: string = own) =>
      page.locator(`[id="builder-${part}-${locale}-${property}"]`)
    async function write(part: string, property: string, text: string) {
      await of(part, property).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    }
    await submit(page, 'manager@demo.example')
    await page.waitForURL('**/admin/')
    await page.goto('/admin/content/')
    await page.getByRole('link', { name: t('survey_import__card__build') }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: t('builder__list__title') }).waitFor()
    await look('builder-list')
    await press(page, t('builder__list__new'))
    await page.getByRole('dialog').getByLabel(t('studio__protocol__name')).focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await type(page, t('studio__protocol__licence'), 'CC0-1.0')
    await type(page, t('studio__protocol__source'), 'Clínica de ejemplo')
    await write('survey-survey', 'description', 'Dos preguntas.')
    await page.locator('#outline-section-section-1').press('Enter')
    await write('section-section-1', 'title', 'La noche')

    // A scale, then a choice that is only asked when the scale is at least 6.
    await page.getByLabel(t('builder__field__type')).first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await press(page, t('builder__outline__add'))
    await write('field-question_1', 'label', '¿Cuánto le pesa?')
    await press(page, t('builder__outline__add'))
    await page.getByLabel(t('builder__field__type')).last().focus()
    await page.keyboard.press('Home')
    await write('field-question_2', 'label', '¿Piensa en hacerse daño?')
    await press(page, t('builder__condition__add'))
    await page.getByLabel(t('builder__condition__operator', { number: 1 })).focus()
    await page.keyboard.press('ArrowDown')
    await type(page, t('builder__condition__value', { number: 1 }), '6')
    await press(page, t('builder__option__add'))
    await press(page, t('builder__option__add'))
    await write('field-question_2', 'options.option_1.label', 'Sí')
    await write('field-question_2', 'options.option_2.label', 'No')
    await look('builder-question')

    await page.locator('#outline-scores').press('Enter')
    await press(page, t('builder__score__add'))
    await write('score-score_1', 'label', 'Carga')
    await chooseFirst(page, t('builder__field__fields'))
    await press(page, t('builder__band__add'))
    await type(page, t('builder__band__up_to', { number: 1 }), '5')
    await write('score-score_1', 'bands.0.label', 'Leve')
    await press(page, t('builder__band__add'))
    await write('score-score_1', 'bands.1.label', 'Grave')
    await press(page, t('builder__alert__add'))
    await page.getByLabel(t('builder__alert__field', { number: 1 })).focus()
    await page.keyboard.press('End')
    await chooseFirst(page, t('builder__alert__in', { number: 1 }))
    await write('alert-alert-1', 'notice', 'Hable hoy con la persona.')
    await look('builder-scores')
    await page.getByText(t('builder__gaps__none')).waitFor()

    await press(page, t('studio__preview__open'))
    const dialog = page.getByRole('dialog')
    await fillIn(dialog, t('surveys__form__try'))
    await dialog.getByText(t('surveys__response__of', { value: 8, max: 10 })).waitFor()
    await look('builder-preview')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await press(page, t('studio__publish__open'))
    await dialog.getByRole('button', { name: t('studio__question__confirm_publish') }).press('Enter')
    await page.getByText(t('studio__state__published', { version: 1 })).waitFor()

    const examiner = await createAccount(`Builder${language}${Date.now()}`)
    const { available_surveys } = (await examiner.owner('GET', 'organizations/')) as unknown as {
      available_surveys: { id: string; name: string }[]
    }
    const surveys = available_surveys.filter((one) => one.name === name).map(({ id }) => id)
    expect(surveys).toHaveLength(1)
    await examiner.owner('PATCH', `organizations/examiners/${examiner.examinerId}/`, { surveys })
    await answer({ language, size }, examiner.email, name, speaks)
  },
)

/** Answers both questions: 8, then yes. */
async function fillIn(dialog: ReturnType<Page['getByRole']>, send: string) {
  await dialog.getByRole('radio', { name: '8', exact: true }).focus()
  await dialog.page().keyboard.press('Space')
  await dialog.getByRole('radio', { name: 'Sí', exact: true }).focus()
  await dialog.page().keyboard.press('Space')
  await dialog.getByRole('button', { name: send, exact: true }).press('Enter')
  await dialog.getByText('Hable hoy con la persona.').waitFor()
  await dialog.getByText('Grave').waitFor()
}

async function answer(view: (typeof views)[number], email: string, name: string, speaks: RegExp) {
  const { page, t, look } = await openView(view)
  await enter(page, t, email)
  await registerParticipant(page, t, { speaks })
  await page
    .getByRole('button', { name: t('participants__list__survey') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(name) }).click()
  await fillIn(dialog, t('surveys__form__save'))
  await look('builder-answered')
  await dialog
    .getByRole('button', { name: t('base__dialog__close'), exact: true })
    .last()
    .click()
}
