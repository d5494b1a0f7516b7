import * as oidc from 'openid-client'
import { z } from 'zod'
import {
  type Answer,
  AnswerRefused,
  type ClientSettings,
  claimsOf,
  type ProviderClient,
  reached,
} from '../providers/client.ts'
import { fetchFromProvider, ProviderUnreachable } from '../providers/provider-fetch.ts'
import { checkedFetch, failureIn } from '../webhooks/checked-fetch.ts'
import { callOnce, type SendDeps } from '../webhooks/send.ts'
import type { EhrSettings } from './manage.ts'
import { PatientRefused } from './patient.ts'

export type SmartDeps = { outside: SendDeps; client: ProviderClient }

/** `.well-known/smart-configuration`, as far as a launch needs it. */
const SmartConfiguration = z.object({
  issuer: z.string().optional(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
})

const maxBytes = 1024 * 1024
const trimmed = (iss: string) => iss.replace(/\/+$/, '')

async function read(outside: SendDeps, url: string, headers: Record<string, string>) {
  const answer = await callOnce(outside, { method: 'GET', url, headers }, { maxBytes })
  if (typeof answer === 'string') throw new ProviderUnreachable(answer)
  return answer
}

async function discover({ outside }: SmartDeps, iss: string) {
  const url = `${trimmed(iss)}/.well-known/smart-configuration`
  const answer = await read(outside, url, { accept: 'application/json' })
  if (answer.status !== 200 || !answer.isWhole) throw new ProviderUnreachable(`${answer.status} for ${url}`)
  const parsed = SmartConfiguration.safeParse(jsonOf(answer.text))
  if (!parsed.success) throw new AnswerRefused('not a SMART configuration')
  const { code_challenge_methods_supported: methods, authorization_endpoint } = parsed.data
  if (methods !== undefined && !methods.includes('S256')) throw new AnswerRefused('no PKCE')
  // The browser goes there with what it was given: a page, not a script.
  const address = URL.parse(authorization_endpoint)
  if (address === null || !['https:', 'http:'].includes(address.protocol) || address.username !== '')
    throw new AnswerRefused('not an address to go to')
  if (address.protocol === 'http:' && new URL(iss).protocol !== 'http:') throw new AnswerRefused('not encrypted')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The health record as a client sees it: its own endpoints, and the issuer and keys of the identity provider that the
 * owner has chosen. A health record cannot name keys of its own, so it vouches for nobody.
 */
async function configurationOf(deps: SmartDeps, ehr: EhrSettings, provider: ClientSettings) {
  const smart = await discover(deps, ehr.iss)
  const own = await deps.client.metadata(provider)
  if (smart.issuer !== undefined && smart.issuer !== own.issuer) throw new AnswerRefused('another issuer')
  const { authorization_endpoint, token_endpoint } = smart
  const configuration = new oidc.Configuration(
    { ...own, authorization_endpoint, token_endpoint },
    ehr.client_id,
    { [oidc.clockTolerance]: 30, id_token_signed_response_alg: own.algorithm },
    ehr.secret === null ? oidc.None() : oidc.ClientSecretBasic(ehr.secret),
  )
  const fetchOutside = checkedFetch(deps.outside)
  configuration[oidc.customFetch] = (url, options) =>
    url === token_endpoint ? fetchOutside(url, options) : fetchFromProvider(url, options as RequestInit)
  // The rule of addresses decides where a call without encryption may lead.
  oidc.allowInsecureRequests(configuration)
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

type Secrets = { state: string; nonce: string; verifier: string }

export async function authorizationAddress(
  deps: SmartDeps,
  ehr: EhrSettings,
  provider: ClientSettings,
  { state, nonce, verifier, redirectUri, launch }: Secrets & { redirectUri: string; launch: string | undefined },
): Promise<string> {
  const configuration = await reached(() => configurationOf(deps, ehr, provider))
  // From the health record the patient is known; otherwise its own page asks which one.
  const context = launch === undefined ? 'launch/patient' : 'launch'
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: `${provider.scope} fhirUser ${context} patient/Patient.read`,
    state,
    nonce,
    aud: ehr.iss,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(launch !== undefined && { launch }),
  }).href
}

/** @returns what the provider's token says about the person, and the patient in context */
export async function exchange(
  deps: SmartDeps,
  ehr: EhrSettings,
  provider: ClientSettings,
  { state, nonce, verifier, redirectUri, query }: Secrets & { redirectUri: string; query: string },
): Promise<{ answer: Answer; patient: unknown; accessToken: string }> {
  const configuration = await reached(() => configurationOf(deps, ehr, provider))
  const url = new URL(redirectUri)
  url.search = query
  return reached(async () => {
    const tokens = await oidc
      .authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      .catch((error) => {
        const failure = failureIn(error)
        throw failure === undefined ? error : new ProviderUnreachable(failure, { cause: error })
      })
    const claims = await claimsOf(configuration, ehr.client_id, tokens)
    // A refresh token of this client says nothing to the provider's own, which asks again about people.
    const answer = { claims, idToken: tokens.id_token ?? '', refreshToken: null }
    return { answer, patient: tokens.patient, accessToken: tokens.access_token }
  })
}

/** Reads the patient in context: one resource, from the configured server only. */
export async function readPatient({ outside }: SmartDeps, { iss }: EhrSettings, id: string, accessToken: string) {
  const url = `${trimmed(iss)}/Patient/${id}`
  const headers = { accept: 'application/fhir+json', authorization: `Bearer ${accessToken}` }
  const answer = await read(outside, url, headers)
  if (answer.status >= 500) throw new ProviderUnreachable(`${answer.status} for a patient`)
  if ([401, 403, 404, 410].includes(answer.status)) throw new PatientRefused('no_patient')
  const isJson = /^application\/(fhir\+)?json\b/.test(answer.headers['content-type'] ?? '')
  if (answer.status !== 200 || !answer.isWhole || !isJson) throw new PatientRefused('patient_unreadable')
  return jsonOf(answer.text)
}
