import { isProviderAddress, type ProviderId, type ProviderProblem } from '@fonema/contract'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { clockSkewSeconds } from '../platform/clock.ts'
import { fetchFromProvider, ProviderUnreachable } from './provider-fetch.ts'

/** What the client needs of a provider's row, with its secret. */
export type ClientSettings = {
  id: ProviderId
  issuer: string
  client_id: string
  secret: string
  scope: string
  changed_at: Date
}

/** What a provider said about a person. */
export type Claims = Record<string, unknown> & { sub: string }
export type Answer = { claims: Claims; idToken: string; refreshToken: string | null }

/** The provider's answer cannot be believed, or the provider refused. */
export class AnswerRefused extends Error {}

const keptMilliseconds = 10 * 60_000
const toleranceSeconds = 30

/** Endpoints that the server calls or sends a browser to. */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri', 'end_session_endpoint']

/**
 * Talks to providers. Their configuration is read anew every ten minutes, after a change of the settings, and before a
 * browser is sent there: nobody should end up at a provider that is away.
 */
export function createProviderClient() {
  const keyOf = ({ changed_at, issuer }: ClientSettings) => `${changed_at.getTime()} ${issuer}`
  const kept = new Map<ProviderId, { key: string; until: number; configuration: Promise<oidc.Configuration> }>()

  function configurationOf(settings: ClientSettings): Promise<oidc.Configuration> {
    const key = keyOf(settings)
    const found = kept.get(settings.id)
    if (found !== undefined && found.key === key && found.until > Date.now()) return found.configuration
    return readConfiguration(settings)
  }

  function readConfiguration(settings: ClientSettings): Promise<oidc.Configuration> {
    const key = keyOf(settings)
    const configuration = discover(settings)
    kept.set(settings.id, { key, until: Date.now() + keptMilliseconds, configuration })
    // A failure is not kept: the provider may be back at the next try.
    configuration.catch(() => kept.delete(settings.id))
    return configuration
  }

  return {
    async authorizationAddress(
      settings: ClientSettings,
      { redirectUri, state, nonce, verifier, email, again }: AuthorizationRequest,
    ): Promise<string> {
      const configuration = await reached(() => readConfiguration(settings))
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(email !== undefined && { login_hint: email }),
        ...(again && { prompt: 'login', max_age: '0' }),
      }).href
    },

    /** Exchanges the code. The token is read with the provider's keys, although it comes by a direct call. */
    async exchange(
      settings: ClientSettings,
      { redirectUri, query, state, nonce, verifier }: Exchange,
    ): Promise<Answer> {
      const configuration = await reached(() => configurationOf(settings))
      const url = new URL(redirectUri)
      url.search = query
      return reached(async () => {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return answerOf(configuration, settings, tokens)
      })
    },

    /** Asks again about a person, with the provider's refresh token. */
    async renew(settings: ClientSettings, refreshToken: string, subject: string): Promise<Answer> {
      const configuration = await reached(() => configurationOf(settings))
      return reached(async () => {
        const tokens = await oidc.refreshTokenGrant(configuration, refreshToken).catch((error) => {
          // The secret may have run out there: that says nothing about the person, who goes on.
          const { error: code } = error as { error?: string }
          if (code === undefined || code === 'invalid_grant') throw error
          throw new ProviderUnreachable(code, { cause: error })
        })
        const answer = await answerOf(configuration, settings, tokens, subject)
        if (answer.claims.sub !== subject) throw new AnswerRefused('another subject')
        return { ...answer, refreshToken: answer.refreshToken ?? refreshToken }
      })
    },

    /** Where the browser ends its session at the provider; undefined if the provider has no such address. */
    async endSessionAddress(settings: ClientSettings, idToken: string, returnTo: string): Promise<string | undefined> {
      const configuration = await reached(() => configurationOf(settings))
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
      return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },

    /** Who signs the provider's tokens, and how, for launches from health records. */
    async metadata(settings: ClientSettings) {
      const metadata = (await reached(() => configurationOf(settings))).serverMetadata()
      const { issuer, jwks_uri, userinfo_endpoint } = metadata
      return {
        issuer,
        algorithm: algorithmOf(metadata),
        ...(jwks_uri !== undefined && { jwks_uri }),
        ...(userinfo_endpoint !== undefined && { userinfo_endpoint }),
        authorization_response_iss_parameter_supported:
          metadata.authorization_response_iss_parameter_supported === true,
      }
    },

    /** Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
    async readLogoutToken(settings: ClientSettings, token: string, now: Date) {
      const configuration = await reached(() => configurationOf(settings))
      const keys = await reached(() => keysOf(configuration))
      const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
        algorithms: asymmetric,
        issuer: settings.issuer,
        audience: settings.client_id,
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
        clockTolerance: toleranceSeconds,
        currentDate: now,
        maxTokenAge: maxLogoutAgeSeconds,
      }).catch((cause) => {
        throw new AnswerRefused('the logout token cannot be believed', { cause })
      })
      const { events, nonce, sub, sid, jti, aud } = payload as Record<string, unknown>
      const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
      const event = isRecord(events) ? events['http://schemas.openid.net/event/backchannel-logout'] : undefined
      if (typ !== undefined && typ !== 'logout+jwt' && typ !== 'jwt') throw new AnswerRefused('not a logout token')
      if (Array.isArray(aud) && aud.length > 1) throw new AnswerRefused('for several clients')
      if (!isRecord(event) || nonce !== undefined) throw new AnswerRefused('not a logout token')
      if (typeof jti !== 'string' || jti === '') throw new AnswerRefused('no id')
      const subject = typeof sub === 'string' ? sub : undefined
      const session = typeof sid === 'string' ? sid : undefined
      if (subject === undefined && session === undefined) throw new AnswerRefused('of nobody')
      return { subject, session, jti }
    },

    /** Reads the configuration anew and says what is wrong with it. */
    async test(settings: ClientSettings) {
      kept.delete(settings.id)
      try {
        const configuration = await configurationOf(settings)
        const metadata = configuration.serverMetadata()
        const problem = await problemOf(configuration)
        return {
          problem,
          detail: null,
          can_log_out: metadata.end_session_endpoint !== undefined,
          can_log_out_from_there: metadata.backchannel_logout_supported === true,
        }
      } catch (error) {
        return { ...describe(error), can_log_out: false, can_log_out_from_there: false }
      }
    },
  }
}
export type ProviderClient = ReturnType<typeof createProviderClient>

