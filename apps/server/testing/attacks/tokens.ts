import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, type JWTPayload, SignJWT } from 'jose'
import { keyPairs, sign, unsigned } from '../identity-provider.ts'
import { type Attack, somebody, tryToSignIn } from './attack.ts'

type IdToken = NonNullable<Parameters<typeof sign>[0]>

/** Somebody signs in, and the provider's token is another one. */
const withToken =
  (make: (signed: IdToken) => Promise<string> | string): Attack[2] =>
  (house) => {
    house.idp.misdeeds.idToken = async (signed) => make(signed)
    return tryToSignIn(house)
  }
const withClaims = (change: (claims: JWTPayload) => JWTPayload): Attack[2] =>
  withToken((signed) => sign({ ...signed, claims: change(signed.claims) }))
const without = (claim: string): Attack[2] =>
  withClaims((claims) => Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim)))

const now = () => Math.floor(Date.now() / 1000)
const partOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedWithSecret = (claims: JWTPayload, secret: string) => {
  const head = `${partOf({ alg: 'HS256', kid: 'own' })}.${partOf(claims)}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}

/** Tokens that the provider did not sign, or not for this clinic and this sign-in. */
export const tokenAttacks: readonly Attack[] = [
  ['a token without a signature (alg none)', 'invalid_answer', withToken(({ claims }) => unsigned(claims))],
  [
    'alg none in other letters',
    'invalid_answer',
    withToken(({ claims }) => `${partOf({ alg: 'nOnE' })}.${partOf(claims)}.`),
  ],
  [
    'a token signed with the client’s secret (HS256)',
    'invalid_answer',
    (house) => withToken(({ claims }) => signedWithSecret(claims, house.idp.clientSecret))(house),
  ],
  [
    'a token signed with the public key as a secret',
    'invalid_answer',
    withToken(async ({ claims }) => signedWithSecret(claims, await exportSPKI((await keyPairs()).own.publicKey))),
  ],
  [
    'another key under the known name',
    'invalid_answer',
    withToken(async (signed) => sign({ ...signed, key: (await keyPairs()).other.privateKey })),
  ],
  [
    'another key under an unknown name',
    'invalid_answer',
    withToken(async (signed) => sign({ ...signed, kid: 'x', key: (await keyPairs()).other.privateKey })),
  ],
  [
    'a key that the token brings along',
    'invalid_answer',
    withToken(async ({ claims }) => {
      const { publicKey, privateKey } = (await keyPairs()).other
      const header = { alg: 'RS256', kid: 'own', jwk: await exportJWK(publicKey) }
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
    }),
  ],
  [
    'changed claims under a right signature',
    'invalid_answer',
    withToken(async (signed) => {
      const [head, , signature] = (await sign(signed)).split('.')
      return [head, partOf({ ...signed.claims, sub: 'owner' }), signature].join('.')
    }),
  ],
  [
    'a signature that was cut off',
    'invalid_answer',
    withToken(async (signed) => `${(await sign(signed)).split('.').slice(0, 2).join('.')}.`),
  ],
  [
    'another issuer in the token',
    'invalid_answer',
    withClaims((claims) => ({ ...claims, iss: 'https://evil.example' })),
  ],
  ['no issuer in the token', 'invalid_answer', without('iss')],
  ['a token for another client', 'invalid_answer', withClaims((claims) => ({ ...claims, aud: 'another' }))],
  ['no audience', 'invalid_answer', without('aud')],
  [
    'a token for several clients that names none',
    'invalid_answer',
    withClaims((claims) => ({ ...claims, aud: [String(claims.aud), 'another'] })),
  ],
  [
    'a token that was issued to another client (azp)',
    'invalid_answer',
    withClaims((claims) => ({ ...claims, aud: [String(claims.aud), 'another'], azp: 'another' })),
  ],
  ['an expired token', 'invalid_answer', withClaims((claims) => ({ ...claims, iat: now() - 900, exp: now() - 600 }))],
  ['a token that never expires', 'invalid_answer', without('exp')],
  ['a token of unknown age', 'invalid_answer', without('iat')],
  ['a token that is not valid yet', 'invalid_answer', withClaims((claims) => ({ ...claims, nbf: now() + 900 }))],
  ['the nonce of another sign-in', 'invalid_answer', withClaims((claims) => ({ ...claims, nonce: 'another' }))],
  ['no nonce', 'invalid_answer', without('nonce')],
  ['a token of nobody', 'invalid_answer', without('sub')],
  ['an empty subject', 'invalid_answer', withClaims((claims) => ({ ...claims, sub: '' }))],
  ['no token at all', 'invalid_answer', withToken(() => '')],
  [
    'userinfo of somebody else',
    'invalid_answer',
    (house) => {
      house.idp.misdeeds.userinfo = (person) => ({ ...person, sub: 'another' })
      return tryToSignIn(house)
    },
  ],
  [
    'a verified address only in userinfo, against the token',
    'email_unverified',
    (house) => {
      house.idp.misdeeds.userinfo = (person) => ({ ...person, email_verified: true })
      return tryToSignIn(house, somebody({ email_verified: false }))
    },
  ],
]
