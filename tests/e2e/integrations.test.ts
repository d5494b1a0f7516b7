import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createAccount } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'
import { openView, submitSignIn, type View, views } from './views.ts'

type Received = { headers: Record<string, string>; body: string }

async function startReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ headers: request.headers as Record<string, string>, body })
    reply.writeHead(200).end('thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

async function openAsOwner(view: View) {
  const { page, t, look } = await openView(view)
  await page.getByLabel(t('login__form__email')).fill('owner@demo.example')
  await page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login__form__submit') }).click()
  await page.waitForURL('**/admin/')
  await page.goto('/admin/webhooks/')
  await page.getByRole('heading', { level: 1, name: t('rooms__title__webhooks') }).waitFor()
  return { page, t, look }
}

test.each(views)(
  'a manager makes a webhook and the other system receives a signed test event: $language',
  async (view) => {
    const receiver = await startReceiver()
    const { page, t, look } = await openAsOwner(view)
    await page.getByRole('button', { name: t('webhooks__card__add') }).click()
    await page.locator('input[name="url"]').fill(receiver.url)
    // The demonstration may still be completing its sessions.
    await page.getByLabel(t('webhooks__event__session_completed'), { exact: true }).uncheck()
    await page.getByLabel(t('webhooks__event__consent_withdrawn'), { exact: true }).check()
    await look('webhook-form')
    await page
      .getByRole('button', { name: t('webhooks__form__save'), exact: true })
      .last()
      .click()
    const secret = await page.getByLabel(t('webhooks__secret__label'), { exact: true }).inputValue()
    await page.getByRole('button', { name: t('webhooks__secret__done') }).click()
    await page.getByRole('button', { name: t('webhooks__card__deliveries_label', { url: receiver.url }) }).click()
    await page.getByText(t('webhooks__deliveries__empty')).waitFor()
    await page.getByRole('button', { name: t('webhooks__deliveries__test'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('cell', { name: t('webhooks__delivery__delivered') })
      .first()
      .waitFor()
    await look('webhook-deliveries')
    const [{ headers, body }] = receiver.received as [Received]
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'test' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('webhooks__card__edit_label', { url: receiver.url }) }).click()
    await page.getByRole('button', { name: t('webhooks__form__remove') }).click()
    await page
      .getByRole('button', { name: t('webhooks__form__remove') })
      .last()
      .click()
    await page.getByText(t('webhooks__form__removed')).waitFor()
  },
)

test.each(views)('the owner adds a FHIR server, which answers a test: $language', async (view) => {
  const record = createServer((request, reply) => {
    const isKnown = request.headers.authorization === 'Bearer a token of the record'
    const body = { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' }
    reply.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => record.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void record.close())
  const url = `http://127.0.0.1:${(record.address() as AddressInfo).port}/fhir`
  const { page, t, look } = await openAsOwner(view)
  await page.getByText(t('webhooks__records__empty')).waitFor()
  await page.getByRole('button', { name: t('webhooks__records__add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name="record_url"]').fill(url)
  await look('record-server-form')
  await dialog.locator('select[name="record_sign_in"]').selectOption('bearer')
  await dialog.getByRole('button', { name: t('webhooks__form__save'), exact: true }).click()
  await dialog.getByText(t('form_hook__field_error__required')).waitFor()
  await dialog.locator('input[name="record_secret"]').fill('a token of the record')
  await dialog.getByRole('button', { name: t('webhooks__form__save'), exact: true }).click()
  await page.getByText(t('webhooks__records__saved')).waitFor()
  await look('record-servers')
  await page.getByRole('button', { name: t('webhooks__card__deliveries_label', { url }) }).click()
  await page.getByRole('button', { name: t('webhooks__deliveries__test'), exact: true }).click()
  await dialog
    .getByRole('cell', { name: t('webhooks__delivery__delivered') })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('webhooks__card__edit_label', { url }) }).click()
  await page.getByRole('button', { name: t('webhooks__records__remove') }).click()
  await page
    .getByRole('button', { name: t('webhooks__records__remove') })
    .last()
    .click()
  await page.getByText(t('webhooks__records__removed')).waitFor()
})

test.each(views)('a person whom the directory deactivates is signed out at the next click: $language', async (view) => {
  const name = `Scim-${view.language}-${Date.now()}`
  const { email } = await createAccount(name)
  const manager = await openAsOwner(view)
  await manager.page.getByRole('button', { name: manager.t('webhooks__directory__add') }).click()
  await manager.page.locator('input[name="token_name"]').fill(name)
  await manager.page.getByRole('button', { name: manager.t('webhooks__directory__make'), exact: true }).click()
  const token = await manager.page.getByLabel(manager.t('webhooks__directory__token'), { exact: true }).inputValue()
  await manager.page.getByRole('button', { name: manager.t('webhooks__secret__done') }).click()
  await manager.page.getByText(name).waitFor()
  await manager.look('directory')

  const { page, t } = await openView(view)
  await submitSignIn(page, t, email)
  await page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
  const scim = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${inject('baseUrl')}/scim/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const { Resources } = await scim('GET', `Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)
  await scim('PATCH', `Users/${Resources[0].id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  await page.goto('/account/')
  await page.getByRole('heading', { name: t('login__page__title') }).waitFor()
})

test.each(views)('a program reads with its key, which is rotated without an interruption: $language', async (view) => {
  const { page, t, look } = await openAsOwner(view)
  const name = `HIS-${view.language}-${Date.now()}`
  const readWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${inject('baseUrl')}/api/v1/user/participants/?limit=1`, { headers })).status
  }
  await page.getByRole('button', { name: t('webhooks__accounts__add') }).click()
  await page.locator('input[name="account_name"]').fill(name)
  await page.getByLabel(t('webhooks__scope__participants_read'), { exact: true }).check()
  await look('service-account-form')
  await page.getByRole('button', { name: t('webhooks__accounts__make'), exact: true }).click()
  const field = page.getByLabel(t('webhooks__accounts__key'), { exact: true })
  const first = await field.inputValue()
  await look('service-account-key')
  await page.getByRole('button', { name: t('webhooks__secret__done') }).click()
  expect(await readWith(first)).toBe(200)

  const keys = page.getByRole('button', { name: t('webhooks__accounts__keys_label', { name }) })
  await keys.waitFor()
  await look('service-accounts')
  await keys.click()
  await page.getByRole('button', { name: t('webhooks__accounts__another') }).click()
  const second = await field.inputValue()
  await page.getByRole('button', { name: t('webhooks__secret__done') }).click()
  expect([await readWith(first), await readWith(second)]).toEqual([200, 200])

  await page.getByText(t('webhooks__accounts__full')).waitFor()
  await look('service-account-keys')
  const revoke = t('webhooks__directory__revoke_label', { name: `…${first.slice(-4)}` })
  await page.getByRole('button', { name: revoke }).click()
  await page.getByRole('button', { name: t('webhooks__directory__revoke'), exact: true }).click()
  await page.getByText(t('webhooks__directory__revoked')).waitFor()
  expect([await readWith(first), await readWith(second)]).toEqual([401, 200])
  await page.getByRole('button', { name: t('webhooks__accounts__end'), exact: true }).click()
  await page
    .getByRole('button', { name: t('webhooks__accounts__end'), exact: true })
    .last()
    .click()
  await page.getByText(t('webhooks__accounts__ended')).waitFor()
  expect(await readWith(second)).toBe(401)
})