type AuthorizationRequest = {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
  email?: string | undefined
  /** The person must sign in there even if they already are. */
  again: boolean
}
type Exchange = { redirectUri: string; query: string; state: string; nonce: string; verifier: string }

/** A logout token is valid for two minutes, as the standard recommends, and its id is kept longer than that. */
export const maxLogoutAgeSeconds = 120 + clockSkewSeconds

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function discover({ issuer, client_id, secret }: ClientSettings): Promise<oidc.Configuration> {
  const isLocal = new URL(issuer).protocol === 'http:'
  const configuration = await oidc.discovery(
    new URL(issuer),
    client_id,
    { client_secret: secret, [oidc.clockTolerance]: toleranceSeconds },
    oidc.ClientSecretBasic(secret),
    {
      [oidc.customFetch]: (url, options) => fetchFromProvider(url, options as RequestInit),
      timeout: 5,
      // Each call checks that the address is https or on this machine.
      execute: isLocal ? [oidc.allowInsecureRequests] : [],
    },
  )
  const metadata = configuration.serverMetadata()
  if (metadata.issuer !== issuer) throw new OtherIssuer(metadata.issuer)
  const wrong = endpoints.filter((name) => {
    const address = metadata[name]
    return address !== undefined && (typeof address !== 'string' || !isProviderAddress(address))
  })
  if (wrong.length > 0) throw new InsecureEndpoint(wrong.join(', '))
  const methods = metadata.token_endpoint_auth_methods_supported
  const withForm = methods !== undefined && !methods.includes('client_secret_basic')
  const client = new oidc.Configuration(
    metadata,
    client_id,
    {
      client_secret: secret,
      [oidc.clockTolerance]: toleranceSeconds,
      id_token_signed_response_alg: algorithmOf(metadata),
    },
    withForm ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret),
  )
  client[oidc.customFetch] = (url, options) => fetchFromProvider(url, options as RequestInit)
  client.timeout = 5
  if (isLocal) oidc.allowInsecureRequests(client)
  oidc.enableNonRepudiationChecks(client)
  return client
}

