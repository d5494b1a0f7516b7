import type { LinkRequest } from '@fonema/contract'
import { createPerson } from '../access-actors.ts'
import type { House } from '../house.ts'
import { turnOn } from '../second-factor.ts'
import { password } from '../template.ts'
import { visitor } from '../visitor.ts'
import { type Attack, gained, isIn, signedIn, somebody, tryToSignIn } from './attack.ts'

const as =
  (changes: Record<string, unknown>): Attack[2] =>
  (house) =>
    tryToSignIn(house, somebody(changes))

/** An account with a password, and a browser with somebody at the provider who claims its address. */
async function claimed(house: House, withFactor = false) {
  const name = `claimed-${Math.random().toString(36).slice(2)}`
  const { user_id } = await createPerson(house.demo, house.demo.organizationId, { name, roles: ['examiner'] })
  const email = `${name}@demo.example`
  if (withFactor) await turnOn(house.demo, await house.demo.signIn(email))
  const browser = house.browser()
  const person = somebody({ email })
  const { body } = await browser.signInBy(house.provider.id, house.idp, person)
  const goOn = (proof: object, by = browser, continuation = body.continuation) =>
    by.send('POST', '/user/provider/continue/', { provider_id: house.provider.id, continuation, ...proof })
  /** Asks the owner, and finds the request. */
  const ask = async (by = browser, continuation = body.continuation) => {
    await by.send('POST', '/user/provider/ask/', { provider_id: house.provider.id, continuation })
    const url = '/api/organizations/provider_links/'
    const list = await house.demo.app.inject({ url, headers: await house.owner() })
    const asked = list
      .json()
      .find((one: LinkRequest) => one.user_id === user_id && one.provider_id === house.provider.id)
    return `${url}${asked.id}/approve/`
  }
  return { email, browser, person, body, goOn, ask }
}

