import type { RecordServer } from '@fonema/contract'
import * as oidc from 'openid-client'
import { checkedFetch, failureIn } from './checked-fetch.ts'
import { type Answer, callOnce, failureOfStatus, type Outcome, type SendDeps } from './send.ts'

/** A resource for a FHIR server, with the identifier by which that server knows whether it has it. */
export type RecordDocument = { resource: { resourceType: string }; identifier: { system: string; value: string } }

type Target = { url: string; settings: RecordServer; secret: string }

/** What is read of an answer, which may be a page of a proxy: so much, for so long after the status. */
const reading = { maxBytes: 64 * 1024, bodyMs: 5_000 }

/**
 * Sends a resource to a FHIR server. The server creates it only if it has none with this identifier (conditional create),
 * so an attempt whose answer was lost is repeated without a double. Never rejects.
 */
export async function sendResource(deps: SendDeps, target: Target, document: RecordDocument): Promise<Outcome> {
  const { resource, identifier } = document
  const condition = new URLSearchParams({ identifier: `${identifier.system}|${identifier.value}` })
  const answer = await callSignedIn(deps, target, {
    method: 'POST',
    path: resource.resourceType,
    headers: {
      'content-type': 'application/fhir+json',
      prefer: 'return=minimal',
      'if-none-exist': condition.toString(),
    },
    body: JSON.stringify(resource),
  })
  if ('failure' in answer) return answer
  return outcomeOf(answer, resource.resourceType)
}

/** Reads the server's description of itself: whether it is there, is a FHIR server, and accepts the sign-in. */
export async function readCapabilities(deps: SendDeps, target: Target): Promise<Outcome> {
  const answer = await callSignedIn(deps, target, { method: 'GET', path: 'metadata', headers: {} })
  if ('failure' in answer) return answer
  if (answer.status !== 200) return { failure: failureOfStatus(answer.status), status: answer.status, text: null }
  // Descriptions are long: what is read of them need not be whole.
  const isFhir = /"resourceType"\s*:\s*"CapabilityStatement"/.test(answer.text)
  return { failure: isFhir ? null : 'not_fhir', status: answer.status, text: null }
}

type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

async function callSignedIn(
  deps: SendDeps,
  target: Target,
  { path, headers, ...request }: Request,
): Promise<Answer | Outcome> {
  const token = await tokenOf(deps, target)
  if (typeof token === 'object' && token !== null) return token
  const url = `${target.url.replace(/\/+$/, '')}/${path}`
  const sent = {
    ...headers,
    accept: 'application/fhir+json',
    'user-agent': 'Fonema-FHIR/1',
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  const answer = await callOnce(deps, { ...request, url, headers: sent }, reading)
  return typeof answer === 'string' ? { failure: answer, status: null, text: null } : answer
}

/** The token to send; null where none is needed; the outcome when there is none. A token is used for one call. */
async function tokenOf(deps: SendDeps, { settings, secret }: Target): Promise<string | null | Outcome> {
  if (settings.sign_in === 'none') return null
  if (settings.sign_in === 'bearer') return secret
  const { token_url, client_id, scope } = settings
  const metadata = { issuer: new URL(token_url).origin, token_endpoint: token_url }
  try {
    const client = new oidc.Configuration(metadata, client_id, undefined, oidc.ClientSecretBasic(secret))
    client[oidc.customFetch] = checkedFetch(deps)
    // The rule of addresses decides where a call without encryption may lead.
    oidc.allowInsecureRequests(client)
    const tokens = await oidc.clientCredentialsGrant(client, scope === '' ? {} : { scope })
    return tokens.access_token
  } catch (error) {
    return { failure: failureIn(error) ?? 'no_token', status: null, text: null }
  }
}

/** 201: created. 200: it was there. 412: it is there several times. Any other answer is none of a FHIR server's. */
function outcomeOf(answer: Answer, resourceType: string): Outcome {
  const { status } = answer
  if (status === 412) return { failure: 'several', status, text: codesOf(answer) }
  if (status !== 200 && status !== 201) return { failure: failureOfStatus(status), status, text: codesOf(answer) }
  return { failure: isOfFhir(answer, resourceType) ? null : 'not_fhir', status, text: null }
}

/** A proxy's sign-in page also answers 200. A FHIR server names the resource, or answers in FHIR's own type. */
const isOfFhir = ({ headers }: Answer, resourceType: string) =>
  (headers.location ?? headers['content-location'] ?? '').includes(`${resourceType}/`) ||
  (headers['content-type'] ?? '').startsWith('application/fhir+json')

/** The codes of an OperationOutcome. Its sentences may repeat what was sent, so they are not kept. */
function codesOf({ text }: Answer): string | null {
  const codes = [...text.matchAll(/"code"\s*:\s*"([a-z-]{1,40})"/g)].map(([, code]) => code)
  return text.includes('"OperationOutcome"') && codes.length > 0 ? [...new Set(codes)].join(' ').slice(0, 300) : null
}