/** RS256 where the provider has it, otherwise its first signature with a key pair. Never `none`, never a shared secret. */
function algorithmOf({ id_token_signing_alg_values_supported: offered }: oidc.ServerMetadata): string {
  if (offered === undefined || offered.includes('RS256')) return 'RS256'
  return offered.find((one) => asymmetric.includes(one)) ?? 'RS256'
}

class OtherIssuer extends Error {}
class InsecureEndpoint extends Error {}

async function problemOf(configuration: oidc.Configuration): Promise<ProviderProblem | null> {
  const metadata = configuration.serverMetadata()
  if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined) return 'no_code_flow'
  const { response_types_supported: types, code_challenge_methods_supported: methods } = metadata
  if (Array.isArray(types) && !types.includes('code')) return 'no_code_flow'
  if (methods !== undefined && !methods.includes('S256')) return 'no_pkce'
  const keys = await keysOf(configuration).catch(() => undefined)
  return keys === undefined || keys.keys.length === 0 ? 'no_keys' : null
}

async function keysOf(configuration: oidc.Configuration) {
  const { jwks_uri } = configuration.serverMetadata()
  if (jwks_uri === undefined) throw new AnswerRefused('no keys')
  const response = await fetchFromProvider(jwks_uri, { headers: { accept: 'application/json' } })
  const found: unknown = response.status === 200 ? await response.json() : undefined
  if (!isRecord(found) || !Array.isArray(found.keys)) throw new ProviderUnreachable('no keys')
  return { keys: found.keys }
}

function describe(error: unknown): { problem: ProviderProblem; detail: string } {
  const { message } = error as Error
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (error instanceof OtherIssuer) return { problem: 'other_issuer', detail: message }
  if (error instanceof InsecureEndpoint) return { problem: 'insecure_endpoint', detail: message }
  const away = unreachableIn(error)
  if (away !== undefined) return { problem: 'unreachable', detail: away.message }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return { problem: 'other_issuer', detail: message }
  if (cause instanceof Response || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return { problem: 'not_found', detail: message }
  return { problem: 'invalid', detail: message }
}

/** The library wraps what its fetch threw. */
function unreachableIn(error: unknown): ProviderUnreachable | undefined {
  if (error instanceof ProviderUnreachable) return error
  return error instanceof Error ? unreachableIn(error.cause) : undefined
}

/** Distinguishes a provider that is away from one that refuses. */
export async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AnswerRefused) throw error
    if (unreachableIn(error) !== undefined || isServerError(error))
      throw new ProviderUnreachable((error as Error).message, { cause: error })
    throw new AnswerRefused((error as Error).message, { cause: error })
  }
}

/** A provider that answers with its own failure is away; so is one whose configuration cannot be read. */
function isServerError(error: unknown): boolean {
  const { cause, code, status } = error as { cause?: unknown; code?: string; status?: number }
  if (error instanceof OtherIssuer || error instanceof InsecureEndpoint) return false
  if (status !== undefined) return status >= 500
  return code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response && cause.status >= 500
}

async function answerOf(
  configuration: oidc.Configuration,
  { client_id }: ClientSettings,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  subject?: string,
): Promise<Answer> {
  const claims = await claimsOf(configuration, client_id, tokens, subject)
  return { claims, idToken: tokens.id_token ?? '', refreshToken: tokens.refresh_token ?? null }
}

/** The claims of the token, with those of `userinfo`, where many providers keep groups. The token's own come first. */
export async function claimsOf(
  configuration: oidc.Configuration,
  client_id: string,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  subject?: string,
): Promise<Claims> {
  const claims = tokens.claims()
  const sub = claims?.sub ?? subject
  if (sub === undefined || sub === '') throw new AnswerRefused('no subject')
  // For several audiences the token must name this client as the one it was issued to.
  if (claims !== undefined && Array.isArray(claims.aud) && claims.aud.length > 1 && claims.azp !== client_id)
    throw new AnswerRefused('issued to another client')
  const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const info = hasInfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub) : {}
  return { ...info, ...claims, sub }
}
