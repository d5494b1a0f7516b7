import type { UserId } from '@fonema/contract'
import { issueToken } from '../../src/auth/password-tokens.ts'
import { createPerson } from '../access-actors.ts'
import type { House } from '../house.ts'
import { password } from '../template.ts'
import { visitor } from '../visitor.ts'
import { type Attack, gained, signedIn, somebody } from './attack.ts'

type Asked = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object }

async function ask(house: House, by: { authorization: string }, { method, path, body }: Asked) {
  const url = `/api/organizations/${path}`
  const response = await house.demo.app.inject({ method, url, headers: by, ...(body && { payload: body }) })
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() }
}

async function userIdOf({ demo }: House, email: string): Promise<UserId> {
  const found = demo.database.shared.selectFrom('credentials').select('user_id').where('email_key', '=', email)
  return (await found.executeTakeFirstOrThrow()).user_id
}

/** The owner turns passwords off and keeps the break-glass account, and on again afterwards. */
const withPasswordsOff =
  (run: (house: House) => ReturnType<Attack[2]>): Attack[2] =>
  async (house) => {
    const owner = await house.owner()
    const set = (id: UserId | null) =>
      ask(house, owner, { method: 'PATCH', path: 'sign_in_policy/', body: { break_glass_user_id: id } })
    const { status } = await set(await userIdOf(house, 'owner@demo.example'))
    if (status !== 200) throw new Error('the owner could not turn passwords off')
    const outcome = await run(house)
    await set(null)
    return outcome
  }

/** A change by somebody that must not happen. */
const refusedChange =
  (by: string, asked: (house: House) => Promise<Asked> | Asked): Attack[2] =>
  async (house) => {
    const answer = await ask(house, await house.demo.signIn(by), await asked(house))
    return { ...answer, reached: answer.status < 300 }
  }

const client = { issuer: 'https://id.evil.example', client_id: 'x', client_secret: 'x' }
const newProvider = (changes: object): Asked => ({
  method: 'POST',
  path: 'providers/',
  body: { name: `P ${Math.random()}`, ...client, domains: ['demo.example'], ...changes },
})
const owner = 'owner@demo.example'

