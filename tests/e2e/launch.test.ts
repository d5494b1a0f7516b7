import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { smartClient, startEhr } from '../../apps/server/testing/ehr.ts'
import { houseClient } from '../../apps/server/testing/real-provider.ts'
import { demoPassword, startDemonstration } from './start-server.ts'
import { openView, type View, views } from './views.ts'

const people = { dora: { email: 'dora@demo.example', given_name: 'Dora', family_name: 'Médica', groups: ['speech'] } }

/** A clinic of its own, and a health record, which is another site for the browser. */
async function startBoth() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-launch-'))
  const environment = { DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn', WEBHOOK_NETWORKS: '127.0.0.0/8,::1' }
  const clinic = await startDemonstration(folder, environment, 'web')
  const record = await startEhr(people, { host: 'localhost' })
  onTestFinished(async () => {
    await record.stop()
    await clinic.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { url: clinic.url, record }
}

async function signInThere(page: Page, name: string) {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('x')
  await page.locator('button[type="submit"]').click()
}

test.each(views)(
  'from the health record: the owner sets it up, an examiner registers its patient, and opens the participant next time: $language',
  async (view: View) => {
    const { url, record } = await startBoth()
    const context = { baseURL: url }
    const owner = await openView(view, { context })
    const { t } = owner
    await owner.page.getByLabel(t('login__form__email')).fill('owner@demo.example')
    await owner.page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
    await owner.page.getByRole('button', { name: t('login__form__submit') }).click()
    await owner.page.waitForURL('**/admin/')
    await owner.page.goto('/admin/sign-in/')
    await owner.page.getByText(t('sign_in__ehrs__needs_provider')).waitFor()
    const dialog = owner.page.getByRole('dialog')
    const press = (name: string) => owner.page.getByRole('button', { name, exact: true }).click()
    await press(t('sign_in__providers__add'))
    const fill = (field: string, text: string) => dialog.locator(`input[name="${field}"]`).fill(text)
    await fill('provider_name', 'Hospital')
    await fill('provider_issuer', record.issuer)
    await fill('provider_client_id', houseClient.id)
    await fill('provider_secret', houseClient.secret)
    await dialog.getByLabel(t('sign_in__field__domains')).fill('demo.example')
    await owner.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: t('sign_in__rules__add') }).click()
    await dialog.getByLabel(t('sign_in__rules__value')).fill('speech')
    await dialog.getByRole('button', { name: t('sign_in__providers__save'), exact: true }).click()
    await owner.page.getByText(t('sign_in__providers__saved', { name: 'Hospital' })).waitFor()

    await press(t('sign_in__ehrs__add'))
    await fill('ehr_name', 'Historia')
    await fill('ehr_iss', record.iss)
    await fill('ehr_client_id', smartClient)
    await fill('ehr_code_system', 'urn:oid:2.16.858')
    await dialog.getByLabel(t('sign_in__ehrs__public'), { exact: true }).check()
    await owner.look('ehr-form')
    await dialog.getByRole('button', { name: t('sign_in__providers__save'), exact: true }).click()
    const address = await owner.page.getByLabel(t('sign_in__addresses__launch_url')).inputValue()
    const [redirectUri, logoutUri] = await Promise.all([
      owner.page.getByLabel(t('sign_in__addresses__redirect_uri')).first().inputValue(),
      owner.page.getByLabel(t('sign_in__addresses__logout_uri')).inputValue(),
    ])
    await owner.look('ehrs')
    await record.register(redirectUri, logoutUri)

    const launched = (launch: string, iss = record.iss) =>
      `${new URL(address).pathname}?${new URLSearchParams({ iss, launch })}`
    const one = await openView(view, { context })
    await one.page.goto(launched('x', 'https://evil.example/fhir'))
    await one.page.getByText(t('login__refused__launch_unknown')).waitFor()
    await one.look('launch-refused')
    await one.page.goto(launched(record.launch('first')))
    await signInThere(one.page, 'dora')
    await one.page.getByRole('heading', { level: 1, name: t('participants__launch__title') }).waitFor()
    await one.page.locator('input[name="code"]').waitFor()
    expect(await one.page.locator('input[name="code"]').inputValue()).toBe('MRN-p-1')
    expect(await one.page.locator('input[name="birthday"]').inputValue()).toBe('1950-02-03')
    await one.look('launched-patient')
    await one.page.getByRole('button', { name: t('home__form__submit'), exact: true }).click()
    await one.page.waitForURL('**/dashboard/participant/*/')
    const participant = one.page.url()
    await one.page.getByText('MRN-p-1').first().waitFor()

    // The next launch opens the same participant, without a question.
    await one.page.goto(launched(record.launch('second')))
    await one.page.waitForURL(participant)
    // A launch works once, also from the history of the browser.
    await one.page.goto(launched('second'))
    await one.page.getByText(t('login__refused__not_begun_here')).waitFor()
  },
)
