import { expect, test } from 'vitest'
import { buildHouse, doctor, type House } from '../../testing/house.ts'
import { codeNow } from '../../testing/second-factor.ts'
import { password } from '../../testing/test-app.ts'
import type { Visitor } from '../../testing/visitor.ts'
import { dayIn } from '../platform/clock.ts'

/** The house's doctor, who has no password here, on the first day on which examiners need a second factor. */
async function buildRequired(given: Parameters<typeof buildHouse>[0] = {}) {
  const house = await buildHouse(given)
  const { demo, owner, provider, idp, browser } = house
  const second_factor_required_from = {
    examiner: dayIn('America/Argentina/Buenos_Aires', demo.clock.now()),
    manager: null,
  }
  const response = await demo.app.inject({
    method: 'PATCH',
    url: '/api/organizations/sign_in_rules/',
    headers: { ...(await owner()) },
    payload: { second_factor_required_from },
  })
  expect(response.statusCode).toBe(200)
  const enter = async (person = doctor) => {
    const one = browser()
    expect((await one.signInBy(provider.id, idp, person)).status).toBe(200)
    return one
  }
  return { ...house, enter }
}

const setUp = { status: 403, body: { code: 'second_factor_setup_required' } }
const wrong = { status: 400, body: { provider: ['invalid'] } }

/** A new sign-in at the provider, for this. */
async function confirmed({ idp, provider }: Pick<House, 'idp' | 'provider'>, browser: Visitor, body?: object) {
  const { address } = (await browser.send('POST', '/user/provider/confirm/', body)).body
  const query = idp.signIn(address, doctor)
  return (await browser.send('POST', '/user/provider/confirmed/', { provider_id: provider.id, query })).body
    .proof as string
}

test('a person of the house who proved no second factor sets one up, without a password', async () => {
  const house = await buildRequired()
  const browser = await house.enter()
  expect(await browser.send('GET', '/user/participants/')).toMatchObject(setUp)
  expect((await browser.send('GET', '/user/provider/')).body).toMatchObject({ has_password: false })
  expect(await browser.send('POST', '/user/mfa/totp/', {})).toMatchObject({ status: 400 })
  expect(await browser.send('POST', '/user/mfa/totp/', { password })).toMatchObject({ status: 400 })
  expect(await browser.send('POST', '/user/mfa/totp/', { provider: 'x' })).toMatchObject(wrong)

  const provider = await confirmed(house, browser, { purpose: 'second_factor' })
  const { status, body } = await browser.send('POST', '/user/mfa/totp/', { provider })
  expect(status).toBe(201)
  // Used up.
  expect(await browser.send('POST', '/user/mfa/totp/', { provider })).toMatchObject(wrong)
  const code = codeNow(house.demo, body.secret)
  expect(await browser.send('POST', '/user/mfa/totp/confirm/', { code })).toMatchObject({ status: 200 })
  expect((await browser.send('GET', '/user/participants/')).status).toBe(200)

  // The next sign-in asks for it, and turning it off needs a new sign-in there.
  const again = await house.browser().signInBy(house.provider.id, house.idp, doctor)
  expect(again).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
  const off = await confirmed(house, browser, { purpose: 'second_factor' })
  expect((await browser.send('DELETE', '/user/mfa/totp/', { provider: off })).status).toBe(204)
})

test('a factor that the provider proved counts where the owner trusts it, and nowhere else', async () => {
  const trusting = await buildRequired({ trusts_factor: true })
  const proven = await trusting.enter({ ...doctor, amr: ['pwd', 'mfa'] })
  expect((await proven.send('GET', '/user/participants/')).status).toBe(200)
  const unproven = await trusting.enter({ ...doctor, amr: ['pwd'] })
  expect(await unproven.send('GET', '/user/participants/')).toMatchObject(setUp)
  // The other session of the same person stays proven.
  expect((await proven.send('GET', '/user/participants/')).status).toBe(200)

  const untrusting = await buildRequired()
  const claimed = await untrusting.enter({ ...doctor, amr: ['pwd', 'mfa'] })
  expect(await claimed.send('GET', '/user/participants/')).toMatchObject(setUp)
})

test('a proof of the provider confirms only what it began with', async () => {
  const house = await buildHouse()
  const browser = house.browser()
  await browser.signInBy(house.provider.id, house.idp, doctor)
  const setUpWith = (provider: string) => browser.send('POST', '/user/mfa/totp/', { provider })
  expect(await setUpWith(await confirmed(house, browser))).toMatchObject(wrong)
  expect(await setUpWith(await confirmed(house, browser, { purpose: 'signature' }))).toMatchObject(wrong)
  const report_id = crypto.randomUUID()
  expect(await setUpWith(await confirmed(house, browser, { purpose: 'signature', report_id }))).toMatchObject(wrong)
  const both = { purpose: 'second_factor', report_id }
  expect(await browser.send('POST', '/user/provider/confirm/', both)).toMatchObject({
    status: 400,
    body: { report_id: ['invalid'] },
  })
  // Another session of the same person does not take it either.
  const other = house.browser()
  await other.signInBy(house.provider.id, house.idp, doctor)
  expect(await setUpWith(await confirmed(house, other, { purpose: 'second_factor' }))).toMatchObject(wrong)
  expect(await setUpWith(await confirmed(house, browser, { purpose: 'second_factor' }))).toMatchObject({ status: 201 })
})