/** Passwords where they are off, and changes of the rules themselves. */
export const passwordAttacks: readonly Attack[] = [
  [
    'the right password where passwords are off',
    'invalid_credentials_remaining_attempts',
    withPasswordsOff(async (house) => {
      const browser = house.browser()
      const credentials = { email: 'examiner@demo.example', password }
      return gained(await browser.send('POST', '/user/api/token/', credentials), browser)
    }),
  ],
  [
    'a link to set a password that was mailed before',
    'invalid_token',
    async (house) => {
      const token = await issueToken(
        house.demo.database,
        await userIdOf(house, 'colleague@demo.example'),
        'reset',
        house.demo.clock.now(),
      )
      return withPasswordsOff(async () => {
        const browser = house.browser()
        const answer = await browser.send('POST', '/user/password_reset/confirm/', {
          token,
          password: 'Molino-verde-82!',
        })
        return { ...answer, reached: answer.status < 300 }
      })(house)
    },
  ],
  [
    'a link to set a password for an account without one',
    'invalid_token',
    async (house) => {
      const { browser } = await signedIn(house)
      const { id } = (await browser.send('GET', '/user/user_info/')).body
      const token = await issueToken(house.demo.database, id, 'reset', house.demo.clock.now())
      const answer = await browser.send('POST', '/user/password_reset/confirm/', {
        token,
        password: 'Molino-verde-82!',
      })
      return { ...answer, reached: answer.status < 300 }
    },
  ],
  [
    'an invitation where passwords are off',
    'passwords_off',
    withPasswordsOff(
      refusedChange(owner, ({ demo }) => ({
        method: 'POST',
        path: 'user/',
        body: { email: 'new@demo.example', first_name: 'N', last_name: 'N', locale: demo.localeId('es-AR') },
      })),
    ),
  ],
  [
    'connecting by a password where passwords are off',
    'invalid_credentials_remaining_attempts',
    withPasswordsOff(async (house) => {
      const browser = house.browser()
      const { body } = await browser.signInBy(house.provider.id, house.idp, somebody({ email: 'manager@demo.example' }))
      const payload = { provider_id: house.provider.id, continuation: body.continuation, password }
      return gained(await browser.send('POST', '/user/provider/continue/', payload), browser)
    }),
  ],
  [
    'a new password of one’s own where passwords are off',
    400,
    async (house) => {
      const browser = visitor(house.demo)
      await browser.send('POST', '/user/api/token/', { email: 'examiner@demo.example', password })
      return withPasswordsOff(async () => {
        const body = { password, new_password: 'Molino-verde-82!' }
        const answer = await browser.send('POST', '/user/password/', body)
        return { ...answer, reached: answer.status < 300 }
      })(house)
    },
  ],
  [
    'a second factor by a password where passwords are off',
    400,
    async (house) => {
      const browser = visitor(house.demo)
      await browser.send('POST', '/user/api/token/', { email: 'examiner@demo.example', password })
      return withPasswordsOff(async () => {
        const answer = await browser.send('POST', '/user/mfa/totp/', { password })
        return { ...answer, reached: answer.status < 300 }
      })(house)
    },
  ],
  [
    'the end of the break-glass account',
    'conflict',
    async (house) => {
      const { user_id } = await createPerson(house.demo, house.demo.organizationId, { roles: ['manager'] })
      const by = await house.owner()
      const set = (id: string | null) =>
        ask(house, by, { method: 'PATCH', path: 'sign_in_policy/', body: { break_glass_user_id: id } })
      if ((await set(user_id!)).status !== 200) throw new Error('the owner could not turn passwords off')
      const answer = await ask(house, by, { method: 'PATCH', path: `user/${user_id}/`, body: { is_active: false } })
      await set(null)
      return { ...answer, reached: answer.status < 300 }
    },
  ],
  [
    'a break-glass account that manages nothing',
    400,
    refusedChange(owner, async (house) => ({
      method: 'PATCH',
      path: 'sign_in_policy/',
      body: { break_glass_user_id: await userIdOf(house, 'examiner@demo.example') },
    })),
  ],
  [
    'another organisation’s break-glass account',
    400,
    refusedChange(owner, async (house) => ({
      method: 'PATCH',
      path: 'sign_in_policy/',
      body: { break_glass_user_id: await userIdOf(house, 'examiner@other.example') },
    })),
  ],
  [
    'a manager who turns passwords off',
    403,
    refusedChange('manager@demo.example', async (house) => ({
      method: 'PATCH',
      path: 'sign_in_policy/',
      body: { break_glass_user_id: await userIdOf(house, 'manager@demo.example') },
    })),
  ],
  ['a manager who adds a provider', 403, refusedChange('manager@demo.example', () => newProvider({}))],
  [
    'a manager who changes the rules',
    403,
    refusedChange('manager@demo.example', ({ provider }) => ({
      method: 'PATCH',
      path: `providers/${provider.id}/`,
      body: { rules: [] },
    })),
  ],
  [
    'another organisation that claims the domain',
    400,
    async (house) => {
      Object.assign(house.demo.config, {
        signInDomains: new Map([['demo.example', house.demo.otherOrganizationId]]),
      })
      const answer = await ask(house, await house.demo.signIn('examiner@other.example'), newProvider({}))
      Object.assign(house.demo.config, { signInDomains: new Map([['demo.example', house.demo.organizationId]]) })
      return { ...answer, reached: answer.status < 300 }
    },
  ],
  ['a domain that nobody approved', 400, refusedChange(owner, () => newProvider({ domains: ['bank.example'] }))],
  ['a domain of this organisation’s other provider', 400, refusedChange(owner, () => newProvider({}))],
  ['a domain with a space', 400, refusedChange(owner, () => newProvider({ domains: ['demo .example'] }))],
  ['an issuer in clear', 400, refusedChange(owner, () => newProvider({ issuer: 'http://id.demo.example' }))],
  ['an issuer that is a file', 400, refusedChange(owner, () => newProvider({ issuer: 'file:///etc/passwd' }))],
  [
    'an issuer with a password in it',
    400,
    refusedChange(owner, () => newProvider({ issuer: 'https://a:b@id.demo.example' })),
  ],
  [
    'the stored secret for another issuer',
    400,
    refusedChange(owner, ({ provider }) => ({
      method: 'PATCH',
      path: `providers/${provider.id}/`,
      body: { issuer: 'https://id.evil.example' },
    })),
  ],
  [
    'another organisation’s package in a rule',
    400,
    refusedChange(owner, async ({ demo, provider }) => {
      const { package_id } = await createPerson(demo, demo.otherOrganizationId)
      const rules = [{ claim: 'groups', value: 'x', roles: ['examiner'], tags: [], packages: [package_id] }]
      return { method: 'PATCH', path: `providers/${provider.id}/`, body: { rules } }
    }),
  ],
  [
    'the secret in the answers',
    200,
    async (house) => {
      const answer = await ask(house, await house.owner(), { method: 'GET', path: 'providers/' })
      const log = await ask(house, await house.owner(), { method: 'GET', path: 'audit/' })
      return { ...answer, reached: JSON.stringify([answer.body, log.body]).includes(house.idp.clientSecret) }
    },
  ],
]
