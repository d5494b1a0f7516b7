import { addProvider, approveDomain, type House } from '../house.ts'
import { startIdentityProvider } from '../identity-provider.ts'
import { type Attack, gained, signedIn, somebody, tryToSignIn } from './attack.ts'

const edited =
  (edit: (parameters: URLSearchParams) => void): Attack[2] =>
  (house) =>
    tryToSignIn(house, somebody(), (query) => {
      const parameters = new URLSearchParams(query)
      edit(parameters)
      return parameters.toString()
    })

/** Ways to the provider and back that did not begin in this browser, or lead elsewhere. */
export const wayAttacks: readonly Attack[] = [
  [
    'no cookie of the browser that began',
    'not_begun_here',
    async (house) => {
      const [victim, attacker] = [house.browser(), house.browser()]
      const query = house.idp.signIn(await victim.begin(house.provider.id), somebody())
      return gained(await attacker.finish(house.provider.id, query), attacker)
    },
  ],
  [
    'the cookie of another browser',
    'not_begun_here',
    async (house) => {
      const [victim, attacker] = [house.browser(), house.browser()]
      await attacker.begin(house.provider.id)
      const query = house.idp.signIn(await victim.begin(house.provider.id), somebody())
      return gained(await attacker.finish(house.provider.id, query), attacker)
    },
  ],
  [
    'a way back that was used (replayed state)',
    'not_begun_here',
    async (house) => {
      const browser = house.browser()
      const query = house.idp.signIn(await browser.begin(house.provider.id), somebody())
      await browser.finish(house.provider.id, query)
      const copy = house.browser()
      for (const [name, value] of browser.cookies) if (name === 'fonema_provider') copy.cookies.set(name, value)
      return gained(await copy.finish(house.provider.id, query), copy)
    },
  ],
  [
    'a used code with a new state',
    'invalid_answer',
    async (house) => {
      const browser = house.browser()
      const used = new URLSearchParams(house.idp.signIn(await browser.begin(house.provider.id), somebody()))
      await browser.finish(house.provider.id, used.toString())
      const other = house.browser()
      const fresh = new URL(await other.begin(house.provider.id)).searchParams.get('state')!
      used.set('state', fresh)
      return gained(await other.finish(house.provider.id, used.toString()), other)
    },
  ],
  [
    'the code of another browser (code injection)',
    'invalid_answer',
    async (house) => {
      const [victim, attacker] = [house.browser(), house.browser()]
      const stolen = new URLSearchParams(house.idp.signIn(await attacker.begin(house.provider.id), somebody()))
      stolen.set('state', new URL(await victim.begin(house.provider.id)).searchParams.get('state')!)
      return gained(await victim.finish(house.provider.id, stolen.toString()), victim)
    },
  ],
  [
    'the same at a provider that does not compare the verifier (PKCE downgrade)',
    'invalid_answer',
    async (house) => {
      house.idp.misdeeds.ignoresPkce = true
      const [victim, attacker] = [house.browser(), house.browser()]
      const stolen = new URLSearchParams(house.idp.signIn(await attacker.begin(house.provider.id), somebody()))
      stolen.set('state', new URL(await victim.begin(house.provider.id)).searchParams.get('state')!)
      return gained(await victim.finish(house.provider.id, stolen.toString()), victim)
    },
  ],
  [
    'a challenge that was taken out of the address on the way',
    'invalid_answer',
    async (house) => {
      const browser = house.browser()
      const address = new URL(await browser.begin(house.provider.id))
      address.searchParams.delete('code_challenge')
      const query = house.idp.signIn(address.href, somebody())
      return gained(await browser.finish(house.provider.id, query), browser)
    },
  ],
  [
    'a challenge in clear (plain) instead of S256',
    'invalid_answer',
    async (house) => {
      const browser = house.browser()
      const address = new URL(await browser.begin(house.provider.id))
      address.searchParams.set('code_challenge', 'chosen by the attacker')
      const query = house.idp.signIn(address.href, somebody())
      return gained(await browser.finish(house.provider.id, query), browser)
    },
  ],
  ['no state', 'not_begun_here', edited((parameters) => parameters.delete('state'))],
  ['an invented state', 'not_begun_here', edited((parameters) => parameters.set('state', 'x'.repeat(43)))],
  ['two states', 'not_begun_here', edited((parameters) => parameters.append('state', 'x'))],
  ['two codes', 'invalid_answer', edited((parameters) => parameters.append('code', 'x'))],
  ['no code', 'invalid_answer', edited((parameters) => parameters.delete('code'))],
  ['an error of the provider', 'cancelled', edited((parameters) => parameters.set('error', 'access_denied'))],
  [
    'another issuer in the answer (mix-up)',
    'invalid_answer',
    edited((parameters) => parameters.set('iss', 'https://evil.example')),
  ],
  [
    'no issuer in the answer, although this provider names it',
    'invalid_answer',
    edited((parameters) => parameters.delete('iss')),
  ],
  ['an answer as a token (JARM)', 'invalid_answer', edited((parameters) => parameters.set('response', 'x'))],
  [
    'the way to one provider, back from another (mix-up)',
    'not_begun_here',
    async (house) => {
      const evil = await startIdentityProvider(house.demo.clock)
      approveDomain(house.demo, 'evil.example')
      const given = { name: 'Evil', domains: ['evil.example'] }
      const row = await addProvider(house.demo, await house.owner(), evil, given)
      const browser = house.browser()
      const query = house.idp.signIn(await browser.begin(row.id), somebody())
      const outcome = await gained(await browser.finish(house.provider.id, query), browser)
      const url = `/api/organizations/providers/${row.id}/`
      await house.demo.app.inject({ method: 'DELETE', url, headers: await house.owner() })
      return outcome
    },
  ],
  [
    'a way that began too long ago',
    'not_begun_here',
    async (house) => {
      const browser = house.browser()
      const query = house.idp.signIn(await browser.begin(house.provider.id), somebody())
      house.demo.clock.advance(601)
      return gained(await browser.finish(house.provider.id, query), browser)
    },
  ],
  [
    'the way of a confirmation, to sign in',
    'not_begun_here',
    async (house) => {
      const { browser, person } = await signedIn(house)
      const { address } = (await browser.send('POST', '/user/provider/confirm/')).body
      const copy = house.browser()
      for (const [name, value] of browser.cookies) if (name === 'fonema_provider') copy.cookies.set(name, value)
      return gained(await copy.finish(house.provider.id, house.idp.signIn(address, person)), copy)
    },
  ],
  [
    'an address to return to (open redirect)',
    400,
    async (house) => {
      const browser = house.browser()
      const payload = { provider_id: house.provider.id, return_to: 'https://evil.example' }
      return gained(await browser.send('POST', '/user/provider/begin/', payload), browser)
    },
  ],
  [
    'a return address in the Host header (open redirect)',
    200,
    async (house) => {
      const url = '/api/user/provider/begin/'
      const payload = { provider_id: house.provider.id }
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const response = await house.demo.app.inject({ method: 'POST', url, payload, headers })
      return { status: response.statusCode, body: {}, reached: response.body.includes('evil.example') }
    },
  ],
  [
    'a configuration of another issuer',
    'provider_unreachable',
    async (house) => {
      const browser = house.browser()
      await renewConfiguration(house)
      house.idp.misdeeds.metadata = (metadata) => ({ ...metadata, issuer: 'https://evil.example' })
      const answer = await browser.send('POST', '/user/provider/begin/', { provider_id: house.provider.id })
      return { ...answer, reached: answer.body.address !== undefined }
    },
  ],
  [
    'a token endpoint in clear elsewhere',
    'provider_unreachable',
    async (house) => {
      const browser = house.browser()
      await renewConfiguration(house)
      house.idp.misdeeds.metadata = (metadata) => ({ ...metadata, token_endpoint: 'http://evil.example/token' })
      const answer = await browser.send('POST', '/user/provider/begin/', { provider_id: house.provider.id })
      return { ...answer, reached: answer.body.address !== undefined }
    },
  ],
  [
    'an authorisation endpoint that is a script',
    'provider_unreachable',
    async (house) => {
      const browser = house.browser()
      await renewConfiguration(house)
      house.idp.misdeeds.metadata = (metadata) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' })
      const answer = await browser.send('POST', '/user/provider/begin/', { provider_id: house.provider.id })
      return { ...answer, reached: answer.body.address !== undefined }
    },
  ],
  [
    'a token endpoint that sends the secret on (redirect)',
    'invalid_answer',
    async (house) => {
      let isFollowed = false
      house.idp.misdeeds.answer = (path, response) => {
        if (path === '/stolen') isFollowed = true
        if (path !== '/token') return false
        response.writeHead(307, { location: `${house.idp.issuer}/stolen` }).end()
        return true
      }
      const outcome = await tryToSignIn(house)
      return { ...outcome, reached: outcome.reached || isFollowed }
    },
  ],
  [
    'an answer without end',
    'provider_unreachable',
    (house) => {
      house.idp.misdeeds.answer = (path, response) => {
        if (path !== '/token') return false
        response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(2_000_000))
        return true
      }
      return tryToSignIn(house)
    },
  ],
]

/** The application reads the provider's configuration anew. */
async function renewConfiguration(house: House) {
  house.demo.clock.advance(1)
  await house.demo.app.inject({
    method: 'PATCH',
    url: `/api/organizations/providers/${house.provider.id}/`,
    headers: await house.owner(),
    payload: { name: `Casa ${Math.random()}` },
  })
}
