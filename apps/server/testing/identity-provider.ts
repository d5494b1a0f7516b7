import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import type { Clock } from '../src/platform/clock.ts'

/** What the provider knows about a person. */
export type TestPerson = { sub: string; email?: string; email_verified?: boolean } & Record<string, unknown>

type Code = { person: TestPerson; redirectUri: string; challenge: string; nonce: string; authTime: number }
type Signed = { claims: JWTPayload; alg: string; kid: string; key: CryptoKey }

/** What a provider of a test does otherwise than it should. Each is called once for each answer. */
type Misdeeds = {
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>
  idToken?: (signed: Signed) => Promise<string>
  userinfo?: (person: TestPerson) => Record<string, unknown>
  /** The provider does not compare the verifier. */
  ignoresPkce?: true
  /** Answers instead of the provider; true if it did. */
  answer?: (path: string, response: ServerResponse) => boolean
}

/** Making a key takes long, and tests compare none. */
let keys: Promise<Record<'own' | 'other', { publicKey: CryptoKey; privateKey: CryptoKey }>> | undefined
export const keyPairs = () => {
  keys ??= Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]).then(([own, other]) => ({ own, other }))
  return keys
}

/**
 * An identity provider made by hand, at an address of its own on this machine. Unlike a real one, it can also lie: the
 * members of `misdeeds` may be set at any time.
 */
export async function startIdentityProvider(
  clock: Clock,
  { clientId = 'fonema', clientSecret = 'a-secret of the clinic' } = {},
) {
  const { own } = await keyPairs()
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, TestPerson>()
  const accessTokens = new Map<string, TestPerson>()
  const misdeeds: Misdeeds = {}
  const calls: string[] = []
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  onTestFinished(stop)

  /** The clinic compares these times with its own clock. */
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  const send = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url!, issuer)
    calls.push(pathname)
    if (misdeeds.answer?.(pathname, response)) return
    if (pathname === '/.well-known/openid-configuration')
      return send(response, (misdeeds.metadata ?? ((all) => all))(metadata))
    if (pathname === '/keys')
      return send(response, { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] })
    if (pathname === '/token') return token(request, response)
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const person = accessTokens.get(bearer)
    if (pathname === '/userinfo' && person) return send(response, (misdeeds.userinfo ?? ((all) => all))(person))
    send(response, { error: 'not_found' }, 404)
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const part of request) text += part
    const form = new URLSearchParams(text)
    const sent = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    const [id, secret] = sent.split(':').map((part) => decodeURIComponent(part.replaceAll('+', '%20')))
    if (id !== clientId || secret !== clientSecret) return send(response, { error: 'invalid_client' }, 401)
    const refreshed = refreshTokens.get(form.get('refresh_token') ?? '')
    if (refreshed) {
      refreshTokens.delete(form.get('refresh_token')!)
      return send(response, await tokensOf(refreshed, {}))
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      code === undefined ||
      code.redirectUri !== form.get('redirect_uri') ||
      (code.challenge !== challenge && !misdeeds.ignoresPkce)
    )
      return send(response, { error: 'invalid_grant' }, 400)
    send(response, await tokensOf(code.person, { nonce: code.nonce, auth_time: code.authTime }))
  }

  async function tokensOf(person: TestPerson, more: JWTPayload) {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()]
    accessTokens.set(access_token, person)
    refreshTokens.set(refresh_token, person)
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...person, ...more }
    const id_token = await (misdeeds.idToken ?? sign)({ claims, alg: 'RS256', kid: 'own', key: own.privateKey })
    return { access_token, token_type: 'Bearer', expires_in: 300, refresh_token, id_token }
  }

  const metadata: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    backchannel_logout_supported: true,
    authorization_response_iss_parameter_supported: true,
  }

  return {
    issuer,
    clientId,
    clientSecret,
    misdeeds,
    calls,
    stop,
    /** The person signs in. @returns what the browser brings back after `?` */
    signIn(
      address: string,
      person: TestPerson,
      { authTime = seconds() }: { authTime?: number | undefined } = {},
    ): string {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, {
        person,
        redirectUri: asked.get('redirect_uri')!,
        challenge: asked.get('code_challenge')!,
        nonce: asked.get('nonce')!,
        authTime,
      })
      return new URLSearchParams({ code, state: asked.get('state')!, iss: issuer }).toString()
    },
    /** What the provider says from now on about a person who is signed in. */
    change(sub: string, changes: Record<string, unknown>) {
      for (const tokens of [refreshTokens, accessTokens])
        for (const [token, person] of tokens) if (person.sub === sub) tokens.set(token, { ...person, ...changes })
    },
    /** The provider ends the person's sign-in: nothing is renewed. */
    forget(sub: string) {
      for (const [token, person] of refreshTokens) if (person.sub === sub) refreshTokens.delete(token)
    },
    logoutToken(
      claims: JWTPayload = {},
      { alg = 'RS256', kid = 'own', key = own.privateKey, typ = 'logout+jwt' } = {},
    ) {
      const now = seconds()
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const all = { iss: issuer, aud: clientId, iat: now, exp: now + 120, jti: randomUUID(), events, ...claims }
      return new SignJWT(all).setProtectedHeader({ alg, kid, typ }).sign(key)
    },
  }
}
export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>

export const sign = ({ claims, alg, kid, key }: Signed): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key)

export const unsigned = (claims: JWTPayload): string =>
  [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.')
