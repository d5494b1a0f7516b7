import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { shownByApp } from '../../apps/server/testing/authenticator.ts'
import { houseClient, startRealProvider } from '../../apps/server/testing/real-provider.ts'
import { demoPassword, startDemonstration } from './start-server.ts'
import { openView, registerParticipant, views } from './views.ts'

const people = {
  dora: { email: 'dora@demo.example', given_name: 'Dora', family_name: 'Médica', groups: ['speech'] },
  exa: { email: 'examiner@demo.example', given_name: 'Exa', family_name: 'Minadora', groups: ['speech'] },
}

/** A clinic of its own, and the house's identity provider, which is another site for the browser. */
async function startHouse(role?: 'web') {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-house-'))
  const clinic = await startDemonstration(folder, { DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn' }, role)
  let addresses = { redirect_uri: '', logout_uri: '' }
  const idp = await startRealProvider(
    people,
    () => ({ redirectUris: [addresses.redirect_uri], logoutUri: addresses.logout_uri, after: `${clinic.url}/` }),
    'localhost',
  )
  onTestFinished(async () => {
    await idp.stop()
    await clinic.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const register = (given: typeof addresses) => {
    addresses = given
    idp.register()
  }
  return { url: clinic.url, idp, register }
}

/** A call of the API. */
const callOf = (url: string) => async (method: string, target: string, body?: object, access?: string) => {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(access && { authorization: `Bearer ${access}` }),
  }
  const response = await fetch(`${url}/api/${target}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** The owner's calls. */
async function ownerOf(url: string) {
  const call = callOf(url)
  const { access } = await call('POST', 'user/api/token/', { email: 'owner@demo.example', password: demoPassword })
  return (method: string, target: string, body?: object) => call(method, target, body, access)
}

/** A draft of a report about the demonstration's first measured session. @returns its address */
async function draftOf(url: string): Promise<string> {
  const send = callOf(url)
  const signIn = { email: 'examiner@demo.example', password: demoPassword }
  for (;;) {
    // A session's token outlives no wait for the demonstration's measures.
    const { access } = await send('POST', 'user/api/token/', signIn)
    const all: { id: string; code: string }[] = await send('GET', 'user/participants/', undefined, access)
    const { id } = all.find(({ code }) => code === 'DEMO-001')!
    const sessions: { id: string }[] = await send('GET', `protocols/responses/${id}/`, undefined, access)
    const draft = { session: sessions[0]!.id, language: 'es' }
    const report = await send('POST', `clinical_reports/${id}/`, draft, access)
    if (report.id !== undefined) return `${url}/dashboard/participant/reports/${id}/${report.id}/`
    expect(report.code).toBe('analysis_pending')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Signs in at the provider's own page. */
async function signInThere(page: Page, name: string) {
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('x')
  await page.locator('button[type="submit"]').click()
}

test.each(views)(
  'sign-in by the house: the owner adds a provider; a first sign-in, a connected account, a signed report: $language',
  async (view) => {
    const { url, idp, register } = await startHouse()
    const context = { baseURL: url }
    const owner = await openView(view, { context })
    const { t } = owner
    await owner.page.getByLabel(t('login__form__email')).fill('owner@demo.example')
    await owner.page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
    await owner.page.getByRole('button', { name: t('login__form__submit') }).click()
    await owner.page.waitForURL('**/admin/')
    await owner.page.goto('/admin/sign-in/')
    const named = (name: string) => owner.page.getByRole('button', { name, exact: true })
    await named(t('sign_in__providers__add')).click()
    const dialog = owner.page.getByRole('dialog')
    const fill = (field: string, text: string) => dialog.locator(`input[name="provider_${field}"]`).fill(text)
    await fill('name', 'Hospital')
    await fill('issuer', idp.issuer)
    await fill('client_id', houseClient.id)
    await fill('secret', houseClient.secret)
    await dialog.getByLabel(t('sign_in__field__domains')).fill('demo.example')
    await owner.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: t('sign_in__rules__add') }).click()
    await dialog.getByLabel(t('sign_in__rules__value')).fill('speech')
    await owner.look('provider-form')
    await dialog.getByRole('button', { name: t('sign_in__providers__save'), exact: true }).click()
    const uri = await owner.page.getByLabel(t('sign_in__addresses__redirect_uri')).inputValue()
    register({
      redirect_uri: uri,
      logout_uri: await owner.page.getByLabel(t('sign_in__addresses__logout_uri')).inputValue(),
    })
    await named(t('sign_in__test__label', { name: 'Hospital' })).click()
    await owner.page.getByText(t('sign_in__test__good')).waitFor()
    await owner.look('providers')

    // Somebody without an account.
    const one = await openView(view, { context })
    await one.page.getByLabel(t('login__form__email')).fill('dora@demo.example')
    await one.page.keyboard.press('Tab')
    const there = t('login__provider__continue', { name: 'Hospital' })
    await one.page.getByRole('button', { name: there }).waitFor()
    await one.look('sign-in-with-provider')
    await one.page.getByRole('button', { name: there }).click()
    await signInThere(one.page, 'dora')
    await one.page.waitForURL('**/dashboard/')
    await one.page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()

    // The examiner of the demonstration connects the account, and signs a report.
    const report = await draftOf(url)
    const two = await openView(view, { context })
    await two.page.getByLabel(t('login__form__email')).fill('examiner@demo.example')
    // Without a password, Enter goes to the provider.
    await two.page.keyboard.press('Tab')
    await two.page.getByRole('button', { name: there }).waitFor()
    await two.page.keyboard.press('Enter')
    await signInThere(two.page, 'exa')
    await two.page.getByRole('heading', { name: t('login__link__title') }).waitFor()
    await two.look('connect-account')
    await two.page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
    await two.page.getByRole('button', { name: t('login__link__connect') }).click()
    await two.page.waitForURL('**/dashboard/')
    await two.page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
    await two.page.goto(report)
    const sign = (within: Page | ReturnType<Page['getByRole']>, name: string) =>
      within.getByRole('button', { name, exact: true }).click()
    await sign(two.page, t('clinical_reports__sign__open'))
    const confirm = t('clinical_reports__sign__use_provider', { name: 'Hospital' })
    await two.page.getByRole('dialog').getByRole('button', { name: confirm }).waitFor()
    await two.look('sign-with-provider')
    await sign(two.page.getByRole('dialog'), confirm)
    await signInThere(two.page, 'exa')
    await two.page.waitForURL(report)
    await two.page.getByText(t('clinical_reports__sign__provider_done', { name: 'Hospital' })).waitFor()
    await two.look('provider-confirmed')
    await sign(two.page.getByRole('dialog'), t('clinical_reports__sign__open'))
    await two.page.getByText(t('clinical_reports__sign__done')).waitFor()

    // From today on examiners need a second factor. Who has no password confirms at the house to set it up.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(new Date())
    const required_from = { second_factor_required_from: { examiner: today, manager: null } }
    await (await ownerOf(url))('PATCH', 'organizations/sign_in_rules/', required_from)
    await one.page.goto('/dashboard/')
    const organization = (await (await ownerOf(url))('GET', 'user/user_info/')).organization.name
    await one.page.getByText(t('second_factor__required__why', { organization })).waitFor()
    await one.look('factor-required-of-the-house')
    await one.page.getByRole('button', { name: t('second_factor__app__turn_on'), exact: true }).click()
    const goThere = t('second_factor__provider__go', { name: 'Hospital' })
    await one.page.getByRole('dialog').getByRole('button', { name: goThere }).waitFor()
    await one.look('factor-confirm-at-the-house')
    await sign(one.page.getByRole('dialog'), goThere)
    await signInThere(one.page, 'dora')
    await one.page.getByText(t('second_factor__provider__done', { name: 'Hospital' })).waitFor()
    await one.look('factor-confirmed-at-the-house')
    await sign(one.page.getByRole('dialog'), t('second_factor__password__continue'))
    const key = await one.page.locator('code').innerText()
    await one.page.locator('input[name="code"]').fill(shownByApp(key, new Date()))
    await sign(one.page, t('second_factor__setup__confirm'))
    await one.page.getByText(t('second_factor__codes__title')).waitFor()
  },
)

test.each(views)(
  'passwords are off: only the emergency account has one; signing out also signs out at the house: $language',
  async (view) => {
    const { url, idp, register } = await startHouse('web')
    const { redirect_uri, logout_uri } = await (await ownerOf(url))('POST', 'organizations/providers/', {
      name: 'Hospital',
      issuer: idp.issuer,
      client_id: houseClient.id,
      client_secret: houseClient.secret,
      domains: ['demo.example'],
      rules: [{ claim: 'groups', value: 'speech', roles: ['examiner'], tags: [], packages: [] }],
    })
    register({ redirect_uri, logout_uri })
    const context = { baseURL: url }
    const owner = await openView(view, { context })
    const { t } = owner
    const signIn = async ({ page }: typeof owner, email: string) => {
      await page.getByLabel(t('login__form__email')).fill(email)
      await page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: t('login__form__submit') }).click()
    }
    await signIn(owner, 'owner@demo.example')
    await owner.page.waitForURL('**/admin/')
    await owner.page.goto('/admin/sign-in/')
    const turnOff = owner.page.getByRole('button', { name: t('sign_in__passwords__turn_off'), exact: true })
    await turnOff.click()
    await owner.look('turn-passwords-off')
    await owner.page
      .getByRole('dialog')
      .getByRole('button', { name: t('sign_in__passwords__turn_off') })
      .click()
    await owner.page.getByRole('button', { name: t('sign_in__passwords__turn_on') }).waitFor()
    await owner.look('passwords-off')

    const one = await openView(view, { context })
    await signIn(one, 'examiner@demo.example')
    await one.page.getByRole('alert').waitFor()
    const there = t('login__provider__continue', { name: 'Hospital' })
    await one.page.getByRole('button', { name: there }).waitFor()
    await one.look('password-that-is-off')

    const two = await openView(view, { context })
    const goThere = async () => {
      await two.page.getByLabel(t('login__form__email')).fill('dora@demo.example')
      await two.page.keyboard.press('Tab')
      await two.page.getByRole('button', { name: there }).click()
    }
    await goThere()
    await signInThere(two.page, 'dora')
    await two.page.waitForURL('**/dashboard/')
    await two.page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
    await two.page.getByRole('button', { name: /Dora/ }).click()
    await two.page.getByText(t('base__user_menu__sign_out')).click()
    await two.page.waitForURL(`${idp.issuer}/**`)
    await two.page.locator('button[name="logout"]').click()
    await two.page.waitForURL(`${url}/**`)
    await two.look('signed-out-at-the-house')
    await goThere()
    await two.page.locator('input[name="login"]').waitFor()
  },
)

test.each(views)(
  'the house is away: who is in works on, the page says what to do, and the break-glass account enters: $language',
  async (view) => {
    const { url, idp, register } = await startHouse('web')
    const owner = await ownerOf(url)
    const { redirect_uri, logout_uri } = await owner('POST', 'organizations/providers/', {
      name: 'Hospital',
      issuer: idp.issuer,
      client_id: houseClient.id,
      client_secret: houseClient.secret,
      domains: ['demo.example'],
      rules: [{ claim: 'groups', value: 'speech', roles: ['examiner'], tags: [], packages: [] }],
    })
    register({ redirect_uri, logout_uri })
    const { id } = await owner('GET', 'user/user_info/')
    await owner('PATCH', 'organizations/sign_in_policy/', { break_glass_user_id: id })
    const context = { baseURL: url }
    const one = await openView(view, { context })
    const { t } = one
    const there = t('login__provider__continue', { name: 'Hospital' })
    const begin = async ({ page }: typeof one) => {
      await page.getByLabel(t('login__form__email')).fill('dora@demo.example')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: there }).click()
    }
    await begin(one)
    await signInThere(one.page, 'dora')
    await one.page.waitForURL('**/dashboard/')
    await one.page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()

    await idp.goAway()
    const two = await openView(view, { context })
    await begin(two)
    await two.page.getByText(t('login__provider__unreachable')).waitFor()
    await two.look('provider-away')
    await one.page.reload()
    await one.page.getByRole('heading', { level: 1 }).waitFor()
    await registerParticipant(one.page, t)
    const three = await openView(view, { context })
    await three.page.getByLabel(t('login__form__email')).fill('owner@demo.example')
    await three.page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
    await three.page.getByRole('button', { name: t('login__form__submit') }).click()
    await three.page.waitForURL('**/admin/')

    await idp.comeBack()
    await two.page.getByRole('button', { name: there }).click()
    await signInThere(two.page, 'dora')
    await two.page.waitForURL('**/dashboard/')
  },
)
