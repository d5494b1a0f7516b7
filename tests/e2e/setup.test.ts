import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { questionnaire } from '../../apps/server/src/surveys/import/questionnaire.fixture.ts'
import { phone } from './browser.ts'
import { freePort } from './start-server.ts'
import { openRegistration, openView, views } from './views.ts'

const password = 'Largo-Camino-83!'

/** A new clinic as `DEMO=off npm start` starts it, and the link that its terminal shows. */
async function startClinic() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-setup-'))
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')],
    {
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  })
  return new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk) => {
      output += chunk
      const link = /^ {2}(http\S+\/setup\/\S+)$/m.exec(output)?.[1]
      if (link !== undefined) resolve(link)
    })
    child.once('exit', () => reject(new Error(output)))
  })
}

const enter = async (page: Page, email: string) => {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

test.each(views)(
  'sets up an empty system from its link; the owner imports and fills in a survey and sees its score: $language',
  async (view) => {
    const link = await startClinic()
    const { origin } = new URL(link)
    const { page, t, look } = await openView(view, { context: { baseURL: origin } })
    await page.goto(link)
    await page.getByRole('heading', { name: t('setup__page__title') }).waitFor()
    expect(page.url()).toBe(`${origin}/setup/`)
    await look('setup')
    await page.locator('input[name="organization_name"]').fill('Clínica del Puerto')
    await page.locator('select[name="time_zone"]').selectOption('America/Montevideo')
    await page.locator('input[name="first_name"]').fill('Ana')
    await page.locator('input[name="last_name"]').fill('Ruiz')
    await page.locator('input[name="email"]').fill('ana@puerto.example')
    await page.locator('input[name="new_password"]').fill(password)
    await page.locator('input[name="repeated_password"]').fill(password)
    await page.getByRole('button', { name: t('setup__page__submit') }).click()
    await page.getByText(t('setup__done__text')).waitFor()

    await page.goto(link)
    await page.getByRole('heading', { name: t('setup__invalid__title') }).waitFor()
    await look('setup-used')
    await page.goto('/')
    await enter(page, 'ana@puerto.example')
    await page.waitForURL('**/dashboard/')
    await page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()

    await page.goto('/admin/content/')
    const part = page.getByRole('region', { name: t('survey_import__card__title') })
    await part.getByRole('button', { name: t('survey_import__card__import') }).click()
    const dialog = page.getByRole('dialog')
    await look('survey-import')
    const give = (file: unknown) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'voz.json',
        mimeType: 'application/json',
        buffer: Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
      })
    await give('{"resourceType":"Patient"}')
    await dialog.getByText(t('survey_import__problem__not_a_survey')).waitFor()
    await give(questionnaire)
    await dialog.getByRole('heading', { name: 'La voz de cada día' }).waitFor()
    await dialog.getByText(t('survey_import__found__all')).click()
    await dialog.getByText(t('survey_import__loss__type_not_known'), { exact: false }).waitFor()
    expect(await dialog.getByLabel(t('survey_import__licence__label')).inputValue()).toBe('CC BY 4.0')
    const store = dialog.getByRole('button', { name: t('imports__file__store'), exact: true })
    await dialog.getByLabel(t('survey_import__licence__label')).fill('')
    await store.click()
    await dialog.getByText(t('survey_import__licence__missing')).waitFor()
    await dialog.getByLabel(t('survey_import__licence__label')).fill('CC BY 4.0')
    await dialog.getByLabel(t('survey_import__rule__sum')).check()
    await dialog.getByLabel(t('survey_import__rule__label')).fill('Molestias')
    const addBand = dialog.getByRole('button', { name: t('survey_import__rule__add_band') })
    await addBand.click()
    await dialog.getByLabel(t('survey_import__rule__up_to')).fill('115')
    await dialog.getByLabel(t('survey_import__rule__band'), { exact: true }).fill('pocas')
    await dialog.getByRole('button', { name: t('survey_import__rule__add_alert') }).click()
    await dialog.getByLabel(t('survey_import__rule__field')).selectOption('q_2')
    await dialog.getByLabel(t('survey_import__rule__at_least')).fill('2')
    await dialog
      .getByLabel(t('survey_import__rule__text'), { exact: true })
      .fill('Dolor diario: conviene una consulta.')
    await look('survey-import-preview')
    await store.click()
    await page.getByText(t('survey_import__card__stored')).waitFor()
    await look('admin-surveys')

    await page.goto('/admin/')
    await page.getByRole('button', { name: t('organization__users__edit_label', { name: 'Ruiz, Ana' }) }).click()
    await dialog.locator('summary').click()
    await dialog.getByLabel(t('organization__user__surveys')).fill('La voz de')
    await page.getByRole('option', { name: 'La voz de cada día', exact: true }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: t('organization__user__save') }).click()
    await page.getByText(t('organization__user__saved', { name: 'Ana Ruiz' })).waitFor()

    await page.goto('/dashboard/')
    await openRegistration(page, t)
    await page.locator('input[name="code"]').fill('P-1')
    await page.getByRole('button', { name: t('home__form__submit'), exact: true }).click()
    await page.getByRole('link', { name: 'P-1', exact: true }).first().click()
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: t('participants__page__survey') }).click()
    // In English, the survey in Spanish is folded.
    await page.getByText(t('surveys__modal__other_languages')).click()
    await page.getByRole('button', { name: 'La voz de cada día' }).click()
    await page.locator('input[name="q_1"][value="some"]').check()
    expect(await page.locator('input[type="date"]').count()).toBe(0)
    await page.locator('input[name="q_2"][value="daily"]').check()
    await page.getByText('¿Desde cuándo?').waitFor()
    await look('imported-survey')
    await page.getByRole('button', { name: t('surveys__form__next') }).click()
    await page.locator('input[name="smokes"][value="true"]').check()
    await page.locator('input[name="cigarettes"]').fill('12')
    await page.locator('textarea[name="help"]').fill('Sí')
    await page.locator('input[name="pain"][value="3"]').check()
    await page.getByRole('button', { name: t('surveys__form__next') }).click()
    await page.getByRole('button', { name: t('surveys__form__save') }).click()
    await page.getByText('Dolor diario: conviene una consulta.').waitFor()
    await page.getByText(`${t('surveys__response__of', { value: 18, max: 114 })} · pocas`).waitFor()
    await look('imported-survey-result')
  },
)
