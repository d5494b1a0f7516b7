import { SignJWT } from 'jose'
import type { House } from '../house.ts'
import { keyPairs, type TestPerson, unsigned } from '../identity-provider.ts'
import { type Attack, isIn, signedIn } from './attack.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const seconds = ({ demo }: House) => Math.floor(demo.clock.now().getTime() / 1000)

export async function post(house: House, token: string, id: string = house.provider.id) {
  const response = await house.demo.app.inject({
    method: 'POST',
    url: `/api/provider_logout/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
  return response.statusCode
}

/** Somebody is signed in, and a logout token comes that the provider did not send, or not for this. */
const forged =
  (make: (house: House, person: TestPerson) => Promise<string> | string): Attack[2] =>
  async (house) => {
    const { browser, person } = await signedIn(house)
    const status = await post(house, await make(house, person))
    return { status, body: {}, reached: !(await isIn(browser)) }
  }

/** Logout tokens that end nobody's session. */
export const logoutAttacks: readonly Attack[] = [
  [
    'a logout token with another key',
    400,
    forged(async ({ idp }, { sub }) => idp.logoutToken({ sub }, { key: (await keyPairs()).other.privateKey })),
  ],
  [
    'a logout token without a signature',
    400,
    forged((house, { sub }) =>
      unsigned({
        iss: house.idp.issuer,
        aud: house.idp.clientId,
        sub,
        jti: 'x',
        events: { [event]: {} },
        iat: seconds(house),
        exp: seconds(house) + 60,
      }),
    ),
  ],
  [
    'a logout token signed with the client’s secret',
    400,
    forged((house, { sub }) =>
      new SignJWT({ sub, jti: 'x', events: { [event]: {} } })
        .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
        .setIssuer(house.idp.issuer)
        .setAudience(house.idp.clientId)
        .setIssuedAt(seconds(house))
        .setExpirationTime(seconds(house) + 60)
        .sign(Buffer.from(house.idp.clientSecret)),
    ),
  ],
  ['a logout token with a nonce', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, nonce: 'x' }))],
  ['a logout token without an event', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, events: undefined }))],
  ['a logout token with another event', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, events: { x: {} } }))],
  [
    'an event that is no object',
    400,
    forged(({ idp }, { sub }) => idp.logoutToken({ sub, events: { [event]: true } })),
  ],
  ['a list of events', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, events: [event] }))],
  [
    'an old logout token',
    400,
    forged((house, { sub }) => house.idp.logoutToken({ sub, iat: seconds(house) - 600, exp: seconds(house) + 600 })),
  ],
  [
    'an expired logout token',
    400,
    forged((house, { sub }) => house.idp.logoutToken({ sub, exp: seconds(house) - 60 })),
  ],
  [
    'a logout token from the future',
    400,
    forged((house, { sub }) => house.idp.logoutToken({ sub, iat: seconds(house) + 600, exp: seconds(house) + 900 })),
  ],
  ['a logout token without an end', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, exp: undefined }))],
  ['a logout token for another client', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, aud: 'another' }))],
  [
    'a logout token for several clients',
    400,
    forged(({ idp }, { sub }) => idp.logoutToken({ sub, aud: [idp.clientId, 'another'] })),
  ],
  [
    'a logout token of another issuer',
    400,
    forged(({ idp }, { sub }) => idp.logoutToken({ sub, iss: 'https://evil.example' })),
  ],
  ['a logout token of nobody', 400, forged(({ idp }) => idp.logoutToken({}))],
  ['a logout token without an id', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub, jti: undefined }))],
  ['an access token’s kind of token', 400, forged(({ idp }, { sub }) => idp.logoutToken({ sub }, { typ: 'at+jwt' }))],
  [
    'an id token instead of a logout token',
    400,
    forged(({ idp }, { sub }) => idp.logoutToken({ sub, events: undefined, nonce: 'n' }, { typ: 'JWT' })),
  ],
  [
    'a logout token that was used',
    400,
    async (house) => {
      const { browser, person } = await signedIn(house)
      const token = await house.idp.logoutToken({ sub: person.sub })
      if ((await post(house, token)) !== 200 || (await isIn(browser))) throw new Error('an honest logout failed')
      const again = await signedIn(house, person)
      return { status: await post(house, token), body: {}, reached: !(await isIn(again.browser)) }
    },
  ],
  [
    'a logout token at the address of another provider',
    400,
    async (house) => {
      const { browser, person } = await signedIn(house)
      const status = await post(
        house,
        await house.idp.logoutToken({ sub: person.sub }),
        '019ab000-0000-7000-8000-00000000ffff',
      )
      return { status, body: {}, reached: !(await isIn(browser)) }
    },
  ],
  ['no logout token at all', 400, forged(() => '')],
]