/** People whom the house knows, and who are not let in, or not as somebody else. */
export const peopleAttacks: readonly Attack[] = [
  ['an address that is not verified', 'email_unverified', as({ email_verified: false })],
  ['an address of which nothing is said', 'email_unverified', as({ email_verified: undefined })],
  ['an address that is verified in words', 'email_unverified', as({ email_verified: 'true' })],
  ['no address', 'email_missing', as({ email: undefined })],
  ['a list of addresses', 'email_missing', as({ email: ['a@demo.example', 'owner@demo.example'] })],
  ['an address with a line break', 'email_missing', as({ email: 'a@demo.example\nb@demo.example' })],
  ['another domain', 'email_foreign', as({ email: 'x@elsewhere.example' })],
  ['another organisation’s domain', 'email_foreign', as({ email: 'new@other.example' })],
  ['another organisation’s account', 'email_foreign', as({ email: 'examiner@other.example' })],
  ['a domain below the house’s', 'email_foreign', as({ email: 'x@sub.demo.example' })],
  ['a domain that ends like the house’s', 'email_foreign', as({ email: 'x@evil-demo.example' })],
  ['two domains in one address', 'email_missing', as({ email: 'x@demo.example@evil.example' })],
  ['the address of the owner, in an unlinked account', 'link_required', as({ email: 'owner@demo.example' })],
  ['the same in capitals', 'link_required', as({ email: 'OWNER@DEMO.EXAMPLE' })],
  ['the same in letters that look alike (full width)', 'link_required', as({ email: 'ｏwner@demo.example' })],
  ['a group that no rule names', 'no_role', as({ groups: ['kitchen'] })],
  ['no groups', 'no_role', as({ groups: undefined })],
  ['a group whose name begins alike', 'no_role', as({ groups: ['speech-visitors'] })],
  ['a group in other letters', 'no_role', as({ groups: ['SPEECH'] })],
  ['groups as one text', 'no_role', as({ groups: 'kitchen,speech' })],
  ['an object as group', 'no_role', as({ groups: { 0: 'speech' } })],
  [
    'the owner’s role by a rule',
    400,
    async (house) => {
      const url = `/api/organizations/providers/${house.provider.id}/`
      const rules = [{ claim: 'groups', value: 'speech', roles: ['owner'], tags: [], packages: [] }]
      const response = await house.demo.app.inject({
        method: 'PATCH',
        url,
        headers: await house.owner(),
        payload: { rules },
      })
      return { status: response.statusCode, body: {}, reached: response.statusCode < 300 }
    },
  ],
  [
    'an account by its address alone (takeover)',
    'link_required',
    async (house) => {
      const { browser, body } = await claimed(house)
      return gained({ status: 409, body }, browser)
    },
  ],
  [
    'connecting without the password',
    'link_required',
    async (house) => {
      const { browser, goOn } = await claimed(house)
      return gained(await goOn({}), browser)
    },
  ],
  [
    'connecting with a wrong password',
    'invalid_credentials_remaining_attempts',
    async (house) => {
      const { browser, goOn } = await claimed(house)
      return gained(await goOn({ password: 'wrong' }), browser)
    },
  ],
  [
    'guessing the password by connecting',
    'account_locked',
    async (house) => {
      const { browser, goOn } = await claimed(house)
      for (let guesses = 0; guesses < 5; guesses++) await goOn({ password: 'wrong' })
      return gained(await goOn({ password }), browser)
    },
  ],
  [
    'connecting in another browser',
    'not_begun_here',
    async (house) => {
      const { goOn } = await claimed(house)
      const other = house.browser()
      return gained(await goOn({ password }, other), other)
    },
  ],
  [
    'connecting with a continuation of another browser',
    'not_begun_here',
    async (house) => {
      const [one, two] = [await claimed(house), await claimed(house)]
      return gained(await two.goOn({ password }, two.browser, one.body.continuation), two.browser)
    },
  ],
  [
    'connecting twice with one continuation',
    'not_begun_here',
    async (house) => {
      const { browser, goOn } = await claimed(house)
      await goOn({ password })
      const copy = visitor(house.demo)
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return gained(await goOn({ password }, copy), copy)
    },
  ],
  [
    'connecting too late',
    'not_begun_here',
    async (house) => {
      const { browser, goOn } = await claimed(house)
      house.demo.clock.advance(601)
      return gained(await goOn({ password }), browser)
    },
  ],
  [
    'connecting without the second factor',
    'second_factor_required',
    async (house) => {
      const { browser, goOn } = await claimed(house, true)
      return gained(await goOn({ password }), browser)
    },
  ],
  [
    'connecting with a wrong code',
    'invalid_second_factor',
    async (house) => {
      const { browser, goOn } = await claimed(house, true)
      return gained(await goOn({ password, code: '000000' }), browser)
    },
  ],
  [
    'a request that the owner did not approve',
    'link_required',
    async (house) => {
      const { browser, body, person } = await claimed(house)
      const asked = { provider_id: house.provider.id, continuation: body.continuation }
      await browser.send('POST', '/user/provider/ask/', asked)
      const again = house.browser()
      return gained(await again.signInBy(house.provider.id, house.idp, person), again)
    },
  ],
  [
    'a second person at the house for an account that is connected',
    'conflict',
    async (house) => {
      const { browser, email, goOn, ask } = await claimed(house)
      await goOn({ password })
      if (!(await isIn(browser))) throw new Error('an honest connection failed')
      const thief = house.browser()
      const { body } = await thief.signInBy(house.provider.id, house.idp, somebody({ email }))
      const url = await ask(thief, body.continuation)
      const response = await house.demo.app.inject({ method: 'POST', url, headers: await house.owner() })
      return gained({ status: response.statusCode, body: response.json() }, thief)
    },
  ],
  [
    'the approval of another organisation’s owner',
    'not_found',
    async (house) => {
      const { browser, ask } = await claimed(house)
      const url = await ask()
      const stranger = await house.demo.signIn('examiner@other.example')
      const response = await house.demo.app.inject({ method: 'POST', url, headers: stranger })
      return gained({ status: response.statusCode, body: response.json() }, browser)
    },
  ],
  [
    'a deactivated account',
    'deactivated',
    async (house) => {
      const { browser, person } = await signedIn(house)
      const { id } = (await browser.send('GET', '/user/user_info/')).body
      const url = `/api/organizations/user/${id}/`
      await house.demo.app.inject({ method: 'PATCH', url, headers: await house.owner(), payload: { is_active: false } })
      const again = house.browser()
      return gained(await again.signInBy(house.provider.id, house.idp, person), again)
    },
  ],
  [
    'a provider’s sign-in instead of the account’s second factor',
    'second_factor_required',
    async (house) => {
      const { browser, person, goOn, email } = await claimed(house)
      await goOn({ password })
      if (!(await isIn(browser))) throw new Error('an honest connection failed')
      await turnOn(house.demo, await house.demo.signIn(email))
      const again = house.browser()
      return gained(await again.signInBy(house.provider.id, house.idp, { ...person, amr: ['mfa'] }), again)
    },
  ],
  [
    'a group that was taken away, at the next renewal',
    401,
    async (house) => {
      const { browser, person } = await signedIn(house)
      house.idp.change(person.sub, { groups: [] })
      house.demo.clock.advance(300)
      const answer = await browser.refresh()
      return gained(answer, browser)
    },
  ],
  [
    'a group that was taken away, at the next sign-in',
    'no_role',
    async (house) => {
      const { person } = await signedIn(house)
      const again = house.browser()
      return gained(await again.signInBy(house.provider.id, house.idp, { ...person, groups: [] }), again)
    },
  ],
  [
    'a sign-in that the provider ended, at the next renewal',
    401,
    async (house) => {
      const { browser, person } = await signedIn(house)
      house.idp.forget(person.sub)
      house.demo.clock.advance(300)
      return gained(await browser.refresh(), browser)
    },
  ],
  [
    'somebody else in the renewed token',
    401,
    async (house) => {
      const { browser, person } = await signedIn(house)
      house.idp.change(person.sub, { sub: 'another' })
      house.demo.clock.advance(300)
      return gained(await browser.refresh(), browser)
    },
  ],
]
